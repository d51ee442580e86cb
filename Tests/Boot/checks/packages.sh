# Debian's packages on a live system: installed, upgraded and downgraded with widgets in the store, removed and purged. The last keeps no file.
# A store of the first release is converted by an upgrade, and a store of a newer release is refused.
[ -d /out/packages ] || skip "the packages weren't made: $(cat /out/packages.txt)"
# Nothing is left of what the other checks use.
systemctl disable --now --quiet widgetd.socket widgetd.service
rm -rf /usr/bin/widgetd* /usr/bin/widgetctl /usr/libexec/widgetd /usr/local/lib/*.so /usr/share/widgetd /usr/lib/{sysusers,tmpfiles}.d/widgetd.conf \
    /usr/lib/systemd/{system,user}/widgetd* /etc/widgetd /var/lib/widgetd /run/widgetd
ldconfig
userdel widgetd
systemctl daemon-reload
# install_packages [DIRECTORY]
install_packages() {
    local directory=${1:-/out/packages}
    dpkg --install "$directory"/widgetd_*.deb "$directory"/widgetd-providers_*.deb > /out/dpkg.txt 2>&1 || fail "dpkg --install: $(tail -n 3 /out/dpkg.txt)"
}

# store_of_first_release VERSION: puts a store of the first release in the place of the machine's own, with that number of a schema.
store_of_first_release() {
    systemctl stop widgetd.service
    rm -f /var/lib/widgetd/widgetd.sqlite*
    python3 - "$1" << 'END'
import sqlite3, sys
store = sqlite3.connect("/var/lib/widgetd/widgetd.sqlite")
store.executescript(open("/out/version1.sql").read())
store.execute("PRAGMA user_version = " + sys.argv[1])
END
    chown widgetd:widgetd /var/lib/widgetd/widgetd.sqlite
    chmod 600 /var/lib/widgetd/widgetd.sqlite
}

install_packages /out/packages/older
is widgetd.socket ActiveState active || fail "the socket isn't open after the installation"
[ "$(stat -c '%U:%G %a' /run/widgetd/widgetd.sock)" = "root:widgetd 660" ] || fail "the socket belongs to somebody else"
place_two
await 60 "a widget gets its timeline" sh -c "env -u XDG_RUNTIME_DIR widgetctl show ${placed%% *} | grep -q Espresso"
own=widgetd@$(id -u nobody)
systemctl enable --now --quiet "$own.socket"
runuser -u nobody -- widgetctl --socket "/run/${own/@/-}/widgetd.sock" place caffeine > /dev/null || fail "a user can't place a widget in a daemon of their own"
theirs=$(property "$own.service" MainPID)
before=$(property widgetd.service MainPID)
printf '[Reloads]\nReloadsPerDay=96\n' >> /etc/widgetd/widgetd.conf

install_packages
await 30 "the upgrade starts the new daemon" another_daemon "$before"
same_widgets "after the upgrade"
[ "$(property "$own.service" MainPID)" != "$theirs" ] && is "$own.service" ActiveState active || fail "the upgrade doesn't restart the daemon of a user"
ctl config show | grep -q 'ReloadsPerDay *96 */etc/widgetd/widgetd.conf:' || fail "the upgrade lost a setting: $(ctl config show)"

before=$(property widgetd.service MainPID)
install_packages /out/packages/older
await 30 "the older version starts its daemon" another_daemon "$before"
same_widgets "with the older version again,"

store_of_first_release 99
before=$(sha256sum < /var/lib/widgetd/widgetd.sqlite)
install_packages
! ctl status > /dev/null 2>&1 || fail "a store of a newer version was opened"
journalctl --sync
journalctl -u widgetd.service -o cat | grep -q 'written by a newer widgetd (schema 99' || fail "the journal doesn't say that the store is a newer version's"
[ "$(sha256sum < /var/lib/widgetd/widgetd.sqlite)" = "$before" ] || fail "the store of a newer version was changed"

store_of_first_release 1
systemctl reset-failed widgetd.service widgetd.socket
systemctl start widgetd.socket
install_packages
placed=$(listed)
[ "$(tr -cd , <<< "$placed" | wc -c)" = 2 ] || fail "of the first release's three widgets there are: $placed"
copy=$(find /var/lib/widgetd -name 'widgetd.sqlite.before-*')
[ -n "$copy" ] || fail "the upgrade kept no copy of the store of the first release: $(ls /var/lib/widgetd)"
python3 -c 'import sqlite3, sys; sys.exit(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM widget").fetchone() != (3,))' "$copy" ||
    fail "the copy of the store doesn't have the first release's widgets"

dpkg --remove widgetd-providers widgetd > /out/dpkg.txt 2>&1 || fail "dpkg --remove: $(tail -n 3 /out/dpkg.txt)"
[ ! -e /usr/bin/widgetd ] && [ ! -e /usr/lib/widgetd ] || fail "programs stay when the package is removed"
! systemctl is-active --quiet widgetd.socket widgetd.service "$own.socket" "$own.service" || fail "the daemon runs on without its package"
[ -e /var/lib/widgetd/widgetd.sqlite ] || fail "the widgets went with the package"

install_packages
same_widgets "installed again,"
dpkg --purge widgetd-providers widgetd > /out/dpkg.txt 2>&1 || fail "dpkg --purge: $(tail -n 3 /out/dpkg.txt)"
left=$(find / -xdev -name '*widgetd*' -not -path '/proc/*' -not -path '/sys/*' -not -path '/check/*' -not -path '/out/*' -not -path '/var/log/*' -print)
[ -z "$left" ] || fail "purged, and these stay: $left"
