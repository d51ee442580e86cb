#!/bin/bash
# boot.sh DIRECTORY CHECK: boots the machine of DIRECTORY in QEMU and prints the console of the check. Ends with the check's own end, or with the end of this script.
set -euo pipefail
place=$1 check=$2
# Without KVM: machines that are virtual themselves have a /dev/kvm on which a kernel doesn't always run.
exec qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 -m 1024 -nodefaults -no-reboot -display none -serial stdio -rtc base=utc \
    -kernel "$place/kernel" -initrd "$place/initrd" -drive "file=$place/disk,format=raw,if=virtio" \
    -append "console=ttyS0 quiet loglevel=3 systemd.show_status=no systemd.unified_cgroup_hierarchy=1 widgetd.check=$check"
