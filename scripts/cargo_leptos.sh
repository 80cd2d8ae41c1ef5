#!/usr/bin/env bash
# Installs cargo-leptos and the wasm-opt that it calls: for `make release` and `make watch` only.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

readonly version=0.3.10 binaryen=132.0.0
readonly tools=$FLOAT_DESK_CACHE/tools

leptos_ready() { [ "$(cargo-leptos --version 2>/dev/null)" = "cargo-leptos $version" ]; }

# Unoptimised, which is twice as fast to build and fast enough to use.
install_leptos() {
    CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$tools/build \
        cargo install "cargo-leptos@$version" --debug --force --root "$tools" "$@"
}

if ! leptos_ready; then
    say "installing cargo-leptos $version, about 10 minutes on 2 cores"
    # As its lock file says; where that asks for a newer compiler than ours, cargo picks what fits ours.
    install_leptos --locked || CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback install_leptos ||
        die "cargo-leptos $version could not be installed: try cargo install cargo-leptos@$version"
fi

# Debian's is too old; npm carries a build that runs on Node.js. Too big for package.json, which everybody installs.
if [ ! -x "$tools/bin/wasm-opt" ]; then
    say "installing wasm-opt (binaryen $binaryen)"
    npm install --global --prefix "$tools" --no-audit --no-fund --loglevel=error "binaryen@$binaryen" >&2 ||
        die "wasm-opt could not be installed: try npm install --global binaryen@$binaryen"
fi
