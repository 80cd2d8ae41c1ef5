#!/usr/bin/env bash
# Checks what Float Desk is built from, by deny.toml: licenses, sources, duplicates, and known advisories
# where their database can be fetched. Not part of `make test`: a first run builds another tool.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

readonly version=0.20.2

scripts/rust.sh
if [ "$(cargo deny --version 2>/dev/null)" != "cargo-deny $version" ]; then
    say "installing cargo-deny $version, about 6 minutes on 2 cores"
    install_tool "cargo-deny@$version" ||
        die "cargo-deny $version could not be installed: try cargo install cargo-deny@$version"
fi

cargo deny --locked check licenses sources bans
# CI always has the network: there a database that can't be fetched is a failure.
if [ -n "${CI:-}" ] || timeout 120 cargo deny --locked fetch db >/dev/null 2>&1; then
    cargo deny --locked check advisories
else
    say "the advisory database can't be fetched: advisories weren't checked"
fi
