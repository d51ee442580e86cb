#!/bin/bash
# install.sh PROGRAMS ROOT: installs the built programs, the bundled providers and the units into the root file system ROOT, by the same script as
# `make install`, and what a package's scripts would do after it: the user, and the socket enabled.
set -euo pipefail
programs=$(cd "$1" && pwd) root=$(cd "$2" && pwd)
top=$(cd "$(dirname "$0")/../.." && pwd)

# What an earlier run installed, and this one perhaps doesn't.
"$top/scripts/install" --remove "$root" /usr > /dev/null
"$top/scripts/install" "$root" /usr "$programs" > /dev/null

# A debug build takes the Swift runtime from the toolchain's directory; the container has no toolchain, so it gets the libraries that it lacks.
known=$(ldconfig -r "$root" -p)
for program in "$programs"/widget{d,ctl,d-providers}; do
    { [ -f "$program" ] && [ -x "$program" ]; } || continue
    while read -r name _ path _; do
        grep -qF "	$name (" <<< "$known" || install -D -m 0644 "$path" "$root/usr/local/lib/$name"
    done < <(ldd "$program" | awk '$2 == "=>" && $3 ~ /^\//')
done
ldconfig -r "$root"

SYSTEMD_LOG_LEVEL=warning systemd-sysusers --root="$root"
systemctl --root="$root" --quiet enable widgetd.socket
