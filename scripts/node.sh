#!/usr/bin/env bash
# Installs the npm packages of a folder, as its package-lock.json names them.
# Usage: node.sh [FOLDER]   (the clone's root unless told)
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

node_ready() { have npm && version_at_least "$(node --version 2>/dev/null | tr -d v)" 20; }

node_ready || apt_install nodejs npm || true
node_ready || die "Node.js 20 or newer with npm is missing: install it from nodejs.org, or on Debian 13 with apt-get install nodejs npm"

cd "${1:-.}"
# Written after the install, so an interrupted one is done again.
stamp=node_modules/.float-desk.sha256
sha256sum --check --status "$stamp" 2>/dev/null && exit

say "installing the npm packages of ${1:-the style sheet}"
# The browser tests use a Chromium of the machine's, see browser.sh.
PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund --loglevel=error >&2 ||
    die "the npm packages of ${1:-the style sheet} could not be installed: is the network there? Try npm ci in ${1:-.}"
sha256sum package-lock.json >"$stamp"
