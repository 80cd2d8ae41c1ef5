#!/usr/bin/env bash
# Builds Float Desk and starts it with the demo world; arguments go to `float-desk serve`.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

scripts/setup.sh run
scripts/site.sh
exec "$dev_binary" serve --demo --store embedded "$@"
