#!/usr/bin/env bash
# Tries the API against its own OpenAPI description, with whatever a fuzzer comes up with.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

tools=$(scripts/python.sh)
[ -x "$dev_binary" ] || cargo build
exec "$tools/python" scripts/fuzz.py "$dev_binary" "$tools/schemathesis" "$@"
