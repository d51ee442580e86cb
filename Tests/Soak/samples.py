"""What the devices cost and how far apart they are, sampled again and again, and written as CSV."""

import csv
import json
import time

COLUMNS = ["seconds", "device", "pss", "rss", "descriptors", "threads", "cpu", "store", "lag", "apart", "written", "refused", "broken", "process"]
# What is drawn, with its unit.
CURVES = [
    ("pss", "memory (PSS), MiB"), ("rss", "memory (RSS), MiB"), ("descriptors", "descriptors"), ("threads", "threads"), ("cpu", "CPU, % of a core"),
    ("store", "store with its log, MiB"), ("lag", "a change of desk is here after, ms"), ("apart", "changes to get and to send"),
    ("written", "acknowledged: writes, taps, pushes"), ("refused", "refused (a full disk, a device away)"),
]  # fmt: skip


class Sampler:
    def __init__(self, devices, messenger, writers, tappers, servers, path):
        self.devices, self.messenger = devices, messenger
        self.people = list(zip(writers, tappers, servers))
        self.rows, self.path, self.began, self.before = [], path, time.monotonic(), {}
        with open(path, "w", newline="") as file:
            csv.writer(file).writerow(COLUMNS)

    def sample(self):
        lags = self.messenger.lag()
        rows = []
        for device, (writer, tapper, server) in zip(self.devices, self.people):
            now = time.monotonic()
            row = {"seconds": round(now - self.began, 1), "device": device.name} | (device.costs() or {})
            row["cpu"] = self.percent(device, now, row)
            row["lag"] = round(lags[device.name] * 1000, 1) if device.name in lags else None
            row["apart"] = apart(device)
            row["written"] = writer.written + len(tapper.done) + len(server.accepted) + server.posts
            row["refused"] = writer.refused + sum(tapper.reasons.values()) + sum(server.reasons.values())
            row["broken"] = writer.broken
            rows.append(row)
        self.rows += rows
        with open(self.path, "a", newline="") as file:
            writer = csv.writer(file)
            for row in rows:
                values = (row.get(column) for column in COLUMNS)
                writer.writerow("" if value is None else round(value, 2) if isinstance(value, float) else value for value in values)

    def percent(self, device, now, row):
        """CPU since the last sample of the same process."""
        if "cpu" not in row:
            return None
        process, then, cpu = self.before.get(device.name, (None, 0, 0))
        self.before[device.name] = (row["process"], now, row["cpu"])
        return (row["cpu"] - cpu) / (now - then) * 100 if process == row["process"] else None


def apart(device):
    """Changes that the device lacks, and that others lack as far as it knows; None where it doesn't answer."""
    status, output, _ = device.widgetctl("--timeout", "3", "sync", "status", "--json", timeout=30)
    if status:
        return None
    return sum(int(peer.get(count, 0)) for peer in json.loads(output).get("peers", []) for count in ("behind", "ahead", "held"))
