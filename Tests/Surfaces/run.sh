#!/bin/sh
# Real status bars and a real notification daemon show what widgetd says: i3bar, i3blocks and polybar under Xvfb, waybar in headless sway, dunst on a bus of its own. Each is looked at by a
# screenshot, whose words are read by tesseract, and clicked on, and the daemon is asked what came of the click.
#
#     run.sh [PROGRAMS [SCREENSHOTS]]   PROGRAMS is the directory of the built programs (default .build/debug); the screenshots are kept in SCREENSHOTS (PROGRAMS/../surfaces)
#
# Where something is missing it says so and exits 77: skipped; of polybar and i3blocks only the part that needs them. It takes about a minute.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
programs=${1:-$here/../../.build/debug}
kept=${2:-$(cd -P "$programs" && pwd)/../surfaces}

skip() {
    echo "skipped: $1"
    exit 77
}

for program in widgetd widgetctl widgetd-notify widgetd-providers; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
for program in python3 Xvfb:xvfb i3:i3-wm waybar sway grim dunst xdotool tesseract:tesseract-ocr import:imagemagick dbus-daemon:dbus; do
    command -v "${program%:*}" >/dev/null || skip "there is no ${program%:*} (on Debian and Ubuntu: apt-get install ${program#*:})"
done

# Everything in a directory that goes: homes, stores, sockets. sway doesn't run as root, so that root gives all of it to nobody.
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/bin" "$place/shots"
for program in widgetd widgetctl widgetd-notify widgetd-providers; do cp "$programs/$program" "$place/bin/"; done
cp "$here"/*.py "$place/"
run=
if [ "$(id -u)" = 0 ]; then
    chown -R nobody: "$place"
    chmod 755 "$place"
    run="setpriv --reuid=nobody --regid=nogroup --clear-groups --inh-caps=-all"
fi

# The system's own first: another one may lie where only root may look.
python=$(command -v /usr/bin/python3 || command -v python3)
status=0
(cd "$place" && exec $run "$python" surfaces.py "$place") || status=$?
mkdir -p "$kept"
cp "$place"/shots/*.png "$kept/" 2>/dev/null || true
echo "the screenshots are in $(cd "$kept" && pwd)"
exit "$status"
