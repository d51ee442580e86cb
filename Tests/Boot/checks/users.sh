# The machine runs a daemon for each of two users: each has their own widgets, and says --system for what all share.
systemctl start widgetd.socket
declare -A uid
for user in alice bob; do
    useradd --create-home --groups widgetd "$user"
    uid[$user]=$(id -u "$user")
    systemctl enable --now --quiet "widgetd@${uid[$user]}.socket" || fail "the socket of $user doesn't start"
    socket=/run/widgetd-${uid[$user]}/widgetd.sock
    [ "$(stat -c '%U %a' "$socket")" = "$user 600" ] || fail "the socket of $user has the rights $(stat -c '%U %a' "$socket")"
done
as() { runuser -u "$1" -- env -u XDG_RUNTIME_DIR HOME="/home/$1" widgetctl "${@:2}"; }

as alice place caffeine > /dev/null || fail "alice can't place a widget"
as bob place uptime > /dev/null || fail "bob can't place a widget"
as alice --system place system > /dev/null || fail "alice can't place a widget for all"
kinds() { as "$@" widgets --json | python3 -c 'import json, sys; print(*sorted(entry["widget"]["kind"] for entry in json.load(sys.stdin)["widgets"]))'; }
# A user who could put a link in the socket's place would get what root gives to it.
[ "$(stat -c %U "/run/widgetd-${uid[alice]}")" = root ] || fail "the socket's directory is $(stat -c %U "/run/widgetd-${uid[alice]}")'s"
[ "$(kinds alice)" = caffeine ] || fail "alice sees $(kinds alice)"
[ "$(kinds bob)" = uptime ] || fail "bob sees $(kinds bob)"
[ "$(kinds bob --system)" = system ] || fail "all share $(kinds bob --system)"
! as bob --socket "/run/widgetd-${uid[alice]}/widgetd.sock" status > /dev/null 2>&1 || fail "bob reaches alice's daemon"
! runuser -u bob -- ls "/var/lib/widgetd-${uid[alice]}" > /dev/null 2>&1 || fail "bob can look into alice's store"

# Providers work in it, a user's own from their home among them.
install -d -o alice -m 755 /home/alice/.config/widgetd/providers
install -o alice -m 755 /dev/stdin /home/alice/.config/widgetd/providers/mine << 'END'
#!/bin/sh
printf '{"view": {"text": "from %s"}}' "$(id -un)"
END
echo '{"format": 1, "id": "mine", "name": "Mine", "protocol": "json", "exec": ["mine"], "kinds": [{"id": "mine", "display_name": "Mine", "families": ["systemSmall"]}]}' |
    install -o alice -m 644 /dev/stdin /home/alice/.config/widgetd/providers/mine.json
as alice provider rescan > /dev/null || true
place_mine() { as alice place mine; }
await 60 "alice's own kind can be placed" place_mine
shows() { as alice show mine | grep -q "from alice"; }
await 60 "alice's own provider works" shows
grep -q "/widgetd@${uid[alice]}.service/widgetd$" "/proc/$(property "widgetd@${uid[alice]}.service" MainPID)/cgroup" || fail "the daemon of alice made no control groups"

# A stop and a start lose nothing, and doctor names the right unit.
systemctl stop "widgetd@${uid[alice]}.service"
[ "$(kinds alice)" = "caffeine mine" ] || fail "after a stop alice sees $(kinds alice)"
as alice doctor | grep -q "widgetd@${uid[alice]}.service" || fail "doctor doesn't know the unit: $(as alice doctor)"
