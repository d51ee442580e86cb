# Functions for the checks; the shell that sources it runs with `set -eu` as root in the booted container.

# fail TEXT: ends the check. TEXT says what a user would have met; on standard error, so that $(...) does not swallow it.
fail() { echo "$*" >&2; exit 1; }

# skip REASON: ends the check as one that can't run here.
skip() { echo "$*" >&2; exit 77; }

# await SECONDS WHAT COMMAND...: waits until COMMAND succeeds, and fails with WHAT if it doesn't in time.
await() {
    local end=$((SECONDS + $1)) what=$2
    shift 2
    until "$@" > /dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || fail "waited in vain: $what"
        sleep 0.1
    done
}

# property UNIT NAME: one property of a unit.
property() { systemctl show --property="$2" --value "$1"; }

# is UNIT NAME VALUE: whether a property has that value.
is() { [ "$(property "$1" "$2")" = "$3" ]; }

# Clients speak with the machine's daemon: no session's runtime directory leads them elsewhere. A slow machine has `patience`, seconds, in its environment.
ctl() { env -u XDG_RUNTIME_DIR widgetctl ${patience:+--timeout "$patience"} "$@"; }

# listed: ids and kinds of the placed widgets as the daemon tells them, on one line.
listed() {
    local json
    json=$(ctl widgets --json) || fail "widgetctl widgets --json failed"
    python3 -c '
import json, sys
widgets = [entry["widget"] for entry in json.loads(sys.argv[1]).get("widgets", [])]
print(", ".join(sorted(widget["id"] + " " + widget["kind"] for widget in widgets)))' "$json" || fail "widgetctl widgets --json is not what was expected: $json"
}

# place_two: places two widgets and sets `placed` to the list with them.
place_two() {
    ctl place caffeine > /dev/null || fail "a widget cannot be placed"
    ctl place caffeine > /dev/null || fail "a second widget cannot be placed"
    placed=$(listed)
    [[ $placed == *,* ]] || fail "two widgets were placed, listed: $placed"
}

# same_widgets WHEN: fails unless exactly the placed widgets are there.
same_widgets() {
    local now
    now=$(listed)
    [ "$now" = "$placed" ] || fail "$1 the widgets are not the same: had $placed, have ${now:-none}"
}

# another_daemon PID: whether the service runs again with another main process.
another_daemon() {
    local main
    # Between two daemons there is none, and its id is 0.
    main=$(property widgetd.service MainPID)
    [ "$main" != 0 ] && [ "$main" != "$1" ] && is widgetd.service ActiveState active
}
