"""A state directory with a thousand widgets, as a real daemon made it, that the figures of the daemon share."""

import contextlib
import json
import os
import time

from . import rpc
from .process import Daemon

WIDGETS = 1000
KIND = "bench"
# So many letters make the answer of Widgets.Get 1 KiB.
LETTERS = 867

SCRIPT = """#!/bin/sh
exec cat "${0%/*}/timeline.json"
"""


class Fixture:
    """`widget` is the id of the first of the widgets. No entry and no reload of them ever comes due."""

    def __init__(self, programs, directory, say):
        self.programs, self.directory = programs, directory
        self.runs = os.path.join(directory, "daemon")
        providers = os.path.join(self.runs, "providers")
        os.makedirs(providers)
        with open(os.path.join(providers, "bench.sh"), "w") as script:
            script.write(SCRIPT)
            os.fchmod(script.fileno(), 0o755)
        letters = "".join(chr(ord("a") + number % 26) for number in range(LETTERS))
        write_json(providers, "timeline.json", {"view": {"text": letters}, "policy": "never"})
        write_json(providers, "bench.json", {
            "format": 1, "id": "bench", "name": "bench", "protocol": "json", "exec": ["bench.sh"],
            "kinds": [{"id": KIND, "display_name": "bench", "families": ["systemSmall"]}],
        })
        say(f"placing {WIDGETS} widgets")
        with self.daemon() as daemon:
            client = rpc.Client(daemon.socket)
            for _ in range(WIDGETS):
                client.place(KIND)
            self.wait(client)
            self.widget = client.widgets()[0][0]
            client.close()

    def wait(self, client):
        """Until every widget has its timeline."""
        end = time.monotonic() + 300
        while True:
            ids, current = client.widgets()
            if current == WIDGETS:
                return
            if time.monotonic() > end:
                state, problem = client.state(ids[0])
                raise RuntimeError(f"only {current} of {WIDGETS} widgets have a timeline; the first is in state {state}: {problem}")
            time.sleep(0.2)

    @contextlib.contextmanager
    def daemon(self, cpu=None, options=()):
        """A daemon on the widgets; one at a time."""
        daemon = Daemon(self.programs.path("widgetd"), self.runs, cpu, options)
        try:
            yield daemon
        finally:
            daemon.stop()

    def database(self):
        """The path of the store's SQLite file."""
        return os.path.join(self.runs, "state", "widgetd.sqlite")


def write_json(directory, name, value):
    with open(os.path.join(directory, name), "w") as file:
        json.dump(value, file)
