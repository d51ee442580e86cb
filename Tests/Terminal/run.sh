#!/bin/sh
# The board in a real terminal, tmux's: what is seen on the screen while numbers, bars and rows move, what is written, and that nothing is done when all has arrived.
#
#     run.sh [PROGRAMS]     PROGRAMS is the directory of the built programs (default .build/debug)
#
# Without tmux it says so and exits 77: skipped. It takes a quarter of a minute.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
programs=${1:-$here/../../.build/debug}

for program in widgetd widgetctl widgetctl-board; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
for program in python3 tmux; do
    command -v $program >/dev/null || { echo "skipped: there is no $program (on Debian and Ubuntu: apt-get install $program)"; exit 77; }
done
exec python3 "$here/board.py" "$(cd "$programs" && pwd)"
