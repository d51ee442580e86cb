# Members of the group reach the daemon, others don't.
useradd --groups widgetd member
useradd other
mode() { stat -c '%U:%G %a' /run/widgetd/widgetd.sock; }
[ "$(mode)" = "root:widgetd 660" ] || fail "the socket's rights are $(mode)"
ctl status > /dev/null || fail "root cannot reach the daemon"
runuser -u member -- widgetctl status > /dev/null || fail "a member of the group cannot reach the daemon"
runuser -u member -- widgetctl place caffeine > /dev/null || fail "a member of the group cannot place a widget"
! runuser -u other -- widgetctl status > /dev/null 2>&1 || fail "a user outside the group reached the daemon"
# Starting has not changed whose the socket is.
[ "$(mode)" = "root:widgetd 660" ] || fail "after the start the socket's rights are $(mode)"
