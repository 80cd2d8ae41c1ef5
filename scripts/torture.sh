#!/usr/bin/env bash
# Runs the tests that take their time at full size; `make test` runs a few of each: races and kills of
# publishing, a campaign of 5,000 users whose server is killed, a thousand races of two people on one user,
# 200,000 evaluations that get into the ledger while their indexers are killed; 500 half-open connections,
# 96 sign-ins, a merge of 1,000 rules and 20 what-ifs on one server.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

scratch_in_memory
export FLOAT_DESK_TORTURE=1
export FLOAT_DESK_RACES=1000
cargo test --locked --test store publish
cargo test --locked --test store race
cargo test --locked --test store killed
cargo test --locked --test http killed
cargo test --locked --test http overload
