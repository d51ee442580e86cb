# The kernel holds a provider to its control group: one that takes too much memory, and one that starts processes without end.
systemctl start widgetd.service
mkdir -p /etc/widgetd/providers
provider() {
    cat > "/etc/widgetd/providers/$1"
    chmod 755 "/etc/widgetd/providers/$1"
    cat > "/etc/widgetd/providers/$1.json" << END
{"format": 1, "id": "$1", "name": "$1", "protocol": "json", "exec": ["/etc/widgetd/providers/$1"], "memory_limit_mib": 64, "deadline_seconds": 60,
 "kinds": [{"id": "$1", "display_name": "$1", "families": ["systemSmall"]}]}
END
}
# No process of its own is above its limit; all of them together are.
provider hungry << 'END'
#!/bin/sh
cat > /dev/null
for part in 1 2 3 4; do python3 -c 'import time; held = b"x" * (30 << 20); time.sleep(30)' & done
wait
END
provider forker << 'END'
#!/bin/sh
cat > /dev/null
while :; do sleep 60 & done
END
ctl provider rescan > /dev/null || true
group=/sys/fs/cgroup/system.slice/widgetd.service
ctl place hungry > /dev/null || fail "a widget can't be placed"
said() { ctl provider list | grep -q "64 MiB of memory"; }
await 300 "the provider that took too much is ended, and the list says why" said
ctl place forker > /dev/null || fail "a second widget can't be placed"
full() { [ "$(cat "$group/provider-forker/pids.current")" -ge 127 ]; }
await 300 "the provider starts as many processes as it may" full
[ "$(cat "$group/provider-forker/pids.current")" -le 128 ] || fail "it started $(cat "$group/provider-forker/pids.current") processes"
ctl place uptime > /dev/null || fail "the daemon takes no widget meanwhile"
fed() { ctl show "$(ctl widgets --json | python3 -c 'import json, sys; print([e["widget"]["id"] for e in json.load(sys.stdin)["widgets"] if e["widget"]["kind"] == "uptime"][0])')" | grep -qi "up"; }
await 300 "another provider works meanwhile" fed
