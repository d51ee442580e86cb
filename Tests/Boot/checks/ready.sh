# systemctl start returns when the daemon says that it is ready, not before, and then it serves.
is widgetd.service Type notify || fail "widgetd.service doesn't wait for readiness"
systemctl start widgetd.service || fail "widgetd.service did not get ready"
is widgetd.service ActiveState active || fail "widgetd.service is not active"
is widgetd.service SubState running || fail "widgetd.service is not running"
is widgetd.service User widgetd || fail "widgetd.service does not run as the user widgetd"
ctl status || fail "the daemon said it was ready and doesn't answer"
[ "$(stat -c '%U %a' /var/lib/widgetd)" = "widgetd 700" ] || fail "the store's directory is open to others: $(stat -c '%U %a' /var/lib/widgetd)"
