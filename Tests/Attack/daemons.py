#!/usr/bin/env python3
"""Attacks real daemons, each attack daemons of its own, and prints a line for each.

daemons.py PROGRAMS [NAME...]      all attacks, or those that are named; exits 1 if one didn't hold
"""

import os
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "Soak"), os.path.join(HERE, "..", "Network")]

import apart  # noqa: E402
import clocks  # noqa: E402
import clone  # noqa: E402
import exports  # noqa: E402
import flood  # noqa: E402
import kills  # noqa: E402
import markup  # noqa: E402
from devices import Device, compiled_clock  # noqa: E402

ATTACKS = {
    "kills": kills.attack, "exports": exports.attack, "flood": flood.attack, "markup": markup.attack, "clocks": clocks.attack,
    "clone": clone.attack, "apart": apart.attack,
}  # fmt: skip


class Place:
    """Where an attack's daemons live. All that was started is ended."""

    def __init__(self, programs, directory):
        self.programs, self.directory, self.devices, self.others = programs, directory, [], []

    def device(self, name, *options, clock=None):
        self.devices.append(Device(name, self.programs, self.directory, clock, options))
        return self.devices[-1]

    def clock(self):
        return compiled_clock(self.directory)

    def run(self, *command, **settings):
        """A program that ends with the attack."""
        self.others.append(subprocess.Popen(command, **settings))
        return self.others[-1]

    def close(self):
        for process in self.others:
            process.kill()
            process.wait()
        for device in self.devices:
            device.stop()


def main():
    programs, names = sys.argv[1], sys.argv[2:] or list(ATTACKS)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    # What the daemons run may be written by nobody else.
    os.umask(0o022)
    status = 0
    for name in names:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="widgetd-attack-") as directory:
            place = Place(programs, directory)
            try:
                text = ATTACKS[name](place)
                held = "skipped" if text.startswith("skipped: ") else "held"
                text = text.removeprefix("skipped: ")
            except AssertionError as error:
                held, text, status = "BROKEN", f"{name}: {error}", 1
                for device in place.devices:
                    text += f"\n    --- {device.name}\n" + "".join(f"    {line}\n" for line in device.tail(12).splitlines())
            finally:
                place.close()
        print(f"{held}  {text}, {time.monotonic() - began:.0f} s", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
