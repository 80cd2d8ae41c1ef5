#!/usr/bin/env bash
# Installs what is missing; does nothing, in about a second, where nothing is.
# Usage: setup.sh [run|all]   (run: what `make run` needs; all: what `make test` needs as well)
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

what=${1:-all}
if [ "$what" = run ]; then scripts/rust.sh; else scripts/rust.sh --lint; fi
scripts/wasm_bindgen.sh
scripts/node.sh
node scripts/icons.mjs
if [ "$what" = all ]; then
    scripts/browser.sh >/dev/null
    scripts/python.sh >/dev/null
    scripts/node.sh end2end
fi
