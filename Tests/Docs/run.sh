#!/bin/sh
# Follows README.md and every page under docs/ literally, as an ordinary user with an umask of 002 and an empty home, and runs each example that a --help gives. What can't be run in a
# test stands in tables.py with its reason; those reasons are printed.
#
#     run.sh [PROGRAMS] [PAGE…]     PROGRAMS is the directory of the built programs (default .build/debug); PAGE is such as README.md, docs/bars.md or help
#
# Root becomes a user of its own here, in a network of its own: pages name ports. Otherwise it runs as who calls it. Where neither can be it says so and exits 77: skipped. It takes three minutes.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
programs=$(cd "${1:-$root/.build/debug}" && pwd)
[ $# -eq 0 ] || shift

skip() {
    echo "skipped: $1"
    exit 77
}

for program in widgetd widgetctl widgetctl-board widgetctl-motion widgetctl-render widgetd-notify widgetd-web widgetd-wall widgetd-providers; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
# Those that every user may run, and not what a shim of one user's finds.
PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
for program in python3 bash jq; do
    command -v $program >/dev/null || skip "there is no $program (on Debian and Ubuntu: apt-get install $program)"
done

# The committed reference pages are those that the programs and the sources give, groff takes the man pages without a warning, and the
# pages' sentences are short.
if [ $# -eq 0 ]; then
    python3 "$root/scripts/reference" check "$programs"
    "$here/man.sh" "$root" "$programs"
    "$here/prose.py" "$root"
fi

place=$(mktemp -d /tmp/widgetd-docs-XXXXXX)
trap 'rm -rf "$place"' EXIT
chmod 755 "$place"
"$root/scripts/manifests" "$root/Sources/Providers" "$programs" "$place/providers"
mkdir "$place/work"

if [ "$(id -u)" -ne 0 ]; then
    python3 "$here/follow.py" "$root" "$programs" "$place" "$@"
    exit
fi
command -v setpriv >/dev/null || skip "there is no setpriv (on Debian and Ubuntu: apt-get install util-linux)"
# An ordinary user who owns nothing: no account is needed for that.
user=61183
chown $user:$user "$place/work"
setpriv --reuid=$user --regid=$user --clear-groups test -x "$programs/widgetctl" || skip "an ordinary user can't run $programs/widgetctl: a directory above it is closed"
follow="setpriv --reuid=$user --regid=$user --clear-groups python3 $here/follow.py $root $programs $place $*"
if unshare --net true 2>/dev/null && command -v ip >/dev/null; then
    # With an address that other machines could reach, and nobody there.
    unshare --net sh -c "ip link set lo up; ip link add desk type veth peer name wire && ip address add 192.168.1.20/24 dev desk && ip link set desk up && ip link set wire up; exec $follow"
else
    $follow
fi
