#!/usr/bin/env bash
# Runs the races and kills of publishing in their full numbers; `make test` runs a few of each.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

export FLOAT_DESK_TORTURE=1
cargo test --test store publish
cargo test --test http killed
