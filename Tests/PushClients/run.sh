#!/bin/sh
# Pushes to a real daemon with the libraries that servers use for Apple's service: aioapns, httpx with PyJWT, kalyke-apns, pyapns_client, with curl, and with pywebpush. Each sends 200 pushes at once, then what is wrong:
# dead tokens, wrong and expired provider tokens, bodies that are too long. Then what was answered 200 must be in the daemon's log, each once, and the widget must have been reloaded.
#
#     run.sh [PROGRAMS]     PROGRAMS is the directory of the built programs (default .build/debug)
#
# The libraries are installed into a virtual environment in .build/push-clients. Where that can't be done it says so and exits 77: skipped. It takes half a minute.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
programs=${1:-$root/.build/debug}
environment=$root/.build/push-clients

skip() {
    echo "skipped: $1"
    exit 77
}

for program in widgetd widgetctl; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
command -v python3 >/dev/null || skip "there is no python3"
command -v curl >/dev/null || skip "there is no curl (on Debian and Ubuntu: apt-get install curl)"
command -v openssl >/dev/null || skip "there is no openssl (on Debian and Ubuntu: apt-get install openssl)"
curl --version | grep -q HTTP2 || skip "this curl was built without HTTP/2"

# Made anew when what is in it changes.
if ! cmp -s "$here/requirements.txt" "$environment/requirements.txt"; then
    rm -rf "$environment"
    mkdir -p "$root/.build"
    python3 -m venv "$environment" >/dev/null 2>&1 || skip "python3 can't make a virtual environment (on Debian and Ubuntu: apt-get install python3-venv)"
    "$environment/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 20 --requirement "$here/requirements.txt" >"$environment/log" 2>&1 ||
        skip "the libraries can't be installed: $(tail -n 1 "$environment/log")"
    cp "$here/requirements.txt" "$environment/requirements.txt"
fi

exec "$environment/bin/python" "$here/drive.py" "$(cd "$programs" && pwd)"
