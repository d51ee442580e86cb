# The bundled `systemd` names a unit that failed, as the machine's manager knows it, and is well again once that is reset.
systemctl start widgetd.service
systemd-run --quiet --unit=broken.service --property=Type=oneshot false 2> /dev/null || true
await 60 "the unit has failed" systemctl --quiet is-failed broken.service
id=$(ctl place systemd --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["widget"]["id"])')
shows() { ctl show "$id" | grep -q "$1"; }
await 60 "the widget names the unit" shows broken.service
systemctl reset-failed
ctl reload "$id" > /dev/null || fail "the widget cannot be reloaded"
await 60 "the widget is well again" shows "all units"
