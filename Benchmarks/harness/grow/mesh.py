"""More and more devices, each linked with each."""

import time

from .. import devices, rpc
from ..process import memory, processor_times
from .series import Plot, series

DEVICES = ["widgetd"]
EDITS = 20


def cpu(running):
    """Milliseconds on a processor, of all devices."""
    return sum(sum(processor_times(device.id).values()) for device in running.running.values()) / 1e6


def links(bench):
    """Devices join one after another. Then a widget is renamed on one of them, again and again."""
    points = {}
    for count in [2, 4, 8, 16] if bench.quick else [2, 4, 8, 16, 32, 64]:
        with devices.directory(bench) as place, devices.Devices(bench, place) as running:
            devices.provide(running.directory("device-0"))
            first = running.start("device-0")
            widget = first.client.place(devices.KIND)
            for number in range(1, count):
                running.start(f"device-{number}").join(first)
            everybody = list(running.running.values())
            devices.until(lambda: all(device.is_in_sync(count - 1) for device in everybody), f"{count} devices are level", 0.2, patience=600)
            joined = cpu(running)
            # The comparison of contents, ten seconds after the last change, is not of an edit.
            time.sleep(15)
            last, delays, before = everybody[-1], [], cpu(running)
            for number in range(EDITS):
                began = time.monotonic()
                first.client.rename(widget, f"edit {number}")
                devices.until(lambda: last.client.name(widget) == f"edit {number}", "the last device shows the edit", 0.002)
                delays.append((time.monotonic() - began) * 1e3)
            points[count] = {
                "joined_ms": joined / count, "edit_ms": (cpu(running) - before) / EDITS / count, "shown_ms": sorted(delays)[EDITS // 2],
                "mib": max(memory(device.id) for device in everybody) / (1 << 20),
            }
            bench.say(f"  {count} devices: " + ", ".join(f"{name} {value:.3g}" for name, value in points[count].items()))
    return [
        Plot("Processor time of a device", "devices", "ms", series(points, {"joined_ms": "until all are level", "edit_ms": "for an edit"})),
        Plot("An edit until the last device shows it", "devices", "ms", series(points, {"shown_ms": "p50"})),
        Plot("Memory of the largest device", "devices", "MiB", series(points, {"mib": "PSS"})),
    ]
