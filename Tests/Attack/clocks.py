"""Clocks that jump by years, both ways, on one of two devices: nothing is lost, nothing hangs, and both are level when the clock is right again."""

import time

from converge import meet, pair, verify, wait
from ttrpc import Client, field
from writer import KIND, Widget, board, parameter

YEAR = 365 * 86_400


def jumps():
    """By name, the seconds by which the clock is ahead then."""
    now = int(time.time())
    return {
        "an hour back": -3600, "six minutes ahead": 360, "1970": 1 - now, "2106": 4_294_967_296 - now + 60, "2038": 2_147_483_648 - now - 1,
        "a year back": -YEAR, "a year ahead": YEAR, "2500": 16_725_225_600 - now, "a day ahead": 86_400, "thirty days back": -30 * 86_400,
    }  # fmt: skip


def attack(place):
    library = place.clock()
    if library is None:
        return "skipped: clocks that jump: there is no C compiler (cc)"
    devices = [place.device("desk", clock=library), place.device("lap", clock=library)]
    desk = devices[0]
    pair(devices)
    client = Client(desk.socket)
    client.call("Widgets", "Place", field(1, "fast") + field(4, "fast 1"))
    client.close()
    wait("both have the widget", 60, lambda: len(board(devices[1].socket)) == 1)
    placed = {}
    for number, (name, ahead) in enumerate(jumps().items()):
        desk.set_ahead(ahead)
        for device in devices:
            # The daemon takes the jump, and a change during it.
            client = Client(device.socket, 30)
            answer = client.call("Widgets", "Place", field(1, KIND) + field(3, parameter(number)) + field(4, f"{device.name} in {name}"))
            placed[Widget(answer[1][0]).id] = f"{device.name} in {name}"
            client.close()
        if number % 3 == 0:
            # A start at the wrong time.
            desk.kill()
            desk.start()
        status, output, errors = desk.widgetctl("status", "--json")
        assert status == 0, f"in {name}: status: {output}{errors}"
        desk.set_ahead(0)
        for device in devices:
            status, output, errors = device.widgetctl("reload", "--kind", "fast", "--wait")
            assert status in (0, 75), f"after {name}: a reload on {device.name}: {status} {output}{errors}"
            device.check_runs()
    meet(devices)
    for device in devices:
        found = {identifier: widget.name for identifier, widget in board(device.socket).items()}
        missing = [name for identifier, name in placed.items() if found.get(identifier) != name]
        assert not missing, f"{device.name} has lost what was placed: {missing}"
        check_next(device)
    verify(devices)
    return f"a clock that jumps {len(jumps())} times, to 1970, 2106, 2500 and back: {len(placed)} changes on both devices, none lost"


def check_next(device):
    """No widget waits for a wrong clock's date."""
    status, output, errors = device.widgetctl("explain", "fast 1")
    assert status == 0, f"{device.name}: explain: {output}{errors}"
    for year in ("2105", "2106", "2107", "2499", "2500", "2501"):
        assert year not in output, f"{device.name}: a widget waits for {year}: {output}"
