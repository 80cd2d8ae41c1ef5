#!/usr/bin/env bash
# Builds the release and measures it; arguments go to the harness.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

scripts/release.sh
# One section drives a browser.
scripts/setup.sh all
FLOAT_DESK_CHROMIUM=$(scripts/browser.sh)
export FLOAT_DESK_CHROMIUM
export LEPTOS_SITE_ROOT=$release_site
cargo build --locked --release --package server --package bench --bin bench
exec "$CARGO_TARGET_DIR/release/bench" "$@"
