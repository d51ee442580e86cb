# A database for hubs on a live system: `fleet init` makes the cluster, and the daemon uses it from its sandbox. What is placed while the database is away comes
# to it later, and a restart of both loses nothing.
command -v pg_createcluster > /dev/null || skip "the root file system has no PostgreSQL"
systemctl start widgetd.socket
ctl fleet init --address localhost --hubs 1 > /out/init.txt 2>&1 || fail "fleet init: $(tail -n 3 /out/init.txt)"
grep -q "widgetctl device join A" /out/init.txt || fail "fleet init prints no code: $(cat /out/init.txt)"
version=$(pg_lsclusters --no-header | awk '$2 == "widgetd" { print $1 }')
[ -n "$version" ] || fail "there is no cluster widgetd: $(pg_lsclusters)"
[ "$(stat -c '%U %a' /var/lib/widgetd/engine)" = "widgetd 600" ] || fail "others can read the password: $(stat -c '%U %a' /var/lib/widgetd/engine)"

engine() { ctl sync status --json | python3 -c 'import json, sys; engine = json.load(sys.stdin)["carrier"]; print(engine.get("connected", False), engine.get("ahead", "0"))'; }
level() { [ "$(engine)" = "True 0" ]; }
places() { runuser -u postgres -- psql -p "$port" -d widgetd -Atqc "SELECT count(*) FROM widgetd.entry"; }
port=$(pg_lsclusters --no-header | awk '$2 == "widgetd" { print $3 }')
await 30 "the daemon is connected to the database" level
place_two
await 30 "the database has what was placed" level
before=$(places)
[ "$before" -ge 3 ] || fail "the database has $before transactions"

# Nobody else gets in: no account without a password, no connection without TLS, and no other account.
for wrong in "user=widgetd sslmode=require password=wrong" "user=widgetd sslmode=disable" "user=postgres sslmode=require password=x"; do
    ! psql "host=localhost port=$port dbname=widgetd connect_timeout=5 $wrong" -c "SELECT 1" > /dev/null 2>&1 || fail "the database lets in: $wrong"
done

systemctl stop "postgresql@$version-widgetd.service" 2> /dev/null || pg_ctlcluster "$version" widgetd stop
placed_before=$placed
ctl place uptime > /dev/null || fail "a widget can't be placed while the database is away"
placed=$(listed)
ctl doctor | grep -q "engine" || fail "doctor doesn't say that the database is away: $(ctl doctor)"
systemctl restart widgetd.service
same_widgets "after a restart without the database,"
systemctl start "postgresql@$version-widgetd.service" 2> /dev/null || pg_ctlcluster "$version" widgetd start
await 120 "the database gets what was placed meanwhile" level
[ "$(places)" -gt "$before" ] || fail "the database didn't get the third widget"
[ "$placed" != "$placed_before" ] || fail "the third widget isn't there"

# Once more: the machine is a hub already, and keeps its password.
secret=$(sha256sum < /var/lib/widgetd/engine)
ctl fleet init --address localhost --hubs 0 > /dev/null 2>&1 || fail "a second fleet init fails"
[ "$(sha256sum < /var/lib/widgetd/engine)" = "$secret" ] || fail "a second fleet init changed the way to the database"
ctl fleet init --remove > /dev/null || fail "fleet init --remove fails"
await 30 "the daemon uses no database any more" sh -c '! env -u XDG_RUNTIME_DIR widgetctl sync status | grep -q engine'
same_widgets "without the database"
