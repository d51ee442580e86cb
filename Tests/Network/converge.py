#!/usr/bin/env python3
"""Three daemons that are killed, cut off and filled up while they are written to lose nothing that they acknowledged, and end up equal; what is tapped meanwhile is performed
once. run.sh says how to run it."""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from faults import Faults  # noqa: E402
from machines import Machine, Network  # noqa: E402
import tapper  # noqa: E402
from tapper import Tapper  # noqa: E402
from ttrpc import Client, field  # noqa: E402
from writer import KIND, Widget, Writer, board, parameter  # noqa: E402

NAMES = ["desk", "lap", "shelf"]
# The store that is filled up.
SMALL = "48m"
# How long the writes may take, and then the machines until they are equal, in seconds.
WRITING, MEETING = 300, 180
# People who tap at each machine.
TAPPERS = 4
MANIFEST = {
    "format": 1, "id": "notes", "name": "Notes", "protocol": "json", "exec": ["notes.sh"],
    "kinds": [{"id": KIND, "display_name": "Note", "families": ["systemSmall"], "parameters": [{"name": "value", "type": "integer"}]}],
}  # fmt: skip
SCRIPT = """#!/bin/sh
printf '{"view":{"text":"note"},"policy":"never"}'
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("--writes", type=int, default=10_000)
    parser.add_argument("--taps", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loss", type=float, default=1.5)
    parser.add_argument("--keep", action="store_true", help="leave the stores and logs behind")
    options = parser.parse_args()

    # What was started is ended, however this ends.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    directory = tempfile.mkdtemp(prefix="widgetd-network-")
    network, machines = Network(NAMES, options.seed), []
    mounts = []
    try:
        network.open()
        for number, name in enumerate(NAMES, 1):
            place = f"{directory}/{name}"
            os.makedirs(f"{place}/providers")
            os.makedirs(f"{place}/state", mode=0o700)
            machine = Machine(network, number, name, options.programs, place, options.loss)
            machines.append(machine)
            machine.connect()
        small = machines[2].state
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL},mode=0700", "tmpfs", small], check=True)
        mounts.append(small)
        # The kind is given by one machine, and known to all.
        provide(machines[0], MANIFEST, SCRIPT)
        for machine in machines:
            provide(machine, tapper.manifest(machine), tapper.script(machine))
        return test(machines, options)
    except AssertionError as error:
        print(f"failed: {error}\n    seed {options.seed}")
        for machine in machines:
            print(f"    --- {machine.name}\n" + "".join(f"    {line}\n" for line in machine.tail(40).splitlines()))
        return 1
    finally:
        for machine in machines:
            machine.stop()
        network.close()
        for mount in mounts:
            if options.keep:
                subprocess.run(["cp", "-a", mount, f"{mount}.copy"], check=False)
            subprocess.run(["umount", mount], check=False)
        if options.keep:
            print(f"kept: {directory}")
        else:
            subprocess.run(["rm", "-rf", "--one-file-system", directory], check=False)


def provide(machine, manifest, script):
    path = f"{machine.directory}/providers/{manifest['id']}"
    program = f"{machine.directory}/providers/{manifest['exec'][0]}"
    with open(f"{path}.json", "w") as file:
        json.dump(manifest, file)
    with open(program, "w") as file:
        file.write(script)
    os.chmod(program, 0o755)


def test(machines, options):
    began = time.monotonic()
    pair(machines)
    shared = place_shared(machines)
    targets = place_targets(machines)
    paired = time.monotonic()

    goals = [options.writes // len(machines)] * len(machines)
    goals[0] += options.writes - sum(goals)
    faults = Faults(machines, machines[2], options.seed)
    writers = [Writer(machine.name, machine.socket, goal, shared, options.seed, faults.enough) for machine, goal in zip(machines, goals)]
    people = len(machines) * TAPPERS
    tappers = [
        Tapper(f"{machine.name}-{number}", machine.socket, -(-options.taps // people), targets, options.seed)
        for machine in machines for number in range(TAPPERS)
    ]  # fmt: skip
    for thread in [faults, *writers, *tappers]:
        thread.start()
    while any(thread.is_alive() for thread in [*writers, *tappers]) and not faults.fault and time.monotonic() < paired + WRITING:
        time.sleep(0.1)
    faults.over.set()
    for thread in [*writers, *tappers]:
        thread.stop.set()
    for thread in [faults, *writers, *tappers]:
        # Longer than a tapper may wait for an answer.
        thread.join(90)
        if thread.is_alive():
            raise AssertionError(f"{thread.name} doesn't end")
        if thread.fault:
            raise AssertionError(f"{thread.name}: {thread.fault}")
    wrote = time.monotonic()
    written = sum(writer.written for writer in writers)
    print(f"{written} writes acknowledged in {wrote - paired:.1f} s, {sum(writer.broken for writer in writers)} broken off; {faults.counts}")
    for writer in writers:
        print(f"    {writer.name}: {writer.written} acknowledged, {writer.broken} broken off, {writer.refused} refused {writer.reasons or ''}")
    if written < options.writes:
        raise AssertionError(f"only {written} of {options.writes} writes were acknowledged within {WRITING} s")

    told = [sum(len(getattr(person, what)) for person in tappers) for what in ("done", "refused", "unknown")]
    reasons = {}
    for person in tappers:
        for reason, count in person.reasons.items():
            reasons[reason] = reasons.get(reason, 0) + count
    print("taps: {} confirmed, {} told that it wasn't done, {} in the middle of which the machine died".format(*told))
    for reason, count in sorted(reasons.items(), key=lambda pair: -pair[1]):
        print(f"    {count} x {reason}")
    if sum(told) < options.taps:
        raise AssertionError(f"only {sum(told)} of {options.taps} taps were answered within {WRITING} s")

    meet(machines)
    met = time.monotonic()
    tapper.check(tappers, machines)
    wait("no tap is pending", 120, lambda: not any(pending(machine) for machine in machines), lambda: [pending(machine) for machine in machines])
    check(machines, writers, shared)
    verify(machines)
    print(f"equal {met - wrote:.1f} s after the last fault; {sum(machine.kills for machine in machines)} kills; {time.monotonic() - began:.1f} s in all")
    return 0


def pair(machines):
    for machine in machines:
        machine.start()
    for machine in machines[1:]:
        join(machines[0], machine)
    wait("the machines know each other", 120, lambda: all(len(peers(machine, "connected")) == len(machines) - 1 for machine in machines))


def join(first, second):
    status, output, errors = first.widgetctl("device", "invite", "--no-wait", "--no-qr", "--json")
    assert status == 0, f"device invite: {errors}"
    status, _, errors = second.widgetctl("device", "join", json.loads(output)["code"])
    assert status == 0, f"device join: {errors}"


def place_shared(machines):
    """A widget that every machine edits."""
    client = Client(machines[0].socket)
    shared = Widget(client.call("Widgets", "Place", field(1, KIND) + field(3, parameter(0)) + field(4, "shared"))[1][0]).id
    client.close()

    def is_known():
        return all(shared in board(machine.socket) and Client(machine.socket).call("Widgets", "Kinds") for machine in machines)

    wait("the kind and the widget are everywhere", 120, is_known)
    return shared


def place_targets(machines):
    """What each machine's provider gives to tap, on all of them."""
    targets = [target for machine in machines for target in tapper.place(machine)]
    wait("every machine shows every button", 120, lambda: all(tapper.is_shown(machine, *target) for machine in machines for target in targets))
    return targets


