# A daemon that hangs is killed and started again, and the widgets are still there. A daemon that works is left alone.
mkdir -p /run/systemd/system/widgetd.service.d
printf '[Service]\nWatchdogSec=5s\n' > /run/systemd/system/widgetd.service.d/watchdog.conf
systemctl daemon-reload
systemctl start widgetd.service
place_two
sleep 13  # more than two and a half times the limit, with no call that could wake the daemon
is widgetd.service NRestarts 0 || fail "the watchdog killed a daemon that was idle, not hanging"

pid=$(property widgetd.service MainPID)
kill -STOP "$pid"
await 60 "the watchdog replaces a stopped daemon" another_daemon "$pid"
is widgetd.service NRestarts 1 || fail "restarted $(property widgetd.service NRestarts) times for one hang"
same_widgets "after the watchdog's restart"
