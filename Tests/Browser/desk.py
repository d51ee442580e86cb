"""A daemon of its own with a counter and a lamp, and the web board's server."""

import json
import os
import signal
import socket
import subprocess
import time

COUNTER = r"""#!/bin/sh
request=$(cat)
case $request in
*'"call":"perform"'*) echo x >>"$0.count"; exit 0 ;;
esac
count=$(cat "$0.count" 2>/dev/null | wc -l)
printf '{"view":{"vstack":[{"text":"%d cups","font":"title","contentTransition":"numericText"},' "$count"
printf '{"button":"Drink","id":"drink","intent":"Drink"},{"link":"https://example.org/","view":"Site"}]},"policy":"never"}'
"""
LAMP = r"""#!/bin/sh
request=$(cat)
case $request in
*'"call":"perform"'*) if [ -e "$0.on" ]; then rm "$0.on"; else : >"$0.on"; fi; exit 0 ;;
esac
on=false
[ ! -e "$0.on" ] || on=true
printf '{"view":{"toggle":"Lamp","id":"lamp","on":%s,"intent":"Lamp"},"policy":"never"}' "$on"
"""


class Desk:
    def __init__(self, programs, place):
        self.programs, self.place = programs, place
        self.processes = {}
        os.makedirs(f"{place}/providers")
        for name, script in (("counter", COUNTER), ("lamp", LAMP)):
            with open(f"{place}/providers/{name}.sh", "w") as file:
                file.write(script)
            os.chmod(f"{place}/providers/{name}.sh", 0o755)
            with open(f"{place}/providers/{name}.json", "w") as file:
                kinds = [{"id": name, "display_name": name.capitalize(), "families": ["systemSmall"]}]
                json.dump({"format": 1, "id": name, "name": name, "protocol": "json", "exec": [f"{name}.sh"], "kinds": kinds}, file)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    @property
    def environment(self):
        return dict(
            os.environ, WIDGETD_SOCKET=f"{self.place}/widgetd.sock", XDG_STATE_HOME=f"{self.place}/state", XDG_CONFIG_HOME=f"{self.place}/config",
            HOME=self.place, NO_COLOR="1", TZ="UTC", LC_ALL="C.UTF-8")

    def start(self, name, *arguments):
        log = open(f"{self.place}/{name}.log", "ab")
        self.processes[name] = subprocess.Popen([f"{self.programs}/{name}", *arguments], env=self.environment, stdout=log, stderr=log)

    def start_daemon(self):
        self.start(
            "widgetd", "--config", "none", "--state-directory", f"{self.place}/store", "--socket", f"{self.place}/widgetd.sock", "--providers", f"{self.place}/providers")
        wait(lambda: self.widgetctl("status", check=False) is not None, "the daemon answers")

    def start_web(self, *arguments):
        self.start("widgetd-web", "--listen", f"127.0.0.1:{self.port}", *arguments)
        wait(self.answers, "the web board answers")

    def answers(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self, name):
        process = self.processes.pop(name)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0, f"{name} ended with {process.returncode}: {self.log(name)}"

    def stop_all(self):
        for name in list(self.processes):
            self.processes[name].kill()
            self.processes[name].wait()

    def log(self, name):
        if not os.path.exists(f"{self.place}/{name}.log"):
            return ""
        with open(f"{self.place}/{name}.log", errors="replace") as file:
            return file.read()[-2_000:]

    def widgetctl(self, *arguments, check=True):
        result = subprocess.run([f"{self.programs}/widgetctl", *arguments], env=self.environment, capture_output=True, text=True, timeout=60)
        if result.returncode and check:
            raise AssertionError(f"widgetctl {' '.join(arguments)}: {result.stderr}")
        return None if result.returncode else result.stdout

    def invitation(self, *arguments):
        return json.loads(self.widgetctl("web", "invite", "--json", *arguments))["url"]

    def drunk(self):
        path = f"{self.place}/providers/counter.sh.count"
        return len(open(path).read().split()) if os.path.exists(path) else 0

    def processor_time(self, name):
        """Seconds of processor time so far, and how often it went to sleep."""
        number = self.processes[name].pid
        with open(f"/proc/{number}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        switches = 0
        for task in os.listdir(f"/proc/{number}/task"):
            with open(f"/proc/{number}/task/{task}/status") as file:
                switches += sum(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt"))
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), switches


def wait(is_so, what, seconds=30):
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise AssertionError(f"within {seconds} s it isn't so that {what}")
        time.sleep(0.05)
