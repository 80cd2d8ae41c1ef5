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

find_browser && exit
# The font keeps screenshots alike between machines.
apt_install chromium fonts-liberation || true
find_browser || die "Chromium is missing: install chromium or google-chrome (Debian, as root: apt-get install chromium), or name one in FLOAT_DESK_CHROMIUM"
