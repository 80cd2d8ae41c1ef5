#!/usr/bin/env bash
# Drives the built site in a real Chromium; arguments go to `playwright test`.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

scripts/setup.sh all
scripts/site.sh
# playwright.config.ts reads both: which browser to drive, which binary to start.
FLOAT_DESK_CHROMIUM=$(scripts/browser.sh)
export FLOAT_DESK_CHROMIUM FLOAT_DESK_BIN=$dev_binary
cd "$(leptos_setting end2end-dir)"
exec node_modules/.bin/playwright test "$@"
