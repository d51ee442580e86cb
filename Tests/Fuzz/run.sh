#!/bin/sh
# Fuzzes the frame decoder, the script form's decoder, the layout of views, the session with another device and the push gateway's rules with libFuzzer for a fixed number of inputs, from the
# frames and pushes in Seeds, the examples in docs/script-form.md and what an honest device says.
#
#     run.sh [RUNS [SEED]]     20,000 inputs each and the seed 1 by default
#
# Prints what ran. Exits 77 with a line `skipped: reason` where the toolchain has no libFuzzer; 1 when an input breaks a decoder, which is kept and named.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/.build/fuzz
runs=${1:-20000}
seed=${2:-1}
swift=${SWIFT:-swift}

toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v "$swift")")")")
if [ -z "$(find "$toolchain/lib" -name 'libclang_rt.fuzzer-*.a' -print -quit 2>/dev/null)" ]; then
    echo "skipped: this Swift toolchain has no libFuzzer"
    exit 77
fi

mkdir -p "$build/found" "$build/views" "$build/peers"
awk -v directory="$build/views" '
    /^```json (timeline|view)/ { number++; file = directory "/" number; view = $2 == "view"; printf "%s", view ? "{\"view\":" : "" > file; inside = 1; next }
    /^```/ && inside { printf "%s", view ? "}" : "" > file; close(file); inside = 0 }
    inside { print > file }
' "$root/docs/script-form.md"

export WIDGETD_FUZZ=1 SWIFT_BACKTRACE=enable=no
fuzz() {
    "$swift" build --package-path "$root" --scratch-path "$build" -c release --jobs 1 --product "$1" >"$build/build.log" 2>&1 || { cat "$build/build.log"; exit 1; }
    program=$("$swift" build --package-path "$root" --scratch-path "$build" -c release --show-bin-path)/$1
    [ "$1" != widgetd-fuzz-peers ] || "$program" --seeds "$2"
    corpus=$(mktemp -d)
    if "$program" -runs="$runs" -seed="$seed" -max_len=4096 -rss_limit_mb=512 -verbosity=0 -print_final_stats=1 \
        -artifact_prefix="$build/found/$1-" "$corpus" "$2" >"$build/$1.log" 2>&1; then
        inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$1.log")
        echo "$1: $inputs inputs, $(find "$corpus" -type f | wc -l) that reached something new, none broke it (seed $seed)"
        rm -rf "$corpus"
    else
        tail -n 30 "$build/$1.log"
        echo "$1: an input broke it; it is in $build/found"
        rm -rf "$corpus"
        exit 1
    fi
}

fuzz widgetd-fuzz-frames "$here/Seeds/frames"
fuzz widgetd-fuzz-views "$build/views"
fuzz widgetd-fuzz-layout "$build/views"
fuzz widgetd-fuzz-peers "$build/peers"
fuzz widgetd-fuzz-push "$here/Seeds/push"
