#!/bin/sh
# Attacks widgetd, and prints one line for each attack: how much was tried, and whether everything held.
#
#     run.sh [PROGRAMS [FULL]]     PROGRAMS is the directory of the built programs and tests (default .build/debug). With `full` each decoder
#                                  gets 200,000 inputs too (Tests/Fuzz), for which all is built anew.
#
# The attacks that are tests of the suite are run by their names; sockets.py and daemons.py attack daemons of their own. Everything is in temporary directories,
# and only what was started here is ended. It takes about eight minutes. Exits 1 if anything didn't hold.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
programs=$(cd "${1:-$root/.build/debug}" && pwd)
extent=${2:-}
tests=$programs/widgetdPackageTests.xctest
for program in "$tests" "$programs/widgetd" "$programs/widgetctl" "$programs/widgetctl-board" "$programs/widgetctl-render" "$programs/widgetd-web" \
    "$programs/StoreWriter"; do
    [ -x "$program" ] || { echo "there is no $program; build it first: swift build && swift build --product widgetdPackageTests" >&2; exit 66; }
done
command -v python3 >/dev/null || { echo "there is no python3 (on Debian and Ubuntu: apt-get install python3)" >&2; exit 69; }

log=$(mktemp /tmp/widgetd-attack-XXXXXX)
trap 'rm -f "$log"' EXIT
status=0

# attack NAME FILTER: the tests whose names match.
attack() {
    began=$(date +%s)
    held=held
    (cd "$root" && timeout 600 "$tests" --testing-library swift-testing --no-parallel --filter "$2") >"$log" 2>&1 || held=BROKEN
    count=$(sed -n 's/.*Test run with \([0-9]*\) tests* in .* passed.*/\1/p' "$log" | tail -n 1)
    # A filter that finds nothing passes too.
    [ "${count:-0}" -gt 0 ] || held=BROKEN
    echo "$held  $1: ${count:-no} tests, $(($(date +%s) - began)) s"
    if [ "$held" = BROKEN ]; then
        status=1
        grep -E "recorded an issue|Fatal|crashed" "$log" | cut -c1-400 || true
    fi
}

attack "300 kills of a store's writer under acknowledged writes" "WidgetStoreTests.KillTests"
attack "flipped bits and damaged sectors of the store" "WidgetStoreTests.DamageTests|WidgetStoreTests.CorruptionTests"
attack "a paired device that lies" "WidgetStoreTests.LyingMemberTests"
attack "connections and streams without end, readers that don't read" "TTRPCTests.*(LimitTests|Backpressure|Unread)"
attack "frames against the protocol" "TTRPCTests.*(Malformed|Frame|Protocol)"
attack "rapid reset, headers without end and floods at the push gateway" "WidgetGatewayTests.*(Hostile|DeafClient)"
attack "odd and forged tokens at the push gateway" "WidgetGatewayTests.*(Reason|Wire|WebPush)"
attack "manifests that lie" "WidgetProvidersTests.Manifest"
attack "providers that flood, hang, fork and end" "WidgetProvidersTests.(JSONProvider|RPCProvider|Xbar|ScriptProvider)"
attack "escape sequences and markup in a provider's text" "WidgetSurfacesTests.SafeText"
attack "markup in notifications" "WidgetNotificationsTests.ServerTests"
attack "archives beyond the limits" "WidgetCoreTests.*(ArchiveValidation|ScriptFuzz)"

python3 "$here/sockets.py" "$programs" 200000 10000 || status=1
python3 "$here/daemons.py" "$programs" || status=1

if [ "$extent" = full ]; then
    "$root/Tests/Fuzz/run.sh" 200000 || { [ $? -eq 77 ] || status=1; }
fi
exit $status
