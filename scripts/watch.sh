#!/usr/bin/env bash
# Rebuilds and reloads at every change, with cargo-leptos; arguments go to `float-desk`.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

scripts/setup.sh run
scripts/cargo_leptos.sh
[ $# -gt 0 ] || set -- serve --demo --store embedded
exec cargo leptos watch --lib-cargo-args=--locked --bin-cargo-args=--locked -- "$@"
