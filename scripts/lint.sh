#!/usr/bin/env bash
# Runs clippy on both halves; a warning is an error.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

scripts/rust.sh --lint
cargo clippy --locked --workspace --exclude frontend --all-targets -- -D warnings
cargo clippy --locked "${browser_half[@]}" -- -D warnings
