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

# An event that asks for somebody has an id, and journalctl -x says what it means and what to do.
journalctl --update-catalog || fail "the catalog can't be read"
mkdir -p /etc/widgetd/providers
echo '{' > /etc/widgetd/providers/broken.json
systemctl reload widgetd.service
event=$(journalctl --dump-catalog | awk '$1 == "--" { id = $2 } $0 == "Subject: A provider was not loaded" { print id }')
[ -n "$event" ] || fail "the catalog has no entry for a provider that isn't loaded"
explained() {
    journalctl --sync
    journalctl --catalog --unit=widgetd.service "MESSAGE_ID=$event" WIDGETD_PATH=/etc/widgetd/providers/broken.json > /out/explained.txt
    grep -q 'Subject: A provider was not loaded' /out/explained.txt
}
await 60 "journalctl -x explains the broken manifest" explained
grep -q 'The manifest /etc/widgetd/providers/broken.json can.t be used: ' /out/explained.txt || fail "the text doesn't name the manifest: $(cat /out/explained.txt)"
grep -q 'widgetctl provider check' /out/explained.txt || fail "the text doesn't say what to do"
rm /etc/widgetd/providers/broken.json
