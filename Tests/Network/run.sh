#!/bin/sh
# Three daemons in three network namespaces, whose cables delay by 20 ms and lose 1.5 % of all frames, are written to 10,000 times while each is killed (SIGKILL) again and again, cut off, one way and
# both, and the disk of one is filled up. Then everything that was acknowledged must be on all three, and all three be equal. Meanwhile buttons are tapped 2,000 times, each on any of the
# three for a provider of any: each tap must have been performed exactly once, or the person told that it wasn't.
#
#     run.sh [PROGRAMS [OPTION...]]     PROGRAMS is the directory of the built programs (default .build/debug); `--seed N` for other faults, `--writes N`, `--taps N`, `--keep`
#
# It needs root, for namespaces of its own: the machine's network isn't touched. Where that or something else is missing it says so and exits 77: skipped. It takes about a minute.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
programs=${1:-$here/../../.build/debug}
[ $# -eq 0 ] || shift

skip() {
    echo "skipped: $1"
    exit 77
}

for program in widgetd widgetctl; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
[ "$(id -u)" = 0 ] || skip "network namespaces need root (sudo $0)"
command -v ip >/dev/null || skip "there is no ip (on Debian and Ubuntu: apt-get install iproute2)"
command -v python3 >/dev/null || skip "there is no python3"
[ -c /dev/net/tun ] || skip "this kernel has no TUN devices (/dev/net/tun)"
probe=widgetd-$$-probe
ip netns add "$probe" 2>/dev/null || skip "this machine lets nobody make network namespaces"
ip -n "$probe" tuntap add mode tap probe 2>/dev/null && status=0 || status=1
ip netns del "$probe"
[ "$status" = 0 ] || skip "this machine lets nobody make TAP devices"

exec python3 "$here/converge.py" "$(cd "$programs" && pwd)" "$@"
