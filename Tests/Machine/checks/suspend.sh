# The machine sleeps past a reload's date: the widget is reloaded once, and the devices are linked again.
. /machine/two-daemons.sh
mkdir -p /etc/widgetd/providers
cat > /etc/widgetd/providers/counted << 'END'
#!/bin/sh
cat > /dev/null
date +%s >> /tmp/counted
printf '{"view": {"text": "counted"}, "policy": {"after": "%s"}}' "$(date -u -d '60 seconds' +%Y-%m-%dT%H:%M:%SZ)"
END
chmod 755 /etc/widgetd/providers/counted
cat > /etc/widgetd/providers/counted.json << 'END'
{"format": 1, "id": "counted", "name": "Counted", "protocol": "json", "exec": ["/etc/widgetd/providers/counted"], "minimum_spacing_seconds": 30,
 "kinds": [{"id": "counted", "display_name": "Counted", "families": ["systemSmall"]}]}
END
rm -f /tmp/counted
mkdir -p /etc/systemd/system/widgetd.service.d
printf '[Service]\nPrivateTmp=no\nReadWritePaths=/tmp\n' > /etc/systemd/system/widgetd.service.d/tmp.conf
systemctl daemon-reload
systemctl restart widgetd.service
ctl place counted > /dev/null || fail "a widget can't be placed"
await 300 "the widget is fed" test -s /tmp/counted
# A new widget asks for more than one entry.
sleep 15
before=$(wc -l < /tmp/counted)
echo 0 > /sys/class/rtc/rtc0/wakealarm
echo +100 > /sys/class/rtc/rtc0/wakealarm || skip "this machine has no clock that wakes it"
asleep=$(date +%s)
systemctl suspend || skip "this machine can't suspend"
# The kernel freezes this script too. It goes on when the machine is awake.
woke() { [ "$(date +%s)" -ge $((asleep + 80)) ]; }
await 400 "the machine sleeps and wakes up" woke
awake=$(date +%s)
linked() { ctl device list --json | grep -q '"state": *"connected"'; }
await 300 "the devices are linked again" linked
again() { [ "$(wc -l < /tmp/counted)" -gt "$before" ]; }
await 300 "the widget is reloaded after the sleep" again
sleep 20
[ "$(wc -l < /tmp/counted)" = $((before + 1)) ] || fail "it was reloaded $(($(wc -l < /tmp/counted) - before)) times: $(cat /tmp/counted), awake at $awake"
