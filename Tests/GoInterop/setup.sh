#!/bin/sh
# Builds a client and a server with containerd's own Go ttrpc, from this project's .proto files, into .build/go-interop/bin. The interop tests and the
# benchmarks run them. Each further DIR is a Go program of the same kind, built to bin/ under its last name.
#
#     setup.sh [DIR...]
#
# Nothing is installed but Go and protoc, where they are missing and this runs as root; the Go sources (Debian's source-only
# packages, ttrpc 1.2 for its streaming) are unpacked beside, without touching this machine's package lists.
#
# Exits 0 when the programs are there, 77 with one line `skipped: reason` when something can't be had, anything else when the build fails.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/.build/go-interop

mkdir -p "$work"
rm -f "$work/skipped"

skip() {
    echo "skipped: $1" | tee "$work/skipped"
    exit 77
}

for tool in go:golang-go protoc:protobuf-compiler; do
    command -v "${tool%%:*}" >/dev/null && continue
    command -v apt-get >/dev/null || skip "${tool%%:*} isn't installed, and there is no apt-get to install it"
    [ "$(id -u)" = 0 ] || skip "${tool%%:*} isn't installed; install it: sudo apt-get install ${tool##*:}"
    apt-get -qq update >"$work/apt.log" 2>&1 || true
    DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "${tool##*:}" libprotobuf-dev >>"$work/apt.log" 2>&1 \
        || skip "apt-get can't install ${tool##*:}: $(tail -n1 "$work/apt.log")"
done

# unpack SUITE PACKAGE...: into $work/sources, from the mirror that this machine's apt uses, with lists and a cache of its own.
unpack() {
    suite=$1
    shift
    apt=$work/apt/$suite
    mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$apt/packages"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$apt/sources.list"
    options="-oDir::Etc::sourcelist=$apt/sources.list -oDir::Etc::sourceparts=/dev/null -oDir::State=$apt/state -oDir::Cache=$apt/cache"
    options="$options -oAPT::Sandbox::User=root"
    # shellcheck disable=SC2086 # the options are words
    apt-get $options -qq update >"$work/apt.log" 2>&1 || skip "$mirror doesn't give the package list of $suite: $(tail -n1 "$work/apt.log")"
    # shellcheck disable=SC2086
    (cd "$apt/packages" && apt-get $options -qq download "$@") >"$work/apt.log" 2>&1 || skip "$mirror doesn't give $*: $(tail -n1 "$work/apt.log")"
    for package in "$apt"/packages/*.deb; do dpkg-deb -x "$package" "$work/sources"; done
}

# Anew when this script, which names the packages, has changed.
if [ -z "$(find "$work/sources/complete" -newer "$here/setup.sh" 2>/dev/null)" ]; then
    command -v apt-get >/dev/null || skip "Go ttrpc comes from Debian's packages, and there is no apt-get here"
    [ -e /usr/share/keyrings/debian-archive-keyring.gpg ] || skip "Go ttrpc comes from Debian's packages, and debian-archive-keyring isn't installed"
    mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | grep -v security | head -n1)
    [ -n "$mirror" ] || skip "apt names no mirror to take Go ttrpc from"
    rm -rf "$work/sources"
    # trixie is the first release whose ttrpc has streaming; with bookworm's other packages it builds with any Go since 1.19.
    unpack trixie golang-github-containerd-ttrpc-dev
    unpack bookworm golang-github-sirupsen-logrus-dev golang-golang-x-sys-dev golang-google-protobuf-dev golang-google-genproto-dev \
        golang-google-grpc-dev golang-github-golang-protobuf-1-5-dev
    touch "$work/sources/complete"
fi

go=$work/go
export GO111MODULE=off GOFLAGS= GOPATH="$go:$work/sources/usr/share/gocode" GOCACHE="$work/cache" GOTOOLCHAIN=local
mkdir -p "$work/bin" "$go/src/widgetd/cmd"

# build NAME DIR: the program in DIR, to bin/NAME.
build() {
    rm -rf "$go/src/widgetd/cmd/$1"
    cp -R "$2" "$go/src/widgetd/cmd/$1"
    go build -o "$work/bin/$1" "widgetd/cmd/$1"
}

# Built anew when a source is newer than the stamp.
if [ ! -e "$work/stamp" ] || [ -n "$(find "$here" "$root/proto" -newer "$work/stamp" -type f)" ]; then
    touch "$work/stamp.new"
    go build -o "$work/bin/" google.golang.org/protobuf/cmd/protoc-gen-go github.com/containerd/ttrpc/cmd/protoc-gen-go-ttrpc
    rm -rf "$go/src/widgetd"
    mkdir -p "$go/src/widgetd/cmd"
    cp "$root"/proto/go/*.go "$go/src/widgetd"
    PATH="$work/bin:$PATH" "$root/proto/go/generate" "$go/src/widgetd"
    PATH="$work/bin:$PATH" protoc --proto_path="$root/proto" --proto_path="$here" --go_out="$go/src" --go-ttrpc_out="$go/src" "$here/interop.proto"
    build widgetd-go-client "$here/client"
    build widgetd-go-server "$here/server"
    mv "$work/stamp.new" "$work/stamp"
fi

for directory in "$@"; do build "$(basename "$directory")" "$directory"; done
