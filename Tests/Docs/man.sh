#!/bin/sh
# man.sh ROOT PROGRAMS: makes the man pages, and has groff read each with all of its warnings on.
# Without groff, each must still have a name and a description.
set -eu
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
python3 "$1/scripts/reference" man "$2" "$pages"
for page in "$pages"/man?/*; do
    name=$(basename "$page")
    grep -q '^\.SH NAME$' "$page" && grep -q '^\.SH DESCRIPTION$' "$page" || { echo "FAIL $name has no name or no description"; exit 1; }
    command -v groff >/dev/null || continue
    said=$(groff -man -ww -Tutf8 -rLL=100n "$page" 2>&1 >/dev/null)
    [ -z "$said" ] || { echo "FAIL $name: groff says: $said"; exit 1; }
done
