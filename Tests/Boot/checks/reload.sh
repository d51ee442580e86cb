# A reload keeps the process, its clients and its widgets, and the log tells of it.
systemctl start widgetd.service
place_two
pid=$(property widgetd.service MainPID)
journalctl --sync
cursor=$(journalctl --lines=1 --show-cursor --quiet | sed -n 's/^-- cursor: //p')
[ -n "$cursor" ] || fail "the journal has no place to read on from"
systemctl reload widgetd.service || fail "systemctl reload failed"
told() { journalctl --sync; journalctl --unit=widgetd.service --after-cursor="$cursor" --output=cat _PID="$pid" | grep -qi reload; }
await 20 "the log tells of the reload" told
await 20 "the service is active after the reload" is widgetd.service ActiveState active
is widgetd.service MainPID "$pid" || fail "the reload replaced the daemon"
same_widgets "after the reload"
