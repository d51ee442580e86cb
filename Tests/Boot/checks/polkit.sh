# polkit speaks for users of a desktop's session to whom the settings give no right.
command -v pkcheck > /dev/null || [ -x /usr/lib/polkit-1/polkitd ] || skip "no polkitd here"
systemctl start polkit.service || skip "polkitd doesn't start here"
useradd --create-home --shell /bin/bash desktop
mkdir -p /etc/systemd/system/widgetd.socket.d
printf '[Socket]\nSocketMode=0666\n' > /etc/systemd/system/widgetd.socket.d/everybody.conf
systemctl daemon-reload
systemctl restart widgetd.socket
ctl status > /dev/null || fail "root cannot reach the daemon"
# A process of no session: a password would be needed, and nobody asks for it.
far() { runuser -u desktop -- widgetctl --timeout 60 "$@"; }
status=0
far status > /dev/null 2> /out/far.txt || status=$?
[ "$status" = 77 ] || fail "without a session the status is $status: $(cat /out/far.txt)"
grep -q "needs a password" /out/far.txt || fail "the error doesn't say that a password is needed: $(cat /out/far.txt)"
journalctl --sync
journalctl --unit=widgetd.service --output=cat | grep -q "polkit: org.widgetd.read needs a password" || fail "the journal doesn't name polkit's action"

# A session on a seat, as a desktop has it.
near() { XDG_SEAT=seat0 XDG_SESSION_TYPE=wayland XDG_SESSION_CLASS=user runuser -l desktop -c "widgetctl --timeout 60 $* > /tmp/near.txt 2>&1"; }
loginctl seat-status seat0 > /dev/null 2>&1 && has_seat=yes || has_seat=
if XDG_SEAT=seat0 runuser -l desktop -c 'loginctl show-session "$XDG_SESSION_ID" --property=Active --property=Seat' 2> /dev/null | tr '\n' ' ' \
    | grep -q 'Seat=seat0.*Active=yes\|Active=yes.*Seat=seat0'; then
    near status || fail "an active session may not look: $(cat /tmp/near.txt)"
    ! near place caffeine || fail "an active session may place a widget without a password"
else
    echo "no session on a seat here${has_seat:+, though there is a seat}: the defaults for one weren't tried"
fi

# The administrator's rule gives more, and takes it away.
mkdir -p /etc/polkit-1/rules.d
printf '%s\n' 'polkit.addRule(function(action, subject) {' \
    '    if (action.id.indexOf("org.widgetd.") == 0 && subject.user == "desktop") return polkit.Result.YES;' '});' > /etc/polkit-1/rules.d/50-widgetd.rules
placed() { far place caffeine; }
await 60 "a rule of polkit gives the right" placed
# Deny= goes before polkit, and Polkit=no switches it off.
mkdir -p /etc/widgetd/widgetd.conf.d
printf '[Access]\nDeny=desktop Widgets/Place\n' > /etc/widgetd/widgetd.conf.d/access.conf
systemctl reload widgetd.service
refused() { ! far place caffeine; }
await 60 "Deny= goes before polkit" refused
far widgets > /dev/null || fail "Deny= of a method denies another one"
printf '[Access]\nPolkit=no\n' > /etc/widgetd/widgetd.conf.d/access.conf
systemctl reload widgetd.service
unseen() { ! far widgets; }
await 60 "Polkit=no switches it off" unseen
rm /etc/widgetd/widgetd.conf.d/access.conf
systemctl reload widgetd.service
await 60 "polkit is asked again" placed
# Without polkit the denial is the usual one, at once.
systemctl mask --now --quiet polkit.service
status=0
far widgets > /dev/null 2> /out/far.txt || status=$?
[ "$status" = 77 ] || fail "without polkit the status is $status: $(cat /out/far.txt)"
grep -q 'needs the right `read`' /out/far.txt || fail "without polkit the error is: $(cat /out/far.txt)"
ctl status > /dev/null || fail "the daemon doesn't answer root any more"
