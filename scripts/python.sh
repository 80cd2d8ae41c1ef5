#!/usr/bin/env bash
# Installs schemathesis, which tries the API against its description, and prints where it is.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

version=4.32.5
home=$FLOAT_DESK_CACHE/tools/schemathesis-$version
[ -x "$home/bin/schemathesis" ] && echo "$home/bin" && exit

python_ready() { python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; }

python_ready || apt_install python3 python3-venv || true
python_ready || die "Python 3.10 or newer with venv is missing, and the API's description cannot be tried without it: install it from python.org, or on Debian with apt-get install python3 python3-venv"

say "installing schemathesis $version"
# Made beside its place and then moved, so that an interrupted install is done again.
rm -rf "$home.part"
python3 -m venv "$home.part" >&2 || die "a Python environment cannot be made at $home: is there room, and python3-venv?"
"$home.part/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version" >&2 ||
    die "schemathesis could not be installed from PyPI: is the network there?"
rm -rf "$home"
mv "$home.part" "$home"
# Scripts of a virtual environment name its place.
sed -i "1s|$home.part|$home|" "$home"/bin/*
echo "$home/bin"