def pending(machine):
    status, output, errors = machine.widgetctl("intent", "log", "--limit", "1000", "--json")
    assert status == 0, f"{machine.name}: intent log: {errors}"
    return [intent for intent in json.loads(output)["intents"] if intent["state"] == "pending"]


def sync(machine):
    status, output, errors = machine.widgetctl("sync", "status", "--json")
    assert status == 0, f"{machine.name}: sync status: {errors}"
    return json.loads(output)


def peers(machine, state):
    return [peer for peer in sync(machine).get("peers", []) if peer["device"]["state"].lower() == state]


def meet(machines):
    """Waits until nobody has anything to send, and what was sent has come: what is on its way counts as sent."""

    def is_even():
        for machine in machines:
            connected = peers(machine, "connected")
            if len(connected) < len(machines) - 1 or any(int(peer.get(count, 0)) for peer in connected for count in ("behind", "ahead", "held")):
                return False
        boards = [shown(machine) for machine in machines]
        return all(board == boards[0] for board in boards)

    wait("nobody is behind, and all show the same", MEETING, is_even, lambda: [sync(machine) for machine in machines])


def shown(machine):
    return {identifier: (widget.name, widget.value) for identifier, widget in board(machine.socket).items()}


def check(machines, writers, shared):
    """What was acknowledged is there, on each machine."""
    boards = {machine.name: board(machine.socket) for machine in machines}
    for name, widgets in boards.items():
        for fault in lost(name, widgets, writers):
            raise AssertionError(fault)
    first = boards[machines[0].name]
    names = set().union(*(writer.last.allowed for writer in writers))
    assert first[shared].name in names, f"the shared widget is called {first[shared].name}, must be one of {names}"
    own, others = sum(len(writer.widgets) for writer in writers), 1 + len(NAMES)
    assert own <= len(first) - others + sum(len(writer.leaving) for writer in writers), "widgets are missing"
    assert len(first) - others <= own, f"{len(first)} widgets are there, {own} were placed and not removed, and {others} that are shared"


def lost(name, widgets, writers):
    """What a machine has lost of what was acknowledged, in sentences."""
    for writer in writers:
        for identifier, journal in writer.widgets.items():
            widget = widgets.get(identifier)
            if widget is None:
                if identifier not in writer.leaving:
                    yield f"{name} has lost widget {identifier} of {writer.name}"
                continue
            for what in "name", "value":
                value, allowed = getattr(widget, what), journal[what].allowed
                if value not in allowed:
                    yield f"{name}: {what} of widget {identifier} of {writer.name} is {value}, must be one of {allowed}"
        for identifier in writer.removed:
            if identifier in widgets:
                yield f"{name}: widget {identifier} of {writer.name} was removed, and is there"


def verify(machines):
    for machine in machines:
        for other in machines:
            if machine is other:
                continue
            # What changed meanwhile, presence above all, is no difference.
            for _ in range(60):
                status, output, errors = machine.widgetctl("sync", "verify", other.name, "--json")
                if status != 75:
                    break
                time.sleep(0.5)
            assert status == 0, f"{machine.name}: sync verify {other.name}: {status} {output}{errors}"
        divergences = int(sync(machine).get("divergences", 0))
        assert divergences == 0, f"{machine.name} had the same history as another and other contents, {divergences} times"
        with open(f"{machine.directory}/log", encoding="utf-8", errors="replace") as log:
            bad = [line for line in log if any(word in line for word in ("critical", "CRITICAL", "Fatal error", "fork", "copied"))]
        assert not bad, f"{machine.name} says: {bad[0]}"


def wait(what, seconds, is_so, state=lambda: ""):
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"not within {seconds} s: {what}; {state()}"
        time.sleep(0.1)


if __name__ == "__main__":
    sys.exit(main())
