# The machine's settings: what is installed changes nothing, a reload applies a drop-in, and a mistake costs neither the daemon nor its settings.
systemctl start widgetd.service
place_two
pid=$(property widgetd.service MainPID)
! ctl config show | grep -q /etc/widgetd/widgetd.conf || fail "the installed file sets something: $(ctl config show)"
ctl config show --json | grep -q '"/etc/widgetd/widgetd.conf"' || fail "the daemon hasn't read the installed file"

drop_in=/etc/widgetd/widgetd.conf.d/test.conf
mkdir -p "${drop_in%/*}"
shows() { ctl config show | grep -q "$1"; }
printf '[Reloads]\nReloadsPerDay=96\n[Access]\nReadGroup=adm\n' > "$drop_in"
ctl config check > /dev/null || fail "config check refuses a good drop-in"
systemctl reload widgetd.service
await 60 "a reload applies a drop-in" shows "ReloadsPerDay *96 *$drop_in:2"
ctl budget "${placed%% *}" | grep -q 96 || fail "the budget isn't the drop-in's: $(ctl budget "${placed%% *}")"

printf '[Reloads]\nReloadPerDay=48\n' > "$drop_in"
status=0
ctl config check > /out/check.txt || status=$?
[ "$status" = 78 ] || fail "config check ends with $status for a mistake"
grep -q "$drop_in:2: there is no key 'ReloadPerDay' in \[Reloads\]; did you mean 'ReloadsPerDay'?" /out/check.txt || fail "config check says: $(cat /out/check.txt)"
systemctl reload widgetd.service
await 60 "a reload with a mistake is told" shows "did you mean 'ReloadsPerDay'"
shows "ReloadsPerDay *96" || fail "a mistake changed the settings"
is widgetd.service MainPID "$pid" || fail "a mistake ended the daemon"
same_widgets "after a reload with a mistake"

# A start with a mistake ends with EX_CONFIG, and isn't tried again.
systemctl restart widgetd.service 2> /dev/null && fail "the daemon started with a mistake"
is widgetd.service ExecMainStatus 78 || fail "the exit status is $(property widgetd.service ExecMainStatus)"
is widgetd.service ActiveState failed || fail "systemd tries again: $(property widgetd.service ActiveState)"
journalctl --sync
journalctl --unit=widgetd.service --output=cat | grep -q "$drop_in:2: there is no key" || fail "the journal doesn't name the mistake"

rm "$drop_in"
systemctl reset-failed widgetd.service
systemctl start widgetd.service || fail "the daemon doesn't start without the mistake"
same_widgets "after a start without the mistake"
