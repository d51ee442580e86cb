#!/bin/sh
# Presses Tab in real shells, in a terminal of tmux's, and reads what stands on the screen: bash, zsh and fish with the completions that `widgetctl` gives them.
#
#     run.sh [PROGRAMS]     PROGRAMS is the directory of the built programs (default .build/debug)
#
# A shell that isn't installed is left out, and named. Without tmux it says so and exits 77: skipped. It takes a quarter of a minute.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
programs=${1:-$here/../../.build/debug}

for program in widgetd widgetctl widgetctl-motion widgetctl-render; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
for program in python3 tmux; do
    command -v $program >/dev/null || { echo "skipped: there is no $program (on Debian and Ubuntu: apt-get install $program)"; exit 77; }
done
exec python3 "$here/shells.py" "$(cd "$programs" && pwd)"
