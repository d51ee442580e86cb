"""Starts a daemon, and lets the clients and the providers try it.

    drive.py ROOT PROGRAMS [GO]     GO is the directory of the programs that use the Go package; empty: there are none
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import blocks
import client
import providers
import rights

LIMIT = 60


class Daemon:
    """A daemon with a store, a socket and manifests of its own."""

    def __init__(self, programs, directory):
        self.programs, self.directory = programs, directory
        self.manifests = f"{directory}/config/widgetd/providers"
        self.socket = f"{directory}/widgetd.sock"
        self.process = None
        os.makedirs(self.manifests)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": directory, "LANG": "C.UTF-8", "WIDGETD_SOCKET": self.socket,
            "XDG_CONFIG_HOME": f"{directory}/config", "XDG_STATE_HOME": f"{directory}/state",
        }

    def start(self):
        self.process = subprocess.Popen(
            [f"{self.programs}/widgetd", "--socket", self.socket, "--no-announce", "--developer-mode"], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(f"{self.directory}/log", "ab"))
        end = time.monotonic() + LIMIT
        while self.widgetctl("status", check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"the daemon doesn't start: {open(f'{self.directory}/log').read()[-2000:]}")
            time.sleep(0.05)

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(LIMIT)

    def widgetctl(self, *arguments, check=True):
        result = subprocess.run([f"{self.programs}/widgetctl", *arguments], capture_output=True, text=True, timeout=LIMIT, env=self.environment)
        if check and result.returncode:
            raise AssertionError(f"widgetctl {' '.join(arguments)} exits with {result.returncode}: {result.stdout}{result.stderr}")
        return result


def main():
    root, programs, go = sys.argv[1:]
    # What lies here is run by the daemon: nobody else may write it.
    os.umask(0o022)
    directory = tempfile.mkdtemp(prefix="widgetd-clients-")
    daemon = Daemon(programs, directory)
    checks = Checks()
    try:
        providers.write(root, daemon.manifests, checks)
        daemon.start()
        os.environ["WIDGETD_SOCKET"] = daemon.socket
        providers.check(daemon, checks)
        client.check(daemon, checks)
        checks.check("the .proto files say the rights that methods need", lambda: rights.check(root))
        # The kind that the page places is bundled; this daemon has those of docs/providers.md.
        page = blocks.read(f"{root}/docs/clients.md").replace('"clock"', '"hours-up"')
        for file, word in (("widgets.py", "hours-up"), ("follow.py", "revision"), ("describe.py", "widgetd.v1.Widgets Watch stream READ")):
            checks.check(f"docs/clients.md: {file}", lambda: says(word, [sys.executable, "-c", blocks.named(page, "python", file)]))
        if go:
            checks.check("docs/clients.md: the program in Go", lambda: says("revision", [f"{go}/widgetd-go-page"]))
            result = subprocess.run([f"{go}/widgetd-go-package", daemon.socket, "hours-up"], capture_output=True, text=True, timeout=LIMIT)
            print(result.stdout, end="")
            checks.check("the program with the Go package ends well", lambda: expect(result.returncode == 0, result.stderr))
    finally:
        daemon.stop()
        shutil.rmtree(directory)
    print(f"{checks.count} checks, {checks.failed} failed")
    return 1 if checks.failed else 0


def says(word, command):
    """The program says the word before it ends, or is ended because it has said it."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    timer = threading.Timer(LIMIT, process.kill)
    timer.start()
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if word in line:
                return
        raise AssertionError(f"it says no '{word}': {''.join(lines[-8:])}")
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


class Checks:
    def __init__(self):
        self.count = self.failed = 0

    def check(self, name, body):
        self.count += 1
        signal.signal(signal.SIGALRM, hang)
        signal.alarm(3 * LIMIT)
        try:
            body()
            print("ok", name, flush=True)
        except Exception as error:
            self.failed += 1
            print(f"not ok {name}: {type(error).__name__}: {error}", flush=True)
        finally:
            signal.alarm(0)


class Hangs(Exception):
    pass


def hang(*_):
    raise Hangs(f"it takes more than {3 * LIMIT} s")


def expect(holds, message):
    if not holds:
        raise AssertionError(message)


if __name__ == "__main__":
    sys.exit(main())
