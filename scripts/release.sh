#!/usr/bin/env bash
# Builds the release: optimised, the browser's half split by route, brotli and gzip beside each file.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

scripts/setup.sh run
scripts/cargo_leptos.sh

# Apart from the site of `make run`: the server would otherwise find old compressed files beside new plain ones.
export LEPTOS_SITE_ROOT=$release_site
rm -rf "$LEPTOS_SITE_ROOT"
say "building the release, about 20 minutes on 2 cores the first time"
# The bench is named too, though not built: with the same features counted, it shares this build.
cargo leptos build --release --split --lib-cargo-args=--locked --lib-cargo-args=--features=split \
    --bin-cargo-args=--locked --bin-cargo-args=--package=bench
node scripts/compress.mjs "$LEPTOS_SITE_ROOT"

say "binary: $release_binary"
say "site:   $LEPTOS_SITE_ROOT (LEPTOS_SITE_ROOT tells the binary)"
