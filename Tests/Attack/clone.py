"""A state directory that was copied, key and all: two daemons are the same device. It is told, and nothing that any of them acknowledged is lost."""

import shutil
import time

from converge import pair, peers, sync, wait
from ttrpc import Client, field
from writer import KIND, Widget, board, parameter

ROUNDS = 12


def attack(place):
    desk, lap = place.device("desk"), place.device("lap")
    pair([desk, lap])
    # What each of the daemons acknowledged, by the daemon's name.
    placed = {"desk": set(), "lap": set(), "twin": set()}
    write(lap, "before", placed["lap"])
    wait("desk has it", 60, lambda: placed["lap"] <= set(board(desk.socket)))
    lap.terminate()
    twin = place.device("twin")
    shutil.rmtree(twin.state)
    shutil.copytree(lap.state, twin.state)
    lap.start()
    twin.start()
    for number in range(ROUNDS):
        for device in (desk, lap, twin):
            write(device, f"{device.name} {number}", placed[device.name])
        time.sleep(0.3)
    wait("somebody is told", 90, lambda: told((desk, lap, twin)), lambda: [device.tail(6) for device in (desk, lap, twin)])
    words = told((desk, lap, twin))[0]
    # One after the other has the name for itself.
    twin.terminate()
    meet_with(desk, lap, placed["lap"] | placed["desk"])
    lap.terminate()
    twin.start()
    meet_with(desk, twin, placed["lap"] | placed["desk"] | placed["twin"])
    divergences = sum(int(sync(device).get("divergences", 0)) for device in (desk, twin))
    assert divergences == 0, f"{divergences} times the same history with other contents"
    count = sum(len(widgets) for widgets in placed.values())
    return f"a cloned state directory under {count} changes of three daemons: none lost, and it is told ({words})"


def write(device, name, placed):
    client = Client(device.socket, 30)
    answer = client.call("Widgets", "Place", field(1, KIND) + field(3, parameter(1)) + field(4, name))
    placed.add(Widget(answer[1][0]).id)
    client.close()


def meet_with(desk, other, widgets):
    def is_even():
        return peers(other, "connected") and all(widgets <= set(board(device.socket)) for device in (desk, other))

    def missing():
        return {device.name: len(widgets - set(board(device.socket))) for device in (desk, other)}, other.tail(6)

    wait(f"desk and {other.name} have what was acknowledged", 180, is_even, missing)


def told(devices):
    """What the logs and the status say of a copy."""
    words = ("this store was copied", "a device's store was copied", "another machine probably runs a copy")
    found = []
    for device in devices:
        with open(f"{device.directory}/log", encoding="utf-8", errors="replace") as log:
            text = log.read()
        found += [f"{device.name}: {word}" for word in words if word in text]
        found += [f"{device.name}: sync status lists it as copied" for _ in sync(device).get("copied", [])]
    return found
