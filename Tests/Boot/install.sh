#!/bin/bash
# install.sh PROGRAMS ROOT: puts the built programs, the bundled providers and the units into the root file system ROOT, as a package would.
set -euo pipefail
programs=$1 root=$2
top=$(cd "$(dirname "$0")/../.." && pwd)

for program in widgetd widgetctl; do
    [ -x "$programs/$program" ] || { echo "$programs has no $program; build it: swift build -c release --static-swift-stdlib" >&2; exit 1; }
done

# What an earlier run installed, and this one perhaps doesn't.
rm -rf "$root"/usr/bin/widget{d,ctl} "$root"/usr/{libexec,share}/widgetd "$root"/usr/lib/systemd/{system,user}/widgetd.*

install -D -m 0755 -t "$root/usr/bin" "$programs/widgetd" "$programs/widgetctl"
for provider in "$programs"/widgetd-provider-*; do
    if [ -f "$provider" ] && [ -x "$provider" ]; then install -D -m 0755 -t "$root/usr/libexec/widgetd" "$provider"; fi
done
install -D -m 0644 -t "$root/usr/lib/systemd/system" "$top"/systemd/system/*
install -D -m 0644 -t "$root/usr/lib/systemd/user" "$top"/systemd/user/*
install -D -m 0644 -t "$root/usr/lib/sysusers.d" "$top"/systemd/sysusers.d/*
install -D -m 0644 -t "$root/usr/lib/tmpfiles.d" "$top"/systemd/tmpfiles.d/*
SYSTEMD_LOG_LEVEL=warning systemd-sysusers --root="$root"
systemctl --root="$root" --quiet enable widgetd.socket

# A library that the root file system lacks would only show as a service that doesn't start.
for program in widgetd widgetctl; do
    if absent=$(chroot "$root" ldd "/usr/bin/$program" 2> /dev/null | grep 'not found'); then
        echo "$program cannot run in the container, link it with --static-swift-stdlib:" $absent >&2
        exit 1
    fi
done
