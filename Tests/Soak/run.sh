#!/bin/sh
# Three daemons with 200 widgets, used, killed, stopped, filled up and given wrong clocks for hours. Nothing that was acknowledged may be lost, all three must
# be level in the end, and memory, descriptors and threads must stay flat. Tests/Soak/soak.py says more.
#
#     run.sh [PROGRAMS [HOURS [OPTION...]]]     PROGRAMS is the directory of the built programs (default .build/debug), HOURS may be a fraction (default 1);
#                                               `--seed N` for other faults, `--out DIRECTORY` for the samples and the page of curves (default .build/soak)
#
# Give it release programs: the optimizer may change what a program costs over hours.
#
# What a machine can't do is left out, and named: a full disk needs root, a wrong clock a C compiler. Without python3, curl or openssl it exits 77: skipped.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
programs=${1:-$here/../../.build/debug}
hours=${2:-1}
[ $# -lt 2 ] || shift
[ $# -lt 1 ] || shift

for program in widgetd widgetctl; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
for program in python3 curl openssl; do
    command -v $program >/dev/null || { echo "skipped: there is no $program"; exit 77; }
done

exec python3 "$here/soak.py" "$(cd "$programs" && pwd)" "$hours" "$@"
