# All bundled providers work in the service's sandbox: programs are run, /proc and /sys are read, Python runs. A widget is fed when it shows an entry of its
# provider without an error.
systemctl start widgetd.service
for manifest in /usr/share/widgetd/providers/*.json; do
    # Each bundled provider has one kind, of its own name, but for those that only draw activities.
    kind=$(basename "$manifest" .json)
    case $kind in media | transfer) continue ;; esac
    ctl place "$kind" > /dev/null || fail "the bundled kind $kind cannot be placed"
done
state() { ctl widgets --json | python3 -c '
import json, sys
unfed = [entry["widget"]["kind"] + ": " + entry.get("lastError", entry.get("state", "no state"))
         for entry in json.load(sys.stdin)["widgets"] if entry.get("state") != "current" or entry.get("lastError")]
print("; ".join(unfed))
sys.exit(bool(unfed))'; }
for _ in $(seq 600); do
    if unfed=$(state); then break; fi
    sleep 0.1
done
[ -z "$unfed" ] || fail "not fed in the sandbox: $unfed"
