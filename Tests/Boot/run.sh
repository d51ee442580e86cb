#!/bin/bash
# Boots the product: a minimal Debian or Ubuntu with systemd as PID 1, in it widgetd with its units, and each check in checks/ in a
# boot of its own. One line per check; the last line counts them. Nothing of the machine itself is changed but packages that are missing.
#
#   Tests/Boot/run.sh [--rootfs DIR] [--only CHECK]... [PROGRAMS]
#
# PROGRAMS is the directory of the built programs, debug or release (default .build/debug).
# DIR keeps the root file system between runs (default .build/boot-rootfs); making it takes about a minute and needs a mirror.
# It needs root. Where that or something else is missing it says so and exits 0: a check that can't run here is skipped, not failed.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
rootfs=$top/.build/boot-rootfs
programs=$top/.build/debug
only=()
while [ $# -gt 0 ]; do
    case $1 in
        --rootfs) rootfs=$2; shift 2 ;;
        --only) only+=("$2"); shift 2 ;;
        -*) echo "usage: $0 [--rootfs DIR] [--only CHECK]... [PROGRAMS]" >&2; exit 64 ;;
        *) programs=$1; shift ;;
    esac
done

checks=()
for file in "$here"/checks/*.sh; do
    name=$(basename "$file" .sh)
    if [ ${#only[@]} -eq 0 ] || [[ " ${only[*]} " == *" $name "* ]]; then checks+=("$name"); fi
done
[ ${#checks[@]} -gt 0 ] || { echo "no such check; there are: $(cd "$here/checks" && echo *.sh)" >&2; exit 64; }

for program in widgetd widgetctl; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done

skip_all() {
    echo "skipped: $1"
    echo "0 passed, 0 failed, ${#checks[@]} skipped"
    exit 0
}

[ "$(id -u)" = 0 ] || skip_all "booting a container needs root (sudo $0)"
missing=()
command -v systemd-nspawn > /dev/null || missing+=(systemd-container)
command -v debootstrap > /dev/null || [ -e "$rootfs/.complete" ] || missing+=(debootstrap)
if [ ${#missing[@]} -gt 0 ]; then
    command -v apt-get > /dev/null || skip_all "missing here: ${missing[*]}"
    { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "${missing[@]}"; } > /dev/null 2>&1 \
        || skip_all "apt-get cannot install ${missing[*]}"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Two runs at once take turns: they install into the same root file system.
mkdir -p "$(dirname "$rootfs")"
exec {lock}> "$rootfs.lock"
flock "$lock"

"$here/make-rootfs.sh" "$rootfs" > "$work/rootfs.log" 2>&1 || skip_all "no root file system: $(tail -n 1 "$work/rootfs.log")"
"$here/install.sh" "$programs" "$rootfs"
# A boot that doesn't get as far as a check is the machine's limit (no namespaces, no cgroups), not the product's fault.
"$here/boot.sh" "$rootfs" "$here" <(echo 'exit 0') "$work/probe" \
    || skip_all "this machine boots no container: $(tail -n 1 "$work/probe/console.txt" 2> /dev/null)"

# older PACKAGE DIRECTORY: the same package in DIRECTORY, as version 0.0.1
older() {
    local files=$work/older
    mkdir -p "$2"
    rm -rf "$files"
    dpkg-deb --raw-extract "$1" "$files"
    sed -i -E 's/^Version: .*/Version: 0.0.1/; s/\(= [^)]*\)/(= 0.0.1)/' "$files/DEBIAN/control"
    dpkg-deb -Znone --root-owner-group --build "$files" "$2" > /dev/null
}

passed=0 failed=0 skipped=0
for name in "${checks[@]}"; do
    out=$work/$name
    started=$SECONDS status=0
    # The check takes them from its own directory. Why there are none, it says itself.
    if [ "$name" = packages ]; then
        mkdir -p "$out"
        cp "$top/Tests/WidgetStoreTests/Fixtures/version1.sql" "$out/"
        COMPRESSION=none "$top/scripts/deb" "$programs" "$out/packages" > "$out/packages.txt" 2>&1 || rm -rf "$out/packages"
        for package in "$out"/packages/*.deb; do older "$package" "$out/packages/older"; done
    fi
    "$here/boot.sh" "$rootfs" "$here" "$here/checks/$name.sh" "$out" || status=$?
    last=$(tail -n 1 "$out/output.txt" 2> /dev/null || true)
    case $status in
        0) passed=$((passed + 1)); echo "passed   $name ($((SECONDS - started)) s)" ;;
        77) skipped=$((skipped + 1)); echo "skipped  $name: $last" ;;
        *)
            failed=$((failed + 1)); echo "failed   $name: $last"
            { sed 's/^/    /' "$out/output.txt"; echo "    --- journal"; tail -n 60 "$out/journal.txt" | sed 's/^/    /'; } 2> /dev/null || true
            ;;
    esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
