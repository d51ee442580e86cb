# A daemon that has failed for good doesn't fail in silence: the journal has it, and a user's desktop shows it.
id=917929658cfa4e78ad06d8199af8787a
printf '[Reloads]\nReloadPerDay=1\n' | install -D -m 644 /dev/stdin /etc/widgetd/widgetd.conf.d/wrong.conf
# A hook of the administrator's is told too.
mkdir -p /etc/systemd/system/widgetd-failed@.service.d
printf '[Service]\nExecStart=/bin/sh -c "echo told of $MONITOR_UNIT: $MONITOR_EXIT_STATUS"\n' > /etc/systemd/system/widgetd-failed@.service.d/tell.conf
systemctl daemon-reload
! systemctl start widgetd.service 2> /dev/null || fail "the daemon started with a mistake"
entries() { journalctl --sync; journalctl -u "widgetd-failed@*" "$@"; }
has() { entries --output=cat | grep -q "$1"; }
await 60 "the journal says that the daemon has failed" has "the daemon has failed"
entries --output=json MESSAGE_ID=$id | grep -q '"PRIORITY":"2"' || fail "the entry isn't critical: $(entries --output=json)"
entries --output=cat MESSAGE_ID=$id | grep -q "its settings have a mistake" || fail "the entry has no reason: $(entries --output=cat)"
entries --output=cat --catalog MESSAGE_ID=$id | grep -q "widgetctl config check" || fail "the catalog has no text: $(entries --catalog)"
await 60 "the administrator's program is told" has "told of widgetd.service: 78"

# The daemon that the machine runs for a user is told of under its own name, though both fail alike.
useradd --create-home resident
own=widgetd@$(id -u resident).service
! systemctl start "$own" 2> /dev/null || fail "the daemon of a user started with a mistake"
await 60 "the administrator's program is told of the other unit" has "told of $own: 78"
entries --output=cat MESSAGE_ID=$id | grep -q "sudo -u '#$(id -u resident)' widgetctl config check" || fail "the entry doesn't say whose settings: $(entries --output=cat)"

# A person's own daemon: with the notification service of a desktop, which is a script here.
useradd --create-home --shell /bin/bash person
loginctl enable-linger person 2> /dev/null || skip "no login manager here"
uid=$(id -u person)
await 60 "the user manager is up" test -S "/run/user/$uid/bus"
as_person() { runuser -u person -- env XDG_RUNTIME_DIR="/run/user/$uid" DBUS_SESSION_BUS_ADDRESS="unix:path=/run/user/$uid/bus" "$@"; }
as_person systemctl --user start widgetd.service 2> /dev/null || true
seen() { journalctl --sync; journalctl _UID="$uid" MESSAGE_ID=$id --output=cat | grep -q "its settings have a mistake"; }
await 60 "the journal says that the person's daemon has failed" seen
if [ ! -x /usr/bin/widgetd-notify ] || ! as_person busctl --user --version > /dev/null 2>&1; then exit 0; fi
as_person sh -c 'busctl --user monitor --match "interface=org.freedesktop.Notifications" > /tmp/notifications 2>&1 &'
await 60 "the bus is watched" grep -q "Monitoring" /tmp/notifications
as_person systemctl --user reset-failed
as_person systemctl --user start widgetd.service 2> /dev/null || true
await 60 "the desktop is asked to show it" grep -q "its settings have a mistake. Run: widgetctl config check" /tmp/notifications
