"""A whole daemon is killed again and again while clients write: what it acknowledged is there after each start."""

import random
import threading
import time

from converge import lost
from ttrpc import Client, field
from writer import KIND, Widget, Writer, board, parameter

KILLS, WRITERS = 100, 3


def attack(place):
    device, chance = place.device("desk"), random.Random(1)
    device.start()
    client = Client(device.socket)
    shared = Widget(client.call("Widgets", "Place", field(1, KIND) + field(3, parameter(0)) + field(4, "shared"))[1][0]).id
    client.close()
    writers = [Writer(f"writer{number}", device.socket, 1 << 30, shared, number, threading.Event()) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    try:
        for _ in range(KILLS):
            time.sleep(chance.uniform(0.02, 0.25))
            device.kill()
            device.start()
    finally:
        for writer in writers:
            writer.stop.set()
        for writer in writers:
            writer.join(60)
    for writer in writers:
        assert writer.fault is None and not writer.is_alive(), f"{writer.name}: {writer.fault or 'it does not end'}"
    missing = list(lost(device.name, board(device.socket), writers))
    assert not missing, f"{len(missing)} lost: {missing[:3]}"
    status, output, errors = device.widgetctl("doctor", "--json")
    assert '"damaged' not in output, f"doctor says: {output}{errors}"
    written = sum(writer.written for writer in writers)
    assert written > 10 * KILLS, f"only {written} writes were acknowledged"
    return f"a daemon killed {device.kills} times under {written} acknowledged writes: none lost"
