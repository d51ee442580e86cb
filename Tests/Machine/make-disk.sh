#!/bin/bash
# make-disk.sh ROOTFS DIRECTORY: a kernel, an initial RAM disk and a disk in DIRECTORY, with the root file system ROOTFS and the checks on the disk.
# The last line says what is wrong if it fails.
set -euo pipefail
rootfs=$1 place=$2
here=$(cd "$(dirname "$0")" && pwd)

mkdir -p "$place"
if [ ! -e "$place/kernel" ]; then
    package=$(apt-cache depends linux-image-cloud-amd64 2> /dev/null | awk '$1 == "Depends:" && $2 ~ /^linux-image-/ { print $2; exit }')
    [ -n "$package" ] || { echo "apt knows no linux-image-cloud-amd64"; exit 1; }
    (cd "$place" && apt-get download -q "$package" > download.txt 2>&1) || { echo "$package can't be downloaded: $(tail -n 1 "$place/download.txt")"; exit 1; }
    rm -rf "$place/package" "$place/initrd.d"
    dpkg-deb --extract "$place"/"$package"_*.deb "$place/package"
    mkdir -p "$place"/initrd.d/{bin,modules,proc,sys,dev,disk}
    cp "$(command -v busybox)" "$place/initrd.d/bin/busybox"
    install -m 755 "$here/init" "$place/initrd.d/init"
    find "$place/package" -name 'virtio*.ko' -exec cp -t "$place/initrd.d/modules" {} +
    (cd "$place/initrd.d" && find . | cpio --quiet --create --format=newc | gzip) > "$place/initrd"
    mv "$place"/package/boot/vmlinuz-* "$place/kernel"
    rm -rf "$place/package" "$place/initrd.d" "$place"/*.deb
fi

rm -rf "$place/root" "$place/disk"
cp -a "$rootfs" "$place/root"
mkdir "$place/root/machine"
cp "$here"/checks/*.sh "$here/../Boot/lib.sh" "$place/root/machine/"
cat > "$place/root/etc/systemd/system/machine.service" << 'END'
[Unit]
Description=The check that the kernel's command line names
Wants=widgetd.socket dbus.service systemd-logind.service
After=sockets.target dbus.service systemd-logind.service
[Service]
Type=oneshot
# The client gives a daemon 10 s to answer, an emulated processor sometimes needs more.
Environment=patience=180
ExecStart=/bin/bash -c 'exec > /dev/ttyS0 2>&1; set -eu; . /machine/lib.sh; for word in $(cat /proc/cmdline); do case $word in widgetd.check=*) check=$${word#*=} ;; esac; done; (. /machine/$$check.sh) && echo CHECK passed || echo CHECK failed; sync; poweroff -f'
TimeoutStartSec=infinity
END
mkdir -p "$place/root/etc/systemd/system/multi-user.target.wants" "$place/root/etc/systemd/system/widgetd.service.d"
# An emulated processor is twenty times slower.
printf '[Service]\nTimeoutStartSec=10min\nWatchdogSec=10min\n' > "$place/root/etc/systemd/system/widgetd.service.d/slow.conf"
ln -s ../machine.service "$place/root/etc/systemd/system/multi-user.target.wants/machine.service"
mke2fs -q -t ext4 -d "$place/root" "$place/disk" 3G
rm -rf "$place/root"
