# The first connection starts the service, and the client gets its answer as if the daemon had been there.
is widgetd.socket ActiveState active || fail "widgetd.socket is not listening after boot"
is widgetd.service ActiveState inactive || fail "widgetd.service was started before anybody connected"
ctl status || fail "widgetctl status failed on a socket that should start the daemon"
# It answers as soon as it can, and says that it is ready a moment later.
await 60 "the service is active after the first connection" is widgetd.service ActiveState active
