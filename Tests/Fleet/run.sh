#!/bin/sh
# Three hubs that reach each other only through PostgreSQL are written to while hubs and its two servers are killed, cut off, parted, filled up and given wrong clocks, each in turn, and all at once; at the end
# the standby takes the primary's place. Then everything that was acknowledged must be on all three, and all three be equal. Each tap, at a hub or at a display, must have been performed once, or not at all if it
# was refused. The servers are real, with TLS, and the standby confirms each write.
#
#     run.sh [PROGRAMS [OPTION...]]     PROGRAMS is the directory of the built programs (default .build/debug); `--seed N` for other faults, `--rounds N`, `--writes N`, `--keep`
#
# Before that, three hubs and ten displays are set up as docs/fleet.md says.
#
# It needs root, for namespaces of its own: the machine's network isn't touched. Where that or something else is missing it says so and exits 77: skipped. It takes about two minutes.
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
for program in ip python3 openssl setpriv; do
    command -v $program >/dev/null || skip "there is no $program"
done
[ -n "$(ls /usr/lib/postgresql/*/bin/postgres 2>/dev/null)" ] || skip "there is no PostgreSQL server (on Debian and Ubuntu: apt-get install postgresql)"
id postgres >/dev/null 2>&1 || skip "there is no user postgres"
[ -c /dev/net/tun ] || skip "this kernel has no TUN devices (/dev/net/tun)"
probe=widgetd-$$-probe
ip netns add "$probe" 2>/dev/null || skip "this machine lets nobody make network namespaces"
ip -n "$probe" tuntap add mode tap probe 2>/dev/null && status=0 || status=1
ip netns del "$probe"
[ "$status" = 0 ] || skip "this machine lets nobody make TAP devices"

programs=$(cd "$programs" && pwd)
if command -v pg_createcluster >/dev/null; then
    unshare --mount python3 "$here/administrator.py" "$programs"
else
    echo "skipped: the commands of docs/fleet.md need pg_createcluster (on Debian and Ubuntu: apt-get install postgresql)"
fi
exec python3 "$here/engine.py" "$programs" "$@"
