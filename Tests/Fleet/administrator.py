#!/usr/bin/env python3
"""What docs/fleet.md has an administrator type, on three machines and ten displays: each is a namespace with a daemon. run.sh says how to run it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(os.path.dirname(here), "Network")]

from converge import MANIFEST, provide, sync, wait  # noqa: E402
from machines import Machine, Network  # noqa: E402
from ttrpc import Broken, Refused  # noqa: E402
from writer import KIND, board  # noqa: E402

HUBS, DISPLAYS = ["desk", "lap", "shelf"], [f"display{number}" for number in range(10)]
# After so many seconds another hub gives a hub's widgets.
TAKEOVER = 30
SCRIPT = """#!/bin/sh
printf '{"view":{"text":"given by %s"},"policy":"never"}' NAME
"""
# Debian's places of a cluster, which are the test's own here.
PLACES = ["/etc/postgresql", "/var/lib/postgresql", "/var/log/postgresql", "/run/postgresql"]


def main(programs):
    # What was started is ended, however this ends.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    directory = tempfile.mkdtemp(prefix="widgetd-administrator-")
    network, machines = Network(HUBS + DISPLAYS, 1), []
    # The mounts, and the clusters that are stopped at the end, must be of this program's own.
    assert os.readlink("/proc/self/ns/mnt") != os.readlink(f"/proc/{os.getppid()}/ns/mnt"), "run it in a namespace of mounts of its own (run.sh)"
    isolated = False
    try:
        for place in PLACES:
            os.makedirs(place, exist_ok=True)
            subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", place], check=True)
        isolated = True
        network.open()
        for number, name in enumerate(HUBS + DISPLAYS, 1):
            place = f"{directory}/{name}"
            os.makedirs(f"{place}/providers")
            os.makedirs(f"{place}/state", mode=0o700)
            machines.append(Machine(network, number, name, programs, place, 0))
            machines[-1].connect()
        manifest = MANIFEST | {"kinds": [MANIFEST["kinds"][0] | {"takeover_seconds": TAKEOVER}]}
        for machine in machines[: len(HUBS)]:
            provide(machine, manifest, SCRIPT.replace("NAME", machine.name))
        for machine in machines:
            machine.start()
        return test(machines[: len(HUBS)], machines[len(HUBS) :])
    except AssertionError as error:
        print(f"failed: {error}")
        for machine in machines[:4]:
            print(f"    --- {machine.name}\n" + "".join(f"    {line}\n" for line in machine.tail(20).splitlines()))
        return 1
    finally:
        # In the namespace of mounts, which ends with this program.
        for version in os.listdir("/etc/postgresql") if isolated else []:
            subprocess.run(["pg_ctlcluster", version, "widgetd", "stop", "-m", "immediate"], capture_output=True)
        for machine in machines:
            machine.stop()
        network.close()
        subprocess.run(["rm", "-rf", "--one-file-system", directory], check=False)


def type_on(machine, *words):
    """A command in the machine's namespace, as root types it."""
    environment = {"WIDGETD_SOCKET": machine.socket, "HOME": machine.directory, "NO_COLOR": "1", "TZ": "UTC", "PATH": f"{os.environ['PATH']}:/usr/sbin"}
    ended = subprocess.run(
        ["ip", "netns", "exec", machine.space, f"{machine.programs}/widgetctl", *words], env=environment, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, f"{machine.name}: widgetctl {' '.join(words)}: {ended.stdout}{ended.stderr}"
    return ended.stdout


def engine_user(hub, path=None):
    """The user as which a hub can use the database; None: it can't."""
    with open(path or f"{hub.state}/engine", encoding="utf-8") as file:
        string = " ".join(file.read().splitlines())
    ended = subprocess.run(
        ["ip", "netns", "exec", hub.space, "psql", "-XAtqc", "SELECT session_user FROM widgetd.state", string], capture_output=True, text=True, timeout=60)
    return ended.stdout.strip() if ended.returncode == 0 else None


def test(hubs, displays):
    codes = [invitation["code"] for invitation in json.loads(type_on(hubs[0], "fleet", "init", "--address", hubs[0].address, "--json"))["invitations"]]
    for hub, code in zip(hubs[1:], codes):
        assert "use the same database" in type_on(hub, "device", "join", code)
    wait("all hubs use the database", 60, lambda: all(sync(hub).get("carrier", {}).get("connected") for hub in hubs), lambda: [sync(hub) for hub in hubs])
    type_on(hubs[0], "place", KIND, "--name", "hall")
    type_on(hubs[0], "place", KIND, "--name", "private")
    type_on(hubs[0], "move", "private", "--page", "2")
    code = json.loads(type_on(hubs[0], "fleet", "enrol", "--group", "lobby", "--pages", "1", "--count", "10", "--json"))["code"]
    for display in displays:
        type_on(display, "device", "join", code)

    def names(machine):
        try:
            return sorted(widget.name for widget in board(machine.socket).values())
        except (Broken, Refused):
            return None  # The daemon starts anew.

    wait("each display shows the group's page", 60, lambda: all(names(display) == ["hall"] for display in displays), lambda: [names(display) for display in displays])
    status = json.loads(type_on(hubs[2], "fleet", "status", "--json"))
    assert [hub["carrier"]["connected"] for hub in status["hubs"]] == [True] * 3, status
    assert [(group["name"], group["displays"], group["connected"]) for group in status["groups"]] == [("lobby", 10, 10)], status

    wait("a display shows the first hub's view", 60, lambda: "given by desk" in type_on(displays[1], "show", "hall"))

    # A file for all: one display gets a group of its own, and loses it again.
    place = f"{hubs[1].directory}/fleet.yaml"
    with open(place, "w", encoding="utf-8") as file:
        file.write(f"groups: {{attic: {{pages: 2}}}}\nwidgets: {{high: {{kind: {KIND}, page: 2}}}}\ndisplays: {{{displays[9].name}: attic}}\n")
    assert "3 changes to make" in type_on(hubs[1], "apply", "-f", place, "--dry-run")
    type_on(hubs[1], "apply", "-f", place)
    wait("a display shows its new group's page", 60, lambda: names(displays[9]) == ["high", "private"], lambda: names(displays[9]))
    type_on(hubs[1], "apply", "--back")
    wait("and the old one's again", 60, lambda: names(displays[9]) == ["hall"], lambda: names(displays[9]))

    # What is typed a second time changes nothing, and the others keep their way to the database.
    type_on(hubs[0], "fleet", "init", "--address", hubs[0].address, "--hubs", "0")
    # The first hub dies. Its displays go to the others, and show what is placed there.
    hubs[0].kill()
    type_on(hubs[1], "place", KIND, "--name", "new")
    wait("the others keep their way to the database", 30, lambda: all(sync(hub)["carrier"].get("connected") for hub in hubs[1:]), lambda: [sync(hub) for hub in hubs[1:]])
    wait("each display shows what another hub placed", 90, lambda: all(names(display) == ["hall", "new"] for display in displays), lambda: [names(display) for display in displays])
    wait("the hubs share the displays", 60, lambda: sum(int(hub.get("displays", 0)) for hub in json.loads(type_on(hubs[1], "fleet", "status", "--json"))["hubs"]) == 10)
    # A display that is lost sees nothing more.
    type_on(hubs[1], "device", "revoke", displays[0].name, "--yes")
    wait("a revoked display shows nothing", 60, lambda: names(displays[0]) == [])
    # Another hub gives its widgets, when its lease has run out.
    wait("a display shows another hub's view", 3 * TAKEOVER, lambda: "given by lap" in type_on(displays[1], "show", "hall"), lambda: type_on(displays[1], "show", "hall"))
    hubs[0].start()
    wait("the first hub is level again", 60, lambda: names(hubs[0]) == ["hall", "new", "private"] and sync(hubs[0]).get("carrier", {}).get("connected"))
    wait("the first hub gives its widgets again", 60, lambda: "given by desk" in type_on(displays[1], "show", "hall"))
    # A hub that is revoked is shut out of the database, too, and the others aren't.
    assert engine_user(hubs[2]).startswith("widgetd_") and engine_user(hubs[1]) != engine_user(hubs[2]), "each hub has an account of its own"
    type_on(hubs[0], "device", "revoke", hubs[2].name, "--yes")
    wait("a revoked hub can't use the database", 60, lambda: engine_user(hubs[2]) is None)
    assert engine_user(hubs[1]).startswith("widgetd_")
    wait("the others go on", 60, lambda: all(sync(hub).get("carrier", {}).get("connected") for hub in hubs[:2]))
    # A reload goes over to another file for the database, which the settings name.
    shutil.copy(f"{hubs[1].state}/engine", f"{hubs[1].directory}/carrier")
    os.makedirs(f"{hubs[1].directory}/config/widgetd")
    with open(f"{hubs[1].directory}/config/widgetd/widgetd.conf", "w", encoding="utf-8") as file:
        file.write(f"[Peers]\nCarrier={hubs[1].directory}/carrier\n")
    begin = json.loads(type_on(hubs[1], "status", "--json"))["startedAt"]
    hubs[1].process.send_signal(signal.SIGHUP)
    wait("it starts anew", 60, lambda: json.loads(type_on(hubs[1], "status", "--json"))["startedAt"] != begin)
    wait("it uses the file of its settings", 60, lambda: sync(hubs[1]).get("carrier", {}).get("connected"))
    # A machine that uses the database no more loses its account.
    shutil.copy(f"{hubs[0].state}/engine", f"{hubs[0].directory}/kept")
    type_on(hubs[0], "fleet", "init", "--remove")
    wait("nobody uses its account", 60, lambda: engine_user(hubs[0], f"{hubs[0].directory}/kept") is None)
    assert engine_user(hubs[1]).startswith("widgetd_")
    print("three hubs with a database and ten displays, by the commands of docs/fleet.md; one hub died and was replaced as a giver, and a display and a hub were revoked")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
