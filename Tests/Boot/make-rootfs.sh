#!/bin/bash
# make-rootfs.sh DIR: a minimal root file system of this machine's own release, with systemd, from the mirror that its apt uses.
# Does nothing if DIR is complete already. The last line says what is wrong if it fails.
set -euo pipefail
dir=$1
packages=systemd,systemd-sysv,dbus,dbus-user-session,libpam-systemd,libnss-systemd,libsqlite3-0,libyaml-0-2,procps,python3,polkitd

# With a database for the check `fleet`.
complete="$packages and postgresql"

[ "$(cat "$dir/.complete" 2> /dev/null)" = "$complete" ] && exit 0
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
# Without a cluster, so that no other check waits for one. Where it can't be installed, that check is skipped.
mkdir -p "$dir.new/etc/postgresql-common"
echo "create_main_cluster = false" > "$dir.new/etc/postgresql-common/createcluster.conf"
DEBIAN_FRONTEND=noninteractive chroot "$dir.new" sh -c 'apt-get -qq update && apt-get -qq install -y --no-install-recommends postgresql openssl && apt-get clean' \
    || echo "PostgreSQL can't be installed"
echo "$complete" > "$dir.new/.complete"
mv "$dir.new" "$dir"
