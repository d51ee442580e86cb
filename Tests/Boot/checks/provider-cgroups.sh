# Each provider's program is in a control group of its own below the unit's, with what it starts. Tests/Machine tries the limits, which a container doesn't have.
systemctl start widgetd.service
cat > /tmp/sleeper << 'END'
#!/bin/sh
cat > /dev/null
sleep 30 &
exec sleep 20
END
install -D -m 755 /tmp/sleeper /etc/widgetd/providers/sleeper
cat > /etc/widgetd/providers/sleeper.json << 'END'
{"format": 1, "id": "sleeper", "name": "Sleeper", "protocol": "json", "exec": ["/etc/widgetd/providers/sleeper"], "memory_limit_mib": 64, "deadline_seconds": 5,
 "kinds": [{"id": "sleeper", "display_name": "Sleeper", "families": ["systemSmall"]}]}
END
ctl provider rescan > /dev/null || true
place() { ctl place sleeper > /dev/null 2>&1; }
await 30 "a widget of the sleeper is placed" place
running() { pgrep -f 'sleep 20' > /dev/null; }
await 30 "the provider's program runs" running
group() { sed -n 's/^0:://p' "/proc/$1/cgroup"; }
[ "$(group "$(pgrep -f 'sleep 20' | head -n 1)")" = /system.slice/widgetd.service/provider-sleeper ] || fail "the program is in $(group "$(pgrep -f 'sleep 20' | head -n 1)")"
[ "$(group "$(pgrep -f 'sleep 30' | head -n 1)")" = /system.slice/widgetd.service/provider-sleeper ] || fail "what the program started is in another group"
[ "$(group "$(property widgetd.service MainPID)")" = /system.slice/widgetd.service/widgetd ] || fail "the daemon is in $(group "$(property widgetd.service MainPID)")"
