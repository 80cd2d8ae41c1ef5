#!/usr/bin/env bash
# Removes what was built here; the installed tools stay.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

cargo clean
rm -rf node_modules end2end/{node_modules,test-results,playwright-report,tour}
