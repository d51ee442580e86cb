# The unit files say nothing that systemd doesn't understand, and the service is as closed as we claim.
# verify exits 0 on unknown keys, so any output is a failure.
problems=$(systemd-analyze verify /usr/lib/systemd/system/widgetd.service /usr/lib/systemd/system/widgetd.socket 2>&1) || true
[ -z "$problems" ] || fail "systemd-analyze verify: $problems"

export XDG_RUNTIME_DIR=/run/user-units
mkdir -p "$XDG_RUNTIME_DIR"
problems=$(systemd-analyze --user verify /usr/lib/systemd/user/widgetd.service /usr/lib/systemd/user/widgetd.socket \
    /usr/lib/systemd/user/widgetd-notify.service /usr/lib/systemd/user/widgetd-web.service /usr/lib/systemd/user/widgetd-wall.service 2>&1) || true
[ -z "$problems" ] || fail "systemd-analyze --user verify: $problems"

# The user unit is no sandbox (it says why) and isn't measured.
verdict=$(systemd-analyze security --offline=yes --threshold=15 --no-pager /usr/lib/systemd/system/widgetd.service 2>&1) \
    || fail "exposed above 1.5: $(tail -n 1 <<< "$verdict")"

# The daemon that the machine runs for a user is as closed. It differs in what its file explains.
problems=$(systemd-analyze verify /usr/lib/systemd/system/widgetd@0.service /usr/lib/systemd/system/widgetd@0.socket 2>&1) || true
[ -z "$problems" ] || fail "systemd-analyze verify widgetd@0: $problems"
settings() { grep -h -v -e '^#' -e '^$' "/usr/lib/systemd/system/$1" | grep -v -E '^(Description|Requires|ExecStart|User|Group|StateDirectory|Environment|ProtectHome|ReadWritePaths|RemoveIPC|Also)='; }
different=$(diff <(settings widgetd.service) <(settings widgetd@.service)) || fail "widgetd@.service isn't as widgetd.service: $different"
verdict=$(systemd-analyze security --offline=yes --threshold=15 --no-pager /usr/lib/systemd/system/widgetd@.service 2>&1) \
    || fail "the daemon of a user is exposed above 1.5: $(tail -n 1 <<< "$verdict")"
