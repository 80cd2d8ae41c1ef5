#!/usr/bin/env bash
# Formats the Rust code.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

scripts/rust.sh --lint
cargo fmt --all
