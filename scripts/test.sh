#!/usr/bin/env bash
# Runs everything that must hold, the cheapest first: formatting, clippy, Rust tests, the API's
# description, browser tests.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

times=()

# Runs a command under a heading, and keeps its time for the summary.
step() {
    local title=$1 start=$SECONDS
    shift
    printf '\n== %s\n' "$title"
    "$@" || die "$title: failed after $((SECONDS - start)) s"
    times+=("$(printf '%5d s  %s' $((SECONDS - start)) "$title")")
}

# Cargo prints a result for each crate; the sum says at a glance that tests ran at all.
rust_tests() {
    local log status=0
    log=$(mktemp)
    cargo test --locked --no-fail-fast 2>&1 | tee "$log" || status=$?
    awk '/^test result:/ { passed += $4; failed += $6 }
         END { printf "\nrust: %d passed, %d failed\n", passed, failed }' "$log"
    rm "$log"
    return $status
}

[ -e "$dev_binary" ] || say "first run: about 25 minutes on 2 cores, most of it in building dependencies"
step "Setup" scripts/setup.sh all
step "Formatting" cargo fmt --all --check
step "Clippy" scripts/lint.sh
scratch_in_memory
step "Rust tests" rust_tests
step "API against its description" scripts/fuzz.sh
step "Browser tests" scripts/e2e.sh

printf '\n== All passed\n'
printf '%s\n' "${times[@]}"
