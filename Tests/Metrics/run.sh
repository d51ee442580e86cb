#!/bin/sh
# A real Prometheus scrapes a real daemon, and answers queries about it. Before that the text is read by the parser of Prometheus' own client for Python, the listener is asked what it
# mustn't answer, and each metric that the dashboard names is looked for.
#
#     run.sh [PROGRAMS]     PROGRAMS is the directory of the built programs (default .build/debug)
#
# Where something is missing it says so and exits 77: skipped; without Prometheus the part that needs it. It takes half a minute.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
programs=${1:-$root/.build/debug}

skip() {
    echo "skipped: $1"
    exit 77
}

for program in widgetd widgetctl; do
    [ -x "$programs/$program" ] || { echo "there is no $programs/$program; build it first (make build)" >&2; exit 66; }
done
# The system's own: another one may lack the system's packages.
python=$(command -v /usr/bin/python3 || command -v python3) || skip "there is no python3"
"$python" -c "import prometheus_client.openmetrics.parser" 2>/dev/null || skip "there is no parser (on Debian and Ubuntu: apt-get install python3-prometheus-client)"

exec "$python" "$here/drive.py" "$(cd "$programs" && pwd)" "$root/share/grafana-dashboard.json"
