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
