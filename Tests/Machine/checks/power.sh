# Two daemons say what they have, and then place and remove widgets for ever, and say each answer: somebody cuts the power.
. /machine/two-daemons.sh
echo "HAVE $(ctl widgets --json | ids)"
for directory in /var/lib/widgetd /var/lib/second; do
    [ -z "$(find "$directory" -name '*corrupt*' -o -name '*damaged*')" ] || fail "a store was set aside: $(ls "$directory")"
done
placed=()
while :; do
    id=$(ctl place uptime --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["widget"]["id"])') || fail "a widget can't be placed"
    echo "PLACED $id"
    placed+=("$id")
    if [ ${#placed[@]} -gt 3 ]; then
        echo "REMOVING ${placed[0]}"
        second remove "${placed[0]}" > /dev/null || fail "a widget can't be removed"
        echo "REMOVED ${placed[0]}"
        placed=("${placed[@]:1}")
    fi
done
