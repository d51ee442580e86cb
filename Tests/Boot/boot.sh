#!/bin/bash
# boot.sh ROOTFS LIB CHECK OUT: boots ROOTFS with systemd as PID 1 (its changes are thrown away), runs the script CHECK in it and exits with its status.
# LIB is seen as /check in the container, with the functions of lib.sh. OUT gets output.txt (of the check), journal.txt and console.txt.
set -euo pipefail
rootfs=$1 lib=$2 check=$3 out=$4
limit=${BOOT_SECONDS:-300}
machine=widgetd-check-$$

mkdir -p "$out"
rm -f "$out"/{status,output.txt,journal.txt}
cat "$check" > "$out/check.sh"
cat > "$out/check.service" <<'U'
[Unit]
Description=One check of widgetd
Wants=sockets.target dbus.service systemd-logind.service
After=sockets.target dbus.service systemd-logind.service systemd-tmpfiles-setup.service
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Type=oneshot
ExecStart=/bin/bash -c 'set -eu; . /check/lib.sh; . /out/check.sh'
ExecStopPost=/bin/sh -c 'echo $EXIT_STATUS > /out/status; journalctl --sync; journalctl -b -o short-monotonic --no-pager > /out/journal.txt'
StandardOutput=file:/out/output.txt
StandardError=inherit
TimeoutStartSec=270
U

arguments=(--quiet --register=no --machine="$machine" --directory="$rootfs" --volatile=overlay --private-users=no --private-network --boot
    --console=read-only --bind="$out:/out" --bind-ro="$lib:/check" --bind-ro="$out/check.service:/run/systemd/system/check.service")

# Without a service manager on this machine nobody makes a control group for the container, so that is done here: in each hierarchy that systemd uses.
groups=()
if [ ! -d /run/systemd/system ]; then
    arguments+=(--keep-unit)
    if [ -e /sys/fs/cgroup/cgroup.procs ]; then hierarchies=(/sys/fs/cgroup); else hierarchies=(/sys/fs/cgroup/systemd /sys/fs/cgroup/unified); fi
    for hierarchy in "${hierarchies[@]}"; do
        if [ -d "$hierarchy" ] && mkdir "$hierarchy/$machine"; then groups+=("$hierarchy/$machine"); fi
    done
fi
clean_up() {
    for group in "${groups[@]}"; do find "$group" -depth -type d -exec rmdir {} \; 2> /dev/null || true; done
}
trap clean_up EXIT

# A subshell enters the group and becomes nspawn; this script stays outside.
(
    for group in "${groups[@]}"; do echo "$BASHPID" > "$group/cgroup.procs"; done
    exec timeout -k 5 "$limit" systemd-nspawn "${arguments[@]}" systemd.unit=check.service
) > "$out/console.txt" 2>&1 < /dev/null || true

status=$(cat "$out/status" 2> /dev/null || true)
case $status in
    '' | *[!0-9]*)
        echo "the check did not end within its time or the container did not boot${status:+ ($status)}" >> "$out/output.txt"
        exit 1
        ;;
    *) exit "$status" ;;
esac
