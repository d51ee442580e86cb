"""Starts a daemon with a push gateway and one widget, lets the clients push to it, and looks at what became of it.

    drive.py PROGRAMS
"""

import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time

APP = "clock"

class Daemon:
    def __init__(self, programs, directory):
        self.programs, self.directory = programs, directory
        self.socket = f"{directory}/widgetd.sock"
        self.state = f"{directory}/state"
        self.log = f"{directory}/log"
        os.makedirs(f"{directory}/providers")
        self.add_provider()

    def add_provider(self):
        program = f"{self.directory}/providers/{APP}.sh"
        with open(program, "w") as file:
            file.write(f"""#!/bin/sh
cat >/dev/null
echo >>{self.directory}/reloads
printf '{{"view":{{"text":"%s"}},"policy":"never"}}' "$(wc -l <{self.directory}/reloads)"
""")
        os.chmod(program, 0o755)
        manifest = {
            "format": 1, "id": APP, "name": "Clock", "protocol": "json", "exec": [f"{APP}.sh"],
            "kinds": [{"id": APP, "display_name": "Clock", "families": ["systemSmall"], "push_handler": True}],
        }
        with open(f"{self.directory}/providers/{APP}.json", "w") as file:
            json.dump(manifest, file)

    def start(self):
        # Endpoints of Web Push name the port, so that it is chosen here.
        self.port = free_port()
        environment = os.environ | {"XDG_CONFIG_HOME": f"{self.directory}/config", "XDG_STATE_HOME": f"{self.directory}/person"}
        environment.pop("NOTIFY_SOCKET", None)
        self.process = subprocess.Popen(
            [f"{self.programs}/widgetd", "--state-directory", self.state, "--socket", self.socket, "--providers", f"{self.directory}/providers", "--no-announce",
             "--push-listen", f"127.0.0.1:{self.port}", "--push-manage", "127.0.0.1:0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(self.log, "wb"), env=environment)
        wait("the gateway", lambda: "taking pushes" in self.text())

    def text(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the daemon ended: {self.tail()}")
        with open(self.log) as file:
            return file.read()

    def tail(self):
        with open(self.log) as file:
            return file.read()[-2_000:]

    def widgetctl(self, *arguments):
        result = subprocess.run([f"{self.programs}/widgetctl", *arguments, "--json"], capture_output=True, text=True, timeout=60, env=os.environ | {"WIDGETD_SOCKET": self.socket})
        if result.returncode != 0:
            raise AssertionError(f"widgetctl {' '.join(arguments)}: {result.stderr}")
        return json.loads(result.stdout or "{}")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("the daemon doesn't stop")
        if self.process.returncode != 0:
            raise AssertionError(f"the daemon ended with {self.process.returncode}: {self.tail()}")


def free_port():
    """A port that nobody has now, below those that the kernel gives to whoever asks for any: of those, one may be another's before the daemon has it."""
    for port in random.sample(range(20_000, 32_000), 100):
        try:
            with socket.create_server(("127.0.0.1", port)):
                return port
        except OSError:
            pass
    raise AssertionError("no port is free")


def wait(what, so, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if result := so():
            return result
        time.sleep(0.05)
    raise AssertionError(f"{what} was waited for in vain for {seconds} s")


def token(daemon):
    return next(iter(daemon.widgetctl("push", "token", APP).get("tokens", [])), None)


def reloads(directory):
    try:
        with open(f"{directory}/reloads") as file:
            return len(file.readlines())
    except FileNotFoundError:
        return 0


def test(daemon, directory):
    daemon.widgetctl("place", APP)
    wait("the widget's timeline", lambda: reloads(directory) >= 1)
    dead = wait("a token", lambda: token(daemon))
    daemon.widgetctl("push", "token", APP, "--rotate")
    live = wait("another token", lambda: token(daemon))
    assert live["token"] != dead["token"], "the token wasn't changed"
    key = f"{directory}/provider.p8"
    subprocess.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key], check=True, capture_output=True)
    daemon.widgetctl("push", "key", "add", "--team", "TEAM000001", "--id", "KEY0000001", key)
    before = reloads(directory)
    target = {
        "host": "localhost", "port": daemon.port, "ca": f"{daemon.state}/push-certificate.pem", "team": "TEAM000001", "key_id": "KEY0000001", "key": key, "app": APP,
        "widgets": live["token"], "dead": dead["token"], "vapid_key": key,
        "web_push": {"endpoint": live["webPushEndpoint"], "p256dh": live["webPushP256dh"], "auth": live["webPushAuth"], "ended": dead["webPushEndpoint"]},
    }
    with open(f"{directory}/target.json", "w") as file:
        json.dump(target, file)
    here = os.path.dirname(os.path.abspath(__file__))
    if subprocess.run([sys.executable, f"{here}/clients.py", f"{directory}/target.json"]).returncode != 0:
        raise AssertionError("not all clients were answered as Apple's service would")
    wait("a reload", lambda: reloads(directory) > before)
    lines = wait("the end of all pushes", lambda: ended(daemon))
    print(f"the log: {len(lines)} pushes arrived once each and ended; the widget was reloaded {reloads(directory) - before} times for them")


def ended(daemon):
    """The pushes of the log, when all have ended."""
    events, after = {}, 0
    lines = daemon.widgetctl("push", "log", "-n", "1000").get("lines", [])
    for line in lines:
        events.setdefault(line["pushId"], []).append(line["event"])
    arrivals = [names.count("arrived") for names in events.values()]
    assert all(count <= 1 for count in arrivals), "a push arrived twice"
    return events if events and all(names[-1] in ("coalesced", "delivered", "discarded", "stored") for names in events.values()) else None


def main():
    directory = tempfile.mkdtemp(prefix="widgetd-push-")
    daemon = Daemon(sys.argv[1], directory)
    try:
        daemon.start()
        test(daemon, directory)
        daemon.stop()
    except AssertionError as error:
        print(f"failed: {error}")
        sys.exit(1)
    finally:
        if getattr(daemon, "process", None) and daemon.process.poll() is None:
            daemon.process.kill()
        shutil.rmtree(directory, ignore_errors=True)


main()
