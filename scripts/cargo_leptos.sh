#!/usr/bin/env bash
# Installs cargo-leptos and the wasm-opt that it calls: for `make release` and `make watch` only.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

readonly version=0.3.10
readonly tools=$FLOAT_DESK_CACHE/tools

leptos_ready() { [ "$(cargo-leptos --version 2>/dev/null)" = "cargo-leptos $version" ]; }

if ! leptos_ready; then
    say "installing cargo-leptos $version, about 10 minutes on 2 cores"
    install_tool "cargo-leptos@$version" ||
        die "cargo-leptos $version could not be installed: try cargo install cargo-leptos@$version"
fi

# Debian's is too old; npm carries a build that runs on Node.js. Too big for package.json, which everybody installs.
if [ ! -x "$tools/bin/wasm-opt" ]; then
    say "installing wasm-opt"
    mkdir -p "$tools/wasm-opt" "$tools/bin"
    cp scripts/wasm-opt/package.json scripts/wasm-opt/package-lock.json "$tools/wasm-opt/"
    npm ci --prefix "$tools/wasm-opt" --no-audit --no-fund --loglevel=error >&2 ||
        die "wasm-opt could not be installed: is the network there? Try npm ci in scripts/wasm-opt"
    ln -sf ../wasm-opt/node_modules/.bin/wasm-opt "$tools/bin/wasm-opt"
fi
