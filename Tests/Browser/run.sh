#!/bin/sh
# The web board in real Chromium, from a real widgetd: it shows, changes, is tapped, waits for a server that restarts, works without scripts.
#
#     run.sh [PROGRAMS [PICTURES]]   PROGRAMS is the directory of the built programs (default .build/debug); pictures are kept in PICTURES where it is given
#
# Where something is missing it says so and exits 77: skipped. It takes about half a minute.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
programs=${1:-$here/../../.build/debug}

skip() {
    echo "skipped: $1"
    exit 77
}

for program in widgetd widgetctl widgetd-web; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
command -v python3 >/dev/null || skip "there is no python3 (on Debian and Ubuntu: apt-get install python3)"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) \
    || skip "there is no chromium (on Debian and Ubuntu: apt-get install chromium)"

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
timeout 180 python3 "$here/board.py" "$(cd "$programs" && pwd)" "$browser" "$place" ${2:+"$2"}
