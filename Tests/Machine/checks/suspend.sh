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
widget=$(ctl place counted --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["widget"]["id"])') || fail "a widget can't be placed"
fed() { ctl show "$widget" | grep -q counted; }
await 300 "the widget is fed" fed
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
reloads() { awk -v since="$((asleep + 80))" '$1 >= since' /tmp/counted | wc -l; }
again() { [ "$(reloads)" -gt 0 ]; }
await 300 "the widget is reloaded after the sleep" again
# The next reload by the widget's policy is a minute away.
sleep 20
[ "$(reloads)" = 1 ] || fail "it was reloaded $(reloads) times: $(cat /tmp/counted), asleep at $asleep, awake at $awake"
