"""Providers that print a gigabyte, on either output, and those that start processes without end, cost their own widgets a reload and nobody else anything."""

import os
import time

from ttrpc import Client, field

GIGABYTE = 1 << 30
# What a daemon may have in memory meanwhile, and write to its log, in MiB.
MEMORY, LOG = 256, 2
PROGRAMS = {
    "output": "exec head -c 1073741824 /dev/zero",
    "errors": "head -c 1073741824 /dev/zero | tr '\\0' 'x' >&2; printf '{\"view\":\"fine\"}'",
    "lines": "yes 'an error' | head -c 200000000 >&2; exit 1",
    "text": "printf '{\"view\":\"'; exec head -c 1073741824 /dev/zero | tr '\\0' 'x'",
    "processes": "n=0; while [ $n -lt 3000 ]; do sleep 30 & n=$((n + 1)); done; printf '{\"view\":\"x\"}'",
}  # fmt: skip


def attack(place):
    device = place.device("desk", "--developer-mode")
    for name, script in PROGRAMS.items():
        manifest = {"format": 1, "id": name, "protocol": "json", "exec": [f"{name}.sh"], "deadline_seconds": 5}
        manifest["kinds"] = [{"id": name, "families": ["systemSmall"]}]
        device.provide(manifest, f"#!/bin/sh\n{script}\n")
    device.start()
    client = Client(device.socket, 30)
    for kind in [*PROGRAMS, "note"]:
        client.call("Widgets", "Place", field(1, kind) + field(4, f"{kind} 1"))
    highest = slowest = 0.0
    for _ in range(3):
        for name in PROGRAMS:
            client.call("Widgets", "Reload", field(2, name))
        end = time.monotonic() + 6
        while time.monotonic() < end:
            began = time.monotonic()
            client.call("Widgets", "List")
            slowest = max(slowest, time.monotonic() - began)
            device.check_runs()
            highest = max(highest, device.costs()["rss"])
            time.sleep(0.05)
    assert highest < MEMORY, f"the daemon had {highest:.0f} MiB in memory"
    assert slowest < 5, f"a call took {slowest:.1f} s"
    logged = os.path.getsize(f"{device.directory}/log") / (1 << 20)
    assert logged < LOG, f"the log has {logged:.1f} MiB"
    status, output, errors = device.widgetctl("reload", "note", "--wait")
    assert status == 0, f"a widget beside them isn't reloaded: {output}{errors}"
    cost = f"{highest:.0f} MiB, a call takes {slowest * 1000:.0f} ms at most"
    return f"{len(PROGRAMS)} providers that print a gigabyte or start 3,000 processes, 4 times each: {cost}"
