# A person's own daemon: started by their socket, with a store of their own under ~/.local/state and nothing under ~/.config.
useradd --create-home --shell /bin/bash person
loginctl enable-linger person 2> /dev/null || skip "no login manager here"
uid=$(id -u person)
await 60 "the user manager is up" test -S "/run/user/$uid/systemd/private"
as_person() { runuser -u person -- env XDG_RUNTIME_DIR="/run/user/$uid" "$@"; }
as_person systemctl --user start widgetd.socket || fail "the user's socket does not start"
[ "$(stat -c '%U %a' "/run/user/$uid/widgetd/widgetd.sock")" = "person 600" ] || fail "the user's socket is open to others"
as_person widgetctl status > /dev/null || fail "widgetctl status failed on the user's socket"
as_person widgetctl place caffeine > /dev/null || fail "a widget cannot be placed with the user's daemon"
[ "$(as_person systemctl --user show --property=ActiveState --value widgetd.service)" = active ] || fail "the user's service is not active"
main=$(as_person systemctl --user show --property=MainPID --value widgetd.service)
grep -q '^0::/user.slice/.*/widgetd.service/widgetd$' "/proc/$main/cgroup" || fail "the user's daemon made no control groups: $(grep ^0:: "/proc/$main/cgroup")"
is widgetd.service ActiveState inactive || fail "the user's client started the machine's daemon"
[ -d /home/person/.local/state/widgetd ] || fail "no store in ~/.local/state/widgetd"
[ ! -e /home/person/.config/widgetd ] || fail "the daemon left something in ~/.config/widgetd"
as_person systemctl --user stop widgetd.service || fail "the user's service does not stop"
as_person widgetctl widgets --json | grep -q caffeine || fail "the user's widget is gone after a stop"
