#!/usr/bin/env bash
# Builds the server and the site that it serves, unoptimised: the same layout as cargo-leptos makes,
# without the ten minutes that installing cargo-leptos takes.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

readonly pkg=$LEPTOS_SITE_ROOT/$LEPTOS_SITE_PKG_DIR
lib=$(leptos_setting lib-package)
readonly wasm=$CARGO_TARGET_DIR/wasm32-unknown-unknown/debug/$lib.wasm
readonly out=$pkg/$LEPTOS_OUTPUT_NAME

[ -e "$dev_binary" ] ||
    say "first build of the server, about 6 minutes on 2 cores"
# --examples makes cargo count the features of the tests' dependencies in, as `cargo test` does;
# without it the SDK, the engine and Leptos would be built once for running and once more for testing.
cargo build --locked --bins --examples
[ -e "$wasm" ] || say "first build of the browser's half, about 2 minutes on 2 cores"
cargo build --locked "${browser_half[@]}"

mkdir -p "$pkg"
# What lies beside the package folder is a copy of the static files: made anew, so that none outlives its source.
find "$LEPTOS_SITE_ROOT" -mindepth 1 -maxdepth 1 ! -path "$pkg" -exec rm -rf {} +
cp -R "$(leptos_setting assets-dir)/." "$LEPTOS_SITE_ROOT/"

# The sums of what went in and of what came out, so that a site made by another clone or tool is noticed.
readonly stamp=$CARGO_TARGET_DIR/site.sha256
if ! sha256sum --check --status "$stamp" 2>/dev/null; then
    say "wasm-bindgen"
    rm -rf "$pkg"
    wasm-bindgen --target web --no-typescript --out-dir "$pkg" --out-name "$LEPTOS_OUTPUT_NAME" "$wasm"
    # The name that Leptos asks for when LEPTOS_OUTPUT_NAME is compiled in (see env.sh);
    # hydration passes it to the JavaScript, which therefore needs no change.
    mv "${out}_bg.wasm" "$out.wasm"
    sha256sum "$wasm" "$out.wasm" "$out.js" >"$stamp"
fi

tailwindcss --input "$(leptos_setting tailwind-input-file)" --output "$out.css"
