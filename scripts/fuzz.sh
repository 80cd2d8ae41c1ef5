#!/usr/bin/env bash
# Tries the API against its own OpenAPI description, with whatever a fuzzer comes up with.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

scripts/setup.sh all
tools=$(scripts/python.sh)
# The server starts only where there is a site to serve.
scripts/site.sh
exec "$tools/python" scripts/fuzz.py "$dev_binary" "$tools/schemathesis" "$@"
