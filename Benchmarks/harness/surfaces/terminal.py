"""Terminals that nobody sees: a program on each, whose output is read."""

import fcntl
import os
import struct
import subprocess
import termios
import threading

from ..programs import find
from .rivals import POLL


class Terminal:
    """A program on a terminal of its own, of 160 columns and 60 lines."""

    @classmethod
    def both(cls, desk, stack):
        """Our board, and `watch` with the same lines where it is here."""
        commands = {"board": [desk.bench.programs.path("widgetctl"), "board"]}
        if find("watch"):
            commands["watch"] = ["watch", "-n", str(POLL), "cat", desk.list("watch")[0]]
        return {name: stack.enter_context(cls(desk, command)) for name, command in commands.items()}

    def __init__(self, desk, command):
        self.master, terminal = os.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 160, 0, 0))
        self.shown = b""
        self.process = subprocess.Popen(["setsid", "--ctty", *command], env=desk.environment, stdin=terminal, stdout=terminal, stderr=terminal)
        os.close(terminal)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        desk.until(f"{command[0]} shows the list", lambda: b"Room" in self.shown)

    def read(self):
        try:
            while data := os.read(self.master, 65_536):
                self.shown += data
        except OSError:
            # The program has ended.
            pass

    @property
    def id(self):
        return self.process.pid

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.reader.join()
        os.close(self.master)
