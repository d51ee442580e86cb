#!/bin/bash
# Runs an emulated machine (QEMU) with a kernel of its own: the limits that the kernel holds providers to, cuts of the power, and a suspend. As root.
#
#     run.sh [--only NAME] [--cuts N] [--seed N] [PROGRAMS]     PROGRAMS is the directory of the built programs (default .build/debug)
#
# One cut of the power takes about a minute; `--cuts` is 1 without it. Without what is needed everything is skipped (status 77), with the reason.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
programs=$top/.build/debug cuts=1 seed=$$ only=
while [ $# -gt 0 ]; do
    case $1 in
        --only) only=$2 && shift 2 ;;
        --cuts) cuts=$2 && shift 2 ;;
        --seed) seed=$2 && shift 2 ;;
        *) programs=$1 && shift ;;
    esac
done
skip_all() { echo "skipped  the emulated machine: $*"; exit 77; }

[ "$(id -u)" = 0 ] || skip_all "needs root"
[ "$(uname -m)" = x86_64 ] || skip_all "its kernel is one for x86_64"
for program in qemu-system-x86_64 busybox cpio mke2fs; do command -v "$program" > /dev/null || skip_all "there is no $program"; done
place=$top/.build/machine rootfs=$top/.build/boot-rootfs
exec 9> "$top/.build/machine.lock"
flock -n 9 || skip_all "another run uses $place"
mkdir -p "$place"
"$here/../Boot/make-rootfs.sh" "$rootfs" > "$place/log" 2>&1 || skip_all "no root file system: $(tail -n 1 "$place/log")"
"$here/../Boot/install.sh" "$programs" "$rootfs"

failed=0
for name in limits suspend power-cuts; do
    [ -z "$only" ] || [ "$only" = "$name" ] || continue
    "$here/make-disk.sh" "$rootfs" "$place" > "$place/log" 2>&1 || {
        [ "$failed" = 0 ] || exit 1
        skip_all "$(tail -n 1 "$place/log")"
    }
    started=$SECONDS status=0
    if [ "$name" = power-cuts ]; then
        python3 "$here/power-cuts.py" "$place" "$cuts" "$seed" > "$place/$name.txt" 2>&1 || status=1
        [ "$status" = 0 ] || echo "    again: $0 --only power-cuts --cuts $cuts --seed $seed"
    else
        timeout 1200 "$here/boot.sh" "$place" "$name" < /dev/null > "$place/$name.txt" 2>&1 || true
        grep -q '^CHECK passed' "$place/$name.txt" || status=1
    fi
    if [ "$status" = 0 ]; then
        echo "passed   $name ($((SECONDS - started)) s)$([ "$name" != power-cuts ] || echo ": $(tail -n 1 "$place/$name.txt")")"
    else
        failed=1
        echo "failed   $name ($((SECONDS - started)) s)"
        sed 's/^/    /' "$place/$name.txt"
    fi
done
exit "$failed"
