"""Three daemons in three network namespaces are cut from each other, take 45,000 writes, and meet again: nothing is lost, and all have the same."""

import os
import subprocess
import threading
import time

from converge import lost, meet, pair, place_shared, provide, verify
from converge import MANIFEST, NAMES, SCRIPT
from machines import Machine, Network
from writer import Writer, board

WRITES = 45_000
# How long the writes may take, in seconds.
WRITING = 240
EACH = 4


def attack(place):
    reason = unable()
    if reason:
        return f"skipped: three daemons cut apart under {WRITES} writes: {reason}"
    network, machines = Network(NAMES, 1), []
    try:
        network.open()
        for number, name in enumerate(NAMES, 1):
            directory = f"{place.directory}/{name}"
            os.makedirs(f"{directory}/providers")
            os.makedirs(f"{directory}/state", mode=0o700)
            machines.append(Machine(network, number, name, place.programs, directory, 0))
            machines[-1].connect()
        place.devices += machines
        provide(machines[0], MANIFEST, SCRIPT)
        pair(machines)
        shared = place_shared(machines)
        for machine in machines:
            machine.cut()
        began = time.monotonic()
        written = write(machines, shared)
        wrote = time.monotonic()
        boards = [board(machine.socket) for machine in machines]
        assert not any(set(first) == set(second) for first, second in zip(boards, boards[1:])), "they weren't apart"
        for machine in machines:
            machine.mend()
        meet(machines)
        missing = [text for machine in machines for text in lost(machine.name, board(machine.socket), written)]
        assert not missing, f"{len(missing)} lost: {missing[:3]}"
        verify(machines)
        count = sum(writer.written for writer in written)
        return f"three daemons cut apart under {count} writes ({count / (wrote - began):.0f}/s): none lost, equal {time.monotonic() - wrote:.0f} s after"
    finally:
        for machine in machines:
            machine.stop()
        network.close()


def write(machines, shared):
    enough = threading.Event()
    enough.set()
    goal = WRITES // len(machines) // EACH
    writers = [Writer(f"{machine.name}-{number}", machine.socket, goal, shared, number, enough) for machine in machines for number in range(EACH)]
    for writer in writers:
        writer.start()
    end = time.monotonic() + WRITING
    for writer in writers:
        writer.join(max(0, end - time.monotonic()))
        writer.stop.set()
        writer.join(30)
        assert writer.fault is None, f"{writer.name}: {writer.fault}"
    count = sum(writer.written for writer in writers)
    assert count >= WRITES, f"only {count} of {WRITES} writes were acknowledged within {WRITING} s"
    return writers


def unable():
    """Why this machine can't make namespaces; nothing where it can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if not os.path.exists("/dev/net/tun"):
        return "this kernel has no TUN devices"
    name = f"widgetd-{os.getpid()}-probe"
    try:
        subprocess.run(["ip", "netns", "add", name], check=True, capture_output=True)
        subprocess.run(["ip", "netns", "del", name], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return "this machine lets nobody make network namespaces, or there is no ip"
    return ""
