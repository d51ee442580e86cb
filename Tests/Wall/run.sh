#!/bin/sh
# The real widgetd-wall on real compositors without a screen, as a person uses it: what it draws, touches, clicks, keys, pages, and what it survives.
#
#     run.sh [PROGRAMS [SCREENSHOTS]]   PROGRAMS is the directory of the built programs (default .build/debug); the screenshots are kept in SCREENSHOTS (PROGRAMS/../wall)
#
# WALL_TESTS names the compositors: by default "sway plasma gnome x11". What this machine hasn't is named as skipped; where sway itself is missing, it exits 77. It takes three
# minutes.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
programs=${1:-$here/../../.build/debug}
kept=${2:-$(cd -P "$programs" && pwd)/../wall}
tests=${WALL_TESTS:-sway plasma gnome x11}

lacks() {
    for program in "$@"; do
        command -v "${program%:*}" >/dev/null || { echo "there is no ${program%:*} (on Debian and Ubuntu: apt-get install ${program#*:})"; return 0; }
    done
    return 1
}

needed="widgetd widgetctl widgetctl-render widgetd-wall"
for program in $needed; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
python=$(command -v /usr/bin/python3 || command -v python3) || { echo "skipped: there is no python3"; exit 77; }

# Everything in a directory that goes. sway doesn't run as root, so that root gives all of it to nobody.
test_on() {
    place=$(mktemp -d)
    trap 'rm -rf "$place"' EXIT
    mkdir "$place/bin" "$place/shots"
    for program in $needed; do cp "$programs/$program" "$place/bin/"; done
    # Debian lets KWin raise its own priority, which not every container allows. The copy has no such right.
    if [ "$1" = plasma ]; then cp "$(command -v kwin_wayland)" "$place/bin/"; fi
    cp "$here"/*.py "$here/../Surfaces/desk.py" "$here/../Surfaces/pointer.py" "$place/"
    run=
    if [ "$(id -u)" = 0 ]; then
        chown -R nobody: "$place"
        chmod 755 "$place"
        run="setpriv --reuid=nobody --regid=nogroup --clear-groups --inh-caps=-all"
    fi
    result=0
    (cd "$place" && exec $run "$python" "$1.py" "$place") || result=$?
    cp "$place"/shots/*.png "$kept/" 2>/dev/null || true
    rm -rf "$place"
    return "$result"
}

mkdir -p "$kept"
status=0
for test in $tests; do
    case $test in
    sway) wanted="sway grim" ;;
    plasma) wanted="kwin_wayland:kwin-wayland" ;;
    gnome) wanted="mutter Xvfb:xvfb xdotool import:imagemagick" ;;
    x11) wanted="weston Xvfb:xvfb xdotool import:imagemagick" ;;
    *) echo "WALL_TESTS: there is no test $test" >&2; exit 64 ;;
    esac
    if reason=$(lacks $wanted convert:imagemagick dbus-daemon:dbus); then
        echo "skipped: $test: $reason"
        if [ "$test" = sway ] && [ "$status" = 0 ]; then status=77; fi
        continue
    fi
    echo "== $test"
    result=0
    test_on "$test" || result=$?
    if [ "$result" = 77 ]; then continue; fi
    if [ "$result" != 0 ]; then status=$result; break; fi
done
echo "the screenshots are in $(cd "$kept" && pwd)"
exit "$status"
