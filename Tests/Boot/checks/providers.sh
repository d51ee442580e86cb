# All bundled providers work in the service's sandbox: programs are run, /proc and /sys are read, Python runs. A widget is fed when it shows an entry of its
# provider without an error.
# The feed and the weather come from a server of the check's own.
mkdir -p /tmp/server
cat > /tmp/server/feed << 'END'
<rss version="2.0"><channel><title>News</title><item><title>First</title><link>http://127.0.0.1:8080/1</link></item></channel></rss>
END
python3 - << 'END'
import json, time
now = int(time.time()) // 3600 * 3600
json.dump({"utc_offset_seconds": 0, "current": {"time": now, "temperature_2m": 8.6, "weather_code": 61, "wind_speed_10m": 14.4},
           "hourly": {"time": [now + 3600 * n for n in range(48)], "temperature_2m": [8.5] * 48, "weather_code": [0] * 48},
           "daily": {"time": [now - now % 86400 + 86400 * n for n in range(5)], "weather_code": [0] * 5,
                     "temperature_2m_max": [9] * 5, "temperature_2m_min": [1] * 5}}, open("/tmp/server/weather", "w"))
END
ip link set lo up 2> /dev/null || true
python3 -m http.server --bind 127.0.0.1 --directory /tmp/server 8080 > /dev/null 2>&1 &
server=$!
trap 'kill $server' EXIT
for _ in $(seq 100); do
    if python3 -c 'import socket; socket.create_connection(("127.0.0.1", 8080))' 2> /dev/null; then break; fi
    sleep 0.1
done

systemctl start widgetd.service
for manifest in /usr/share/widgetd/providers/*.json; do
    # Each bundled provider has one kind, of its own name, but for those that only draw activities.
    kind=$(basename "$manifest" .json)
    case $kind in media | transfer) continue ;; esac
    needs=()
    case $kind in
        feed) needs=(url=http://127.0.0.1:8080/feed) ;;
        weather) needs=(latitude=52.5 longitude=13.4 url=http://127.0.0.1:8080/weather) ;;
    esac
    ctl place "$kind" "${needs[@]}" > /dev/null || fail "the bundled kind $kind cannot be placed"
done
state() { ctl widgets --json | python3 -c '
import json, sys
unfed = [entry["widget"]["kind"] + ": " + entry.get("lastError", entry.get("state", "no state"))
         for entry in json.load(sys.stdin)["widgets"] if entry.get("state") != "current" or entry.get("lastError")]
print("; ".join(unfed))
sys.exit(bool(unfed))'; }
for _ in $(seq 600); do
    if unfed=$(state); then break; fi
    sleep 0.1
done
[ -z "$unfed" ] || fail "not fed in the sandbox: $unfed"
