# kill -9 at any moment: the service comes back by itself and nothing that was acknowledged is lost.
systemctl start widgetd.service
place_two
for round in 1 2 3; do
    pid=$(property widgetd.service MainPID)
    ctl place caffeine > /dev/null || fail "a widget cannot be placed in round $round"
    placed=$(listed)
    kill -KILL "$pid"
    await 60 "the service comes back after kill -9" another_daemon "$pid"
    same_widgets "after kill -9"
done
