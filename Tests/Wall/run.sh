#!/bin/sh
# The real widgetd-wall in headless sway, as a person uses it: what it draws, clicks, keys, pages, and what it survives.
#
#     run.sh [PROGRAMS [SCREENSHOTS]]   PROGRAMS is the directory of the built programs (default .build/debug); the screenshots are kept in SCREENSHOTS (PROGRAMS/../wall)
#
# Where something is missing it says so and exits 77: skipped. It takes less than a minute.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
programs=${1:-$here/../../.build/debug}
kept=${2:-$(cd -P "$programs" && pwd)/../wall}

skip() {
    echo "skipped: $1"
    exit 77
}

needed="widgetd widgetctl widgetctl-render widgetd-wall"
for program in $needed; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
for program in python3 sway grim convert:imagemagick dbus-daemon:dbus; do
    command -v "${program%:*}" >/dev/null || skip "there is no ${program%:*} (on Debian and Ubuntu: apt-get install ${program#*:})"
done

# Everything in a directory that goes. sway doesn't run as root, so that root gives all of it to nobody.
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/bin" "$place/shots"
for program in $needed; do cp "$programs/$program" "$place/bin/"; done
cp "$here"/*.py "$here/../Surfaces/desk.py" "$here/../Surfaces/pointer.py" "$place/"
run=
if [ "$(id -u)" = 0 ]; then
    chown -R nobody: "$place"
    chmod 755 "$place"
    run="setpriv --reuid=nobody --regid=nogroup --clear-groups --inh-caps=-all"
fi

python=$(command -v /usr/bin/python3 || command -v python3)
status=0
(cd "$place" && exec $run "$python" wall.py "$place") || status=$?
mkdir -p "$kept"
cp "$place"/shots/*.png "$kept/" 2>/dev/null || true
echo "the screenshots are in $(cd "$kept" && pwd)"
exit "$status"
