# Members of the group reach the daemon, others don't.
useradd --groups widgetd member
useradd other
useradd --groups widgetd guest
groupadd guests
usermod --append --groups guests guest
mode() { stat -c '%U:%G %a' /run/widgetd/widgetd.sock; }
[ "$(mode)" = "root:widgetd 660" ] || fail "the socket's rights are $(mode)"
ctl status > /dev/null || fail "root cannot reach the daemon"
as() { user=$1; shift; runuser -u "$user" -- widgetctl --timeout 60 "$@"; }
as member status > /dev/null || fail "a member of the group cannot reach the daemon"
as member place caffeine > /dev/null || fail "a member of the group cannot place a widget"
! as other status > /dev/null 2>&1 || fail "a user outside the group reached the daemon"
# Starting has not changed whose the socket is.
[ "$(mode)" = "root:widgetd 660" ] || fail "after the start the socket's rights are $(mode)"

[ "$(stat -c %U /run/widgetd)" = root ] || fail "the socket's directory is $(stat -c %U /run/widgetd)'s"

# Rules hold from a reload on, for single methods. The unit gives the group `manage`.
rules=/etc/widgetd/widgetd.conf.d/access.conf
mkdir -p "${rules%/*}"
# rule TEXT: reloads with this section, and waits until it holds.
rule() {
    printf '[Access]\nPolkit=no\n%s\n' "$1" > "$rules"
    ctl config check "$rules" > /dev/null || fail "config check refuses: $1"
    systemctl reload widgetd.service
    local last=${1##*$'\n'}
    await 60 "a reload applies $last" shows "${last#*=}"
}
shows() { ctl config show | grep -qF "$1"; }
denied() { local status=0; as "$@" > /dev/null 2> /out/denied.txt || status=$?; [ "$status" = 77 ]; }
denials() { journalctl --sync; journalctl --unit=widgetd.service --output=cat MESSAGE_ID=3fb61b92fc564a348f9bda7cff7b687b; }

as guest place caffeine > /dev/null || fail "a guest in the group cannot place a widget without rules"
rule 'Deny=@guests Widgets/Place Widgets/Remove
Deny=root Widgets/*'
denied guest place caffeine || fail "Deny= doesn't bind a group: $(cat /out/denied.txt)"
grep -qF "Deny=@guests Widgets/Place Widgets/Remove in $rules:3" /out/denied.txt || fail "the error doesn't name the rule: $(cat /out/denied.txt)"
as guest widgets > /dev/null || fail "Deny= of a method denies another one"
as member place caffeine > /dev/null || fail "Deny= of a group binds others"
ctl place caffeine > /dev/null || fail "Deny= binds root"
for _ in 1 2 3; do denied guest place caffeine || fail "the denial doesn't last"; done
[ "$(denials | grep "Deny=@guests" | grep -cv "more in a minute")" = 1 ] || fail "a denial isn't logged once, with its rule: $(denials)"
denials | grep -q "uid=$(id -u guest)" || fail "the journal doesn't name the user: $(denials)"

# With the right to read alone, one method more may be allowed. An open connection has the new rules at once.
mkdir -p /etc/systemd/system/widgetd.service.d
printf '[Service]\nExecStart=\nExecStart=/usr/bin/widgetd --read-group widgetd\n' > /etc/systemd/system/widgetd.service.d/read.conf
systemctl daemon-reload
systemctl restart widgetd.service
denied member place caffeine || fail "the right to read is enough to place: $(cat /out/denied.txt)"
grep -q 'needs the right `manage`, and uid [0-9]* has `read`; an administrator can give it with Allow= in widgetd.conf' /out/denied.txt \
    || fail "the error doesn't say what to do: $(cat /out/denied.txt)"
denials | grep -q "no rule: needs manage, has read" || fail "the journal doesn't say which right was missing: $(denials)"
runuser -u member -- widgetctl watch --json > /out/watch.txt 2>&1 &
watcher=$!
await 60 "the watch has begun" test -s /out/watch.txt
rule 'Allow=member Widgets/Place'
as member place caffeine > /dev/null || fail "Allow= doesn't allow a method"
denied guest place caffeine || fail "Allow= of a user allows others"
denied member provider rescan || fail "Allow= of a method allows another one"
kill -0 "$watcher" || fail "a reload ended a watch: $(tail -n 3 /out/watch.txt)"
kill "$watcher"
rule 'Allow=@guests widgetd.v1.Widgets/*
Deny=guest Widgets/Place'
as guest widgets > /dev/null || fail "Allow= of a group doesn't allow"
denied guest place caffeine || fail "Allow= goes before Deny="

# A mistake names its line and the near name, and changes nothing.
pid=$(property widgetd.service MainPID)
printf '[Access]\nDeny=gest Widgets/Place\nAllow=guest Widgets/Plase\n' > "$rules"
systemctl reload widgetd.service
await 60 "the mistakes are told" shows "$rules:2: Deny: there is no user \"gest\"; did you mean guest?"
shows "$rules:3: Allow: Widgets has no method \"Plase\"; did you mean Widgets/Place?" || fail "the mistakes are: $(ctl config show)"
denied guest place caffeine || fail "a mistake changed the rules"
is widgetd.service MainPID "$pid" || fail "a mistake ended the daemon"
