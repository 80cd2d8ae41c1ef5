#!/usr/bin/env bash
# Finds or installs a Rust compiler that also builds for the browser, and records the choice.
#
# In this order: the compiler in use, `rustup target add`, and for machines that rustup's
# server cannot be reached from, Debian's compiler with the browser's standard library built here.
# Usage: rust.sh [--lint]   (--lint: clippy and rustfmt too)
# FLOAT_DESK_RUST=debian takes Debian's compiler at once, for instance to try that way out.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

readonly wasm=wasm32-unknown-unknown
readonly choice=$FLOAT_DESK_CACHE/rust-env.sh
lint=${1:-}

# The oldest compiler that builds us: Cargo.toml's rust-version.
floor=$(sed -n 's/^rust-version *= *"\(.*\)"/\1/p' Cargo.toml 2>/dev/null | head -n 1)
floor=${floor:-1.94}

new_enough() {
    have cargo && have rustc &&
        version_at_least "$(rustc --version 2>/dev/null | cut -d' ' -f2)" "$floor"
}

# A library that we built ourselves carries the version of the compiler that it belongs to.
has_wasm() {
    local dir
    dir=$(rustc --print target-libdir --target $wasm 2>/dev/null) || return 1
    compgen -G "$dir/libstd-*.rlib" >/dev/null || return 1
    [ ! -f "$dir/float-desk.stamp" ] ||
        { [ "$(rustc -vV)" = "$(cat "$dir/float-desk.stamp")" ] && [ -x /usr/bin/rust-lld ]; }
}

has_lint() { [ "$lint" != --lint ] || { cargo clippy --version && cargo fmt --version; } >/dev/null 2>&1; }

ready() { new_enough && has_wasm && has_lint && have cc; }

use_rustup() {
    have rustup || return 1
    if ! new_enough; then
        say "Rust $floor or newer is needed: trying rustup toolchain install stable"
        timeout 600 rustup toolchain install stable --profile minimal >&2 || return 1
        printf 'export RUSTUP_TOOLCHAIN=stable\n' >"$choice"
        export RUSTUP_TOOLCHAIN=stable
        new_enough || return 1
    fi
    say "trying rustup target add $wasm"
    # Bounded, because a closed network may swallow the request instead of refusing it.
    has_wasm || timeout 60 rustup target add $wasm >/dev/null 2>&1 || return 1
    has_lint || timeout 60 rustup component add clippy rustfmt >/dev/null 2>&1 || return 1
    ready
}

use_debian() {
    # Debian's packaged rustup and its compiler exclude each other: never remove somebody's rustup.
    ! debian_has rustup || return 1
    say "taking Debian's compiler (rustc-web), about 2 minutes"
    apt_install gcc libc6-dev rustc-web cargo-web rust-web-src rust-web-llvm rust-web-clippy rustfmt-web || return 1
    # The linker's package is the one that rust-web-llvm's link names, for instance lld-22.
    [ -x /usr/bin/rust-lld ] || apt_install "$(basename "$(readlink /usr/bin/rust-lld)")" || return 1

    if have rustup; then
        rustup toolchain link float-desk /usr || return 1
        printf 'export RUSTUP_TOOLCHAIN=float-desk\n' >"$choice"
    else
        # Another cargo may come earlier in PATH; a directory of links puts Debian's first.
        mkdir -p "$FLOAT_DESK_CACHE/rust/bin"
        ln -sf /usr/bin/{cargo,rustc,rustdoc,cargo-clippy,clippy-driver,cargo-fmt,rustfmt} "$FLOAT_DESK_CACHE/rust/bin/"
        # shellcheck disable=SC2016 # the variables are for the file
        printf 'export PATH="$FLOAT_DESK_CACHE/rust/bin:$PATH"\n' >"$choice"
    fi
    # shellcheck source=/dev/null
    . "$choice"
    new_enough || return 1
    has_wasm || build_wasm_std
}

# Debian ships the standard library's source but not its build for the browser.
build_wasm_std() {
    say "building Rust's standard library for the browser, once, about 1 minute"
    local crate built lib
    crate=$(mktemp -d)
    built=$crate/target/$wasm/release/deps
    lib=$(rustc --print target-libdir --target $wasm)
    mkdir "$crate/src"
    touch "$crate/src/lib.rs"
    printf '[package]\nname = "float_desk_empty"\nedition = "2021"\n[workspace]\n' >"$crate/Cargo.toml"
    rustc -vV >"$crate/float-desk.stamp"
    # Not --locked: the crate is empty, and the library has the lock file that it ships with.
    # RUSTC_BOOTSTRAP admits -Zbuild-std in a released compiler, for this one build.
    # The library of an older compiler must go: rustc refuses to choose between two. Chained with &&,
    # because `set -e` sleeps in a function called before ||.
    RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$crate/target cargo build --release \
        --manifest-path "$crate/Cargo.toml" -Zbuild-std=std,panic_abort,panic_unwind --target $wasm &&
        rm "$built/"libfloat_desk_empty-*.rlib &&
        as_root rm -rf "$lib" &&
        as_root mkdir -p "$lib" &&
        as_root cp "$built/"*.rlib "$crate/float-desk.stamp" "$lib/"
    local status=$?
    rm -rf "$crate"
    return $status
}

if [ "${FLOAT_DESK_RUST:-}" = debian ]; then
    use_debian || die "Debian's compiler could not be installed: run this as root, on Debian 12 or newer"
fi
ready && exit
have cc || apt_install gcc libc6-dev || die "cc is missing: install a C compiler (Debian: apt-get install gcc libc6-dev)"
ready && exit
use_rustup || use_debian || true
ready || die "no Rust $floor or newer that builds for $wasm: install it with rustup (rustup toolchain install stable --target $wasm --component clippy,rustfmt), or on Debian run this as root"
say "Rust: $(rustc --version)"
