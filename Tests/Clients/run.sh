#!/bin/sh
# Calls a real daemon with the packages of proto/python and proto/go, and tries the providers in Python, Go, Rust and sh that docs/providers.md shows. Prints a line for each thing that holds.
#
#     run.sh [PROGRAMS]     PROGRAMS is the directory of the built programs (default .build/debug)
#
# The Python package is installed into a virtual environment in .build/clients. A language that can't be had is left out, and named. Where the Python package, which the test itself uses,
# can't be installed it exits 77: skipped. It takes a quarter of a minute, the first time a minute.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
programs=${1:-$root/.build/debug}
work=$root/.build/clients

skip() {
    echo "skipped: $1"
    exit 77
}

for program in widgetd widgetctl; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
command -v python3 >/dev/null || skip "there is no python3"

# Made anew when a .proto file or the package changes. It is built from a copy, since setuptools writes beside what it builds.
mkdir -p "$work"
if [ ! -e "$work/stamp" ] || [ -n "$(find "$root/proto" -newer "$work/stamp" -type f)" ]; then
    rm -rf "$work/python" "$work/proto"
    cp -R "$root/proto" "$work/proto"
    touch "$work/stamp.new"
    python3 -m venv "$work/python" >/dev/null 2>&1 || skip "python3 can't make a virtual environment (on Debian and Ubuntu: apt-get install python3-venv)"
    "$work/python/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 20 "$work/proto/python" >"$work/log" 2>&1 ||
        skip "the Python package can't be installed: $(tail -n 1 "$work/log")"
    mv "$work/stamp.new" "$work/stamp"
fi

go=$root/.build/go-interop/bin
mkdir -p "$work/widgetd-go-page"
python3 "$here/blocks.py" "$root/docs/clients.md" go >"$work/widgetd-go-page/main.go"
status=0
"$root/Tests/GoInterop/setup.sh" "$here/widgetd-go-package" "$work/widgetd-go-page" || status=$?
case $status in
0) ;;
77) go= ;;
*) echo "the Go package doesn't build" >&2; exit 1 ;;
esac

exec "$work/python/bin/python" "$here/drive.py" "$root" "$(cd "$programs" && pwd)" "$go"
