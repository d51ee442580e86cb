#!/bin/bash
# make-rootfs.sh DIR: a minimal root file system of this machine's own release, with systemd, from the mirror that its apt uses.
# Does nothing if DIR is complete already. The last line says what is wrong if it fails.
set -euo pipefail
dir=$1
packages=systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,libnss-systemd,libsqlite3-0,procps,python3,polkitd

[ "$(cat "$dir/.complete" 2> /dev/null)" = "$packages" ] && exit 0
if [ -d "$dir" ] && [ ! -e "$dir/.complete" ] && ! rmdir "$dir" 2> /dev/null; then
    echo "$dir has files in it that this script did not make; name another directory"
    exit 1
fi

. /etc/os-release
command -v apt-get > /dev/null || { echo "this machine has no apt to name a mirror"; exit 1; }
# Other vendors' repositories have no base system; the release's own origin has.
mirror=$(apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(SITE)' 'Created-By: Packages' 2> /dev/null \
    | awk -v release="${VERSION_CODENAME:-}" '($1 == "Debian" || $1 == "Ubuntu") && $2 == release { print $3; exit }')
[ -n "$mirror" ] || { echo "apt names no mirror of ${PRETTY_NAME:-this system}; run apt-get update"; exit 1; }

rm -rf "$dir" "$dir.new"
debootstrap --variant=minbase --include="$packages" "$VERSION_CODENAME" "$dir.new" "$mirror" || { echo "debootstrap from $mirror failed"; exit 1; }
echo "$packages" > "$dir.new/.complete"
mv "$dir.new" "$dir"
