#!/usr/bin/env bash
# Finds or installs the Chromium that the browser tests drive, and prints its path.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

find_browser() {
    local name
    for name in "${FLOAT_DESK_CHROMIUM:-chromium}" chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return
    done
    return 1
}

# The one that Playwright publishes, where Debian's cannot be had: without root, or on another system.
published() {
    scripts/node.sh end2end
    export PLAYWRIGHT_BROWSERS_PATH=$FLOAT_DESK_CACHE/tools/browsers
    local path
    path=$(cd end2end && node -p 'require("@playwright/test").chromium.executablePath()') || return 1
    [ -x "$path" ] || timeout 300 end2end/node_modules/.bin/playwright install chromium >&2 || return 1
    [ -x "$path" ] && echo "$path"
}

find_browser && exit
# The font keeps screenshots alike between machines.
apt_install chromium fonts-liberation || true
find_browser || published || die "Chromium is missing: install chromium or google-chrome (Debian, as root: apt-get install chromium), or name one in FLOAT_DESK_CHROMIUM"
