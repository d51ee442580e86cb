# The bundled `systemd` names a unit that failed, as the machine's manager knows it, and is well again once that is reset.
systemctl start widgetd.service
systemd-run --quiet --unit=broken-on-purpose.service --property=Type=oneshot false 2> /dev/null || true
await 30 "the unit has failed" systemctl --quiet is-failed broken-on-purpose.service
id=$(ctl place systemd --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["widget"]["id"])')
await 30 "the widget names it: $(ctl show "$id")" sh -c "env -u XDG_RUNTIME_DIR widgetctl show $id | grep -q broken-on-purpose"
systemctl reset-failed
ctl reload "$id" > /dev/null || fail "the widget cannot be reloaded"
await 30 "the widget is well again" sh -c "env -u XDG_RUNTIME_DIR widgetctl show $id | grep -q 'all units are well'"
