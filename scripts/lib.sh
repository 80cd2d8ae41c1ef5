# What every script shares: strict mode, the environment, messages, and installing a Debian package.
# shellcheck shell=bash

set -euo pipefail
# shellcheck source=scripts/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
cd "$FLOAT_DESK_ROOT"
mkdir -p "$FLOAT_DESK_CACHE"

# How the two halves are built. The server's is the workspace's default members and needs no flags;
# never `--workspace`: the server turns on `app/ssr` and the browser `app/hydrate`, and another
# selection would build the dependencies once more.
# shellcheck disable=SC2034 # for the scripts that read this file
readonly browser_half=(--package frontend --target wasm32-unknown-unknown)

binary=$(leptos_setting bin-target)
# shellcheck disable=SC2034
readonly dev_binary=$CARGO_TARGET_DIR/debug/$binary release_binary=$CARGO_TARGET_DIR/release/$binary \
    release_site=$CARGO_TARGET_DIR/release/site

say() { printf '%s\n' "float-desk: $*" >&2; }

die() {
    say "$*"
    exit 1
}

# Puts what tests keep for a moment into memory, where there is room: the engine waits for the disk at
# every write, and right after a build that disk is busy for seconds at a time.
scratch_in_memory() {
    local room
    room=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1) || return 0
    [ -w /dev/shm ] && [ "${room:-0}" -gt 2097152 ] || return 0
    TMPDIR=$(mktemp -d /dev/shm/float-desk.XXXXXX)
    export TMPDIR
    trap 'rm -rf "$TMPDIR"' EXIT
}

have() { command -v "$1" >/dev/null 2>&1; }

# Whether version $1 is $2 or newer.
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# Runs a command as root; without a terminal, sudo is used only where it asks no password.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif have sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        sudo "$@"
    else
        return 1
    fi
}

# Installs a tool that is written in Rust, as its own lock file says; where that asks for a newer compiler
# than ours, or names a crate that a mirror of the registry lacks, cargo picks others. Unoptimised, which is
# several times as fast to build and fast enough to use.
install_tool() {
    local install=(cargo install "$1" --debug --force --root "$FLOAT_DESK_CACHE/tools")
    export CARGO_PROFILE_DEV_DEBUG=0
    CARGO_TARGET_DIR=$FLOAT_DESK_CACHE/tools/build "${install[@]}" --locked ||
        CARGO_TARGET_DIR=$FLOAT_DESK_CACHE/tools/build \
            CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback "${install[@]}"
}

debian_has() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Installs the Debian packages that are missing; fails where that cannot be done, and the caller
# says which tool is missing and how to get it.
apt_install() {
    local package missing=()
    for package in "$@"; do debian_has "$package" || missing+=("$package"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    have apt-get || return 1
    as_root true || return 1
    say "installing ${missing[*]}"
    # Once for each script: a stale list names packages that the server no longer has.
    [ -n "${apt_updated:-}" ] || as_root apt-get update -q >&2 || return 1
    apt_updated=yes
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null >&2
}
