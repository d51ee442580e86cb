# The bundled `systemd-unit` starts and stops a unit as a person's toggle; who may not is told so, and so is who names a unit that there isn't.
cat > /run/systemd/system/lamp.service <<'U'
[Service]
ExecStart=/bin/sleep infinity
U
systemctl daemon-reload
systemctl start widgetd.service
# The machine's daemon is nobody's administrator.
await 60 "the kind is known" ctl control add systemd-unit unit=lamp --name Lamp
shows() { ctl control show "$1" | grep -q "$2"; }
await 60 "the control knows that the unit is inactive" shows Lamp "inactive (dead)"
status=0
said=$(ctl control set Lamp on 2>&1) || status=$?
[ "$status" = 75 ] || fail "a start that isn't allowed ends with $status: $said"
[[ $said == *"lamp.service: systemd refused"* ]] || fail "a start that isn't allowed doesn't say why: $said"
ctl control add systemd-unit unit=nosuch.service --name Nothing > /dev/null || fail "the control cannot be added"
await 60 "the control says that there is no such unit" shows Nothing "no unit nosuch.service"
# root's own is.
systemd-run --quiet --unit=root-widgetd --property=Type=notify widgetd --state-directory /run/root-widgetd --socket /run/root-widgetd.sock
export WIDGETD_SOCKET=/run/root-widgetd.sock
await 60 "root's daemon is there" ctl control add systemd-unit unit=lamp --name Lamp
await 60 "root's control knows the unit" shows Lamp "inactive (dead)"
ctl control set Lamp on || fail "the unit cannot be started"
is lamp.service ActiveState active || fail "the unit isn't started"
shows Lamp "active (running)" || fail "the control doesn't show that the unit runs"
ctl control set Lamp off || fail "the unit cannot be stopped"
is lamp.service ActiveState inactive || fail "the unit isn't stopped"
