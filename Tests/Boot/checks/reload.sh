# A reload keeps the process and its widgets, and the log tells of it.
systemctl start widgetd.service
place_two
pid=$(property widgetd.service MainPID)
# Counted before and after: journalctl --after-cursor with a match may skip the first entry that matches.
lines() { journalctl --sync; journalctl --unit=widgetd.service --output=cat _PID="$pid" | grep -ci reload || true; }
before=$(lines)
systemctl reload widgetd.service || fail "systemctl reload failed"
told() { [ "$(lines)" -gt "$before" ]; }
await 60 "the log tells of the reload" told
await 60 "the service is active after the reload" is widgetd.service ActiveState active
is widgetd.service MainPID "$pid" || fail "the reload replaced the daemon"
same_widgets "after the reload"
