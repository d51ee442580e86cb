# A stop ends in good order and loses nothing; the socket stays and starts the daemon again.
systemctl start widgetd.service
place_two
systemctl stop widgetd.service || fail "systemctl stop failed"
is widgetd.service Result success || fail "the stop ended with $(property widgetd.service Result)"
is widgetd.service ActiveState inactive || fail "the service is $(property widgetd.service ActiveState) after the stop"
[ -S /run/widgetd/widgetd.sock ] || fail "the socket went with the service"
systemctl start widgetd.service
same_widgets "after stop and start"

systemctl stop widgetd.service
same_widgets "started again by the socket,"
