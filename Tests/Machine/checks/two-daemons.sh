# Two daemons of this machine that are each other's device: `ctl` asks the first one, `second` the other.
second() { ctl "$@" --socket /run/second/widgetd.sock; }
ids() { python3 -c 'import json, sys; print(" ".join(sorted(entry["widget"]["id"] for entry in json.load(sys.stdin).get("widgets", []))))'; }
same() { [ "$(ctl widgets --json | ids)" = "$(second widgets --json | ids)" ]; }

systemctl start widgetd.service || fail "the first daemon doesn't start"
install -d -m 700 /var/lib/second /run/second
widgetd --state-directory /var/lib/second --socket /run/second/widgetd.sock --peer-listen 127.0.0.1:9435 --device-name second --no-announce --log-level warning &
await 300 "the second daemon answers" second status
if [ ! -e /var/lib/second/paired ]; then
    code=$(ctl device invite --no-wait --address 127.0.0.1 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["code"])') || fail "the first daemon invites nobody"
    # A handshake may take longer here than the five seconds that it has.
    joined() { second device join "$code" > /dev/null || second device list --json | grep -q '"state": *"connected"'; }
    await 300 "the second daemon joins" joined
    touch /var/lib/second/paired
    sync
fi
await 300 "both daemons have the same widgets" same
