# The environment every cargo call of Float Desk runs in; by hand: `source scripts/env.sh`.
# shellcheck shell=bash

FLOAT_DESK_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
export FLOAT_DESK_ROOT
# Tools and build output live outside the clone, so that a fresh clone on the same machine reuses them.
export FLOAT_DESK_CACHE="${FLOAT_DESK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/float-desk}"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$FLOAT_DESK_CACHE/target}"

case ":$PATH:" in
*":$FLOAT_DESK_ROOT/node_modules/.bin:"*) ;;
*) export PATH="$FLOAT_DESK_CACHE/tools/bin:$FLOAT_DESK_ROOT/node_modules/.bin:$PATH" ;;
esac

# Which Rust compiler to use: written by scripts/rust.sh.
if [ -f "$FLOAT_DESK_CACHE/rust-env.sh" ]; then
    # shellcheck source=/dev/null
    . "$FLOAT_DESK_CACHE/rust-env.sh"
fi

# One value of [[workspace.metadata.leptos]] in Cargo.toml, where these settings are defined.
leptos_setting() {
    sed -n "s/^$1 *= *\"\([^\"]*\)\".*/\1/p" "$FLOAT_DESK_ROOT/Cargo.toml" | head -n 1
}

# Leptos compiles the output name in: with it unset in one build and set in the next,
# everything above Leptos would be built again and the pages would ask for another file name.
LEPTOS_OUTPUT_NAME="$(leptos_setting output-name)"
LEPTOS_SITE_PKG_DIR="$(leptos_setting site-pkg-dir)"
export LEPTOS_OUTPUT_NAME LEPTOS_SITE_PKG_DIR
export LEPTOS_SITE_ROOT="$CARGO_TARGET_DIR/site"
