# The journal has entries with fields to search by, and under the program's name.
systemctl start widgetd.service
ctl place caffeine > /dev/null || fail "a widget cannot be placed"
systemctl reload widgetd.service
structured() {
    journalctl --sync
    journalctl --unit=widgetd.service --identifier=widgetd --output=json _COMM=widgetd | python3 -c '
import json, sys
needed = {"MESSAGE", "PRIORITY", "CODE_FILE", "CODE_LINE", "CODE_FUNC", "WIDGETD_LOGGER"}
sys.exit(not any(needed <= entry.keys() and entry["_TRANSPORT"] == "journal" for entry in map(json.loads, sys.stdin)))'
}
await 60 "a structured entry in the journal" structured
