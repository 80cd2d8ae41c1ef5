#!/usr/bin/env bash
# Installs wasm-bindgen in exactly the version that Cargo.lock names: it refuses to work with another.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"/\1/p}' Cargo.lock)
[ -n "$version" ] || die "Cargo.lock names no wasm-bindgen"

ready() { [ "$(wasm-bindgen --version 2>/dev/null)" = "wasm-bindgen $version" ]; }

fetch() { curl -fsSL --connect-timeout 5 --max-time 120 -O "$1"; }

published() {
    local name dir url
    have curl && [ "$(uname -s)" = Linux ] || return 1
    case $(uname -m) in
    x86_64) name=wasm-bindgen-$version-x86_64-unknown-linux-musl ;;
    aarch64) name=wasm-bindgen-$version-aarch64-unknown-linux-gnu ;;
    *) return 1 ;;
    esac
    url=https://github.com/wasm-bindgen/wasm-bindgen/releases/download/$version/$name.tar.gz
    dir=$(mktemp -d)
    # Chained with &&, because `set -e` sleeps in a function called before ||: nothing is installed
    # unless its sum is right. Only the sum is taken from the file, not the path that stands beside it.
    (
        cd "$dir" && fetch "$url" && fetch "$url.sha256sum" &&
            echo "$(cut -d' ' -f1 "$name.tar.gz.sha256sum")  $name.tar.gz" | sha256sum --check --quiet &&
            tar -xzf "$name.tar.gz" &&
            install -D "$name/wasm-bindgen" "$FLOAT_DESK_CACHE/tools/bin/wasm-bindgen"
    ) 2>/dev/null
    rm -rf "$dir"
    ready
}

ready && exit
say "installing wasm-bindgen $version"
published || {
    say "no published binary to be had: building it, about 2 minutes"
    install_tool "wasm-bindgen-cli@$version" || true
}
ready || die "wasm-bindgen $version could not be installed: try cargo install wasm-bindgen-cli@$version"
