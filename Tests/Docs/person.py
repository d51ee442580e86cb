"""An ordinary person with an empty home, a daemon of their own, and a shell."""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import time

# A command that takes longer hangs.
LIMIT = 60
# What runs until somebody ends it is ended when it has said something, at last after so long.
PATIENCE = 4


class Failed(Exception):
    """Something isn't as the documentation says."""


class Person:
    """A home, a runtime directory, and programs as `make run` leaves them."""

    def __init__(self, root, programs, place, name, options=()):
        self.root, self.programs, self.name, self.options = root, programs, name, list(options)
        self.home = f"{place}/work/{name}"
        self.source = f"{self.home}/widgetd"
        self.providers = f"{place}/providers"
        self.daemon = None
        for directory in ("bin", "run", "widgetd/.build"):
            os.makedirs(f"{self.home}/{directory}")
        os.chmod(f"{self.home}/run", 0o700)
        os.symlink(programs, f"{self.source}/.build/debug")
        for program in ("widgetd", "widgetctl", "widgetctl-board", "widgetctl-motion", "widgetctl-render", "widgetd-notify", "widgetd-web", "widgetd-wall"):
            os.symlink(f"{programs}/{program}", f"{self.home}/bin/{program}")
        os.symlink(f"{programs}/widgetd-providers", f"{self.home}/bin/widgetd-transfer")
        if os.path.exists(f"{self.providers}/libexec/notes.py"):
            os.symlink(f"{self.providers}/libexec/notes.py", f"{self.home}/bin/widgetd-notes")
        self.variables = {
            "HOME": self.home, "PATH": f"{self.home}/bin:/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color", "SHELL": "/bin/bash",
            "XDG_RUNTIME_DIR": f"{self.home}/run", "USER": "person", "LOGNAME": "person",
        }
        self.directory = self.source
        self.state = f"{self.home}/.shell-state"

    # The daemon

    def start(self, *options):
        """Starts the daemon as `make run` does, and waits until it answers."""
        command = [f"{self.programs}/widgetd", "--providers", self.providers, "--no-announce", *self.options, *options]
        self.log = open(f"{self.home}/widgetd.log", "ab")
        self.daemon = subprocess.Popen(
            command, env=self.variables, cwd=self.source, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, umask=0o002, start_new_session=True)
        end = time.monotonic() + LIMIT
        while subprocess.run([f"{self.programs}/widgetctl", "status"], env=self.variables, capture_output=True).returncode:
            if self.daemon.poll() is not None or time.monotonic() > end:
                raise Failed(f"{self.name}: the daemon doesn't start: {self.tail()}")
            time.sleep(0.05)

    def stop(self):
        if self.daemon and self.daemon.poll() is None:
            self.daemon.send_signal(signal.SIGTERM)
            try:
                self.daemon.wait(20)
            except subprocess.TimeoutExpired:
                self.daemon.kill()
                self.daemon.wait()

    def tail(self):
        with open(f"{self.home}/widgetd.log", errors="replace") as file:
            return "".join(file.readlines()[-6:])

    def knows(self, people):
        """Has `ssh NAME COMMAND…` run a command of another one, as that one."""
        path = f"{self.home}/bin/ssh"
        with open(path, "w") as file:
            file.write("#!/bin/sh\n# Stands for ssh: the other machine is on this one.\nhost=$1; shift\ncase $host in\n")
            for name, someone in people.items():
                if name:
                    file.write(f"{name}) exec env HOME={someone.home} XDG_RUNTIME_DIR={someone.home}/run \"$@\" ;;\n")
            file.write("esac\necho \"ssh: there is no $host\" >&2; exit 255\n")
        os.chmod(path, 0o755)

    # The shell

    def write(self, path, text, executable):
        """Writes a file as an editor does, with the modes that the umask leaves."""
        path = path.replace("~", self.home, 1)
        before = os.umask(0o002)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        if executable:
            os.chmod(path, 0o775)
        os.umask(before)

    def type(self, command, is_endless=False, needs_terminal=False, answer=None):
        """Types a command into the shell, whose variables and directory stay; what runs until it is ended is ended with Ctrl-C.

        Returns its exit status and what it printed."""
        script = (
            f". {self.state} 2>/dev/null; cd '{self.directory}'\n{command}\nstatus=$?\n"
            f"{{ declare -p; declare -f; }} >{self.state} 2>/dev/null; pwd >{self.state}.directory; exit $status\n")
        needs_terminal = needs_terminal or answer is not None
        master, slave = pty.openpty() if needs_terminal else (None, subprocess.PIPE)
        process = subprocess.Popen(
            ["bash", "-c", script], env=self.variables, stdin=slave if needs_terminal else subprocess.DEVNULL, stdout=slave,
            stderr=slave if needs_terminal else subprocess.STDOUT, umask=0o002, start_new_session=True, cwd=self.source)
        if needs_terminal:
            os.close(slave)
        if answer is not None:
            os.write(master, answer.encode() + b"\n")
        output = self.read(process, master if needs_terminal else process.stdout.fileno(), is_endless)
        if needs_terminal:
            os.close(master)
        if os.path.exists(f"{self.state}.directory"):
            with open(f"{self.state}.directory") as file:
                self.directory = file.read().strip()
        status = process.returncode
        return (0 if is_endless and status in (130, -signal.SIGINT) else status), output

    def read(self, process, descriptor, is_endless):
        output, end = b"", time.monotonic() + (PATIENCE if is_endless else LIMIT)
        told = False
        while True:
            left = end - time.monotonic()
            ready = select.select([descriptor], [], [], max(0, left))[0] if left > 0 else []
            if ready:
                try:
                    part = os.read(descriptor, 65536)
                except OSError:
                    part = b""
                if not part:
                    break
                output += part
                if not is_endless or told:
                    continue
                # What comes together is taken together.
                end = min(end, time.monotonic() + 0.3)
            elif not told and is_endless:
                told, end = True, time.monotonic() + LIMIT / 4
                os.killpg(process.pid, signal.SIGINT)
            else:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                raise Failed(f"it didn't end within {LIMIT} s: {output[-400:].decode(errors='replace')}")
        process.wait()
        return output.decode(errors="replace")

    def forget_shell(self):
        """A new terminal: its variables are gone, and it is where the sources are."""
        for path in (self.state, f"{self.state}.directory"):
            if os.path.exists(path):
                os.remove(path)
        self.directory = self.source

    def mended(self):
        """Does what the daemon says of files that it doesn't trust: one command for each provider."""
        text = self.type("widgetctl provider rescan")[1]
        commands = re.findall(r"not loaded: .*; run: (.*)$", text, re.M)
        for command in commands:
            status, output = self.type(command)
            if status:
                raise Failed(f"the command that the daemon names fails ({status}): {command}: {output}")
        after = self.type("widgetctl provider rescan")[1]
        if "not loaded" in after:
            raise Failed(f"one command mends it, and it didn't: {after}")
        return commands

    def remove(self):
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)
