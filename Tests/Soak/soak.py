#!/usr/bin/env python3
"""Three daemons are used for hours, while they are killed, stopped, filled up and given wrong clocks. Nothing acknowledged is lost, all are level in the end,
and they cost the same from beginning to end. run.sh says how to run it.

desk runs from beginning to end. lap and shelf are killed and stopped, the disk of shelf fills up, and every clock is wrong now and then. All samples are
written as samples.csv, and drawn as curves.svg; judgement.txt has the last words."""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "Network")]

import curves  # noqa: E402
import tapper  # noqa: E402
from converge import lost, meet, pair, pending, sync, verify, wait  # noqa: E402
from devices import Device, compiled_clock  # noqa: E402
from judgement import Judgement  # noqa: E402
from mishaps import Mishaps  # noqa: E402
from people import Messenger, Server, TapperAtEase, User, WriterAtEase, place  # noqa: E402
from samples import Sampler  # noqa: E402
from writer import board  # noqa: E402

NAMES = ["desk", "lap", "shelf"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("hours", type=float)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--widgets", type=int, default=200)
    parser.add_argument("--every", type=float, help="seconds between two samples; without it 5, and 30 in a soak of more than 6 hours")
    parser.add_argument("--out", default=os.path.join(HERE, "..", "..", ".build", "soak"))
    parser.add_argument("--keep", action="store_true", help="leave the stores and logs behind")
    options = parser.parse_args()
    options.every = options.every or (5 if options.hours <= 6 else 30)
    os.makedirs(options.out, exist_ok=True)

    # What was started is ended, however this ends. What the daemons run may be written by nobody else.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    os.umask(0o022)
    directory = tempfile.mkdtemp(prefix="widgetd-soak-")
    clock, devices, people = compiled_clock(directory), [], []
    try:
        devices += [Device(name, options.programs, directory, clock) for name in NAMES]
        full = devices[-1] if devices[-1].mount() else None
        if clock is None:
            print("skipped: wrong clocks; there is no C compiler (cc)", flush=True)
        if full is None:
            print("skipped: a full disk; only root may mount a small one", flush=True)
        return soak(devices, full, options, people)
    except AssertionError as error:
        print(f"failed: {error}\n    seed {options.seed}")
        for device in devices:
            print(f"    --- {device.name}\n" + "".join(f"    {line}\n" for line in device.tail(25).splitlines()))
        return 1
    finally:
        # Nobody starts a daemon that was stopped.
        for thread in people:
            thread.stop.set()
        for thread in people:
            thread.join(200)
        for device in devices:
            device.stop()
            if options.keep and device.is_mounted:
                subprocess.run(["cp", "-a", device.state, f"{device.state}.copy"], check=False)
            device.unmount()
        if options.keep:
            print(f"kept: {directory}")
        else:
            subprocess.run(["rm", "-rf", "--one-file-system", directory], check=False)


def soak(devices, full, options, people):
    pair(devices)
    wait("every kind is everywhere", 120, lambda: all(knows(device, "fast") and knows(device, "note") for device in devices))
    shared = place(devices, options.widgets - len(devices) * 13 - 2, options.seed)
    targets = [target for device in devices for target in tapper.place(device)]
    wait("every device shows every button", 120, lambda: all(tapper.is_shown(device, *target) for device in devices for target in targets))
    meet(devices)
    servers = [Server(device, options.seed) for device in devices]
    for server in servers:
        server.register()

    mishaps = Mishaps(devices, full, options.seed, pause=min(60, max(10, options.hours * 60)))
    writers = [WriterAtEase(device.name, device.socket, shared, options.seed) for device in devices]
    tappers = [TapperAtEase(device.name, device.socket, targets, options.seed) for device in devices]
    users = [User(device, options.seed) for device in devices]
    everybody = [mishaps, *writers, *tappers, *users, *servers]
    sampler = Sampler(devices, Messenger(devices), writers, tappers, servers, os.path.join(options.out, "samples.csv"))
    print(f"{options.widgets} widgets on {len(devices)} devices, for {options.hours} h, seed {options.seed}; samples in {sampler.path}", flush=True)
    for thread in everybody:
        thread.start()
        people.append(thread)
    end = time.monotonic() + options.hours * 3600
    while time.monotonic() < end:
        following = time.monotonic() + options.every
        sampler.sample()
        check_threads(everybody)
        time.sleep(max(0, min(following, end) - time.monotonic()))
    for thread in everybody:
        thread.stop.set()
    for thread in everybody:
        # Longer than anybody may wait for an answer.
        thread.join(200)
        assert not thread.is_alive(), f"{thread.name} doesn't end"
    check_threads(everybody)

    judgement = Judgement()
    judgement.say("Mishaps", ", ".join(f"{count} x {what}" for what, count in sorted(counts(what for _, what, _ in mishaps.happened).items())))
    sampler.sample()
    judge_end(judgement, devices, writers, tappers, servers)
    judgement.judge_costs(sampler.rows, devices[0].name)
    judge_errors(judgement, devices, [*writers, *tappers, *users, *servers])
    curves.draw(os.path.join(options.out, "curves.svg"), sampler, mishaps.happened, judgement, NAMES)
    with open(os.path.join(options.out, "judgement.txt"), "w") as file:
        file.write(judgement.text)
    print(judgement.text + f"curves: {os.path.realpath(options.out)}/curves.svg")
    return 0 if judgement.holds else 1


def judge_end(judgement, devices, writers, tappers, servers):
    """What was acknowledged is there, and all devices have the same."""
    try:
        meet(devices)
        wait("no tap is pending", 120, lambda: not any(pending(device) for device in devices))
        verify(devices)
        judgement.hold("level at the end", True, f"{len(board(devices[0].socket))} widgets, the same on all")
    except AssertionError as error:
        judgement.hold("level at the end", False, str(error)[:300])
    missing = [text for device in devices for text in lost(device.name, board(device.socket), writers)]
    missing += [text for server in servers for text in server.lost()]
    try:
        tapper.check(tappers, devices)
    except AssertionError as error:
        missing.append(str(error))
    written, pushed = sum(writer.written for writer in writers), sum(len(server.accepted) for server in servers)
    posted, tapped = sum(server.posts for server in servers), sum(len(person.done) for person in tappers)
    text = f"{written} writes, {pushed} pushes, {posted} posts and {tapped} taps acknowledged"
    judgement.hold("lost nothing", not missing, f"{text}; {len(missing)} lost {missing[:3] or ''}")
    divergences = sum(int(sync(device).get("divergences", 0)) for device in devices)
    judgement.hold("no divergence", divergences == 0, f"{divergences} times the same history with other contents")


def judge_errors(judgement, devices, people):
    """Errors by kind, for the reader: a killed daemon doesn't answer, a full disk refuses. A crash is none of them."""
    for title, found in (("Refused", (person.reasons for person in people)), ("Logged", (device.problems() for device in devices))):
        total = {}
        for reasons in found:
            for reason, count in reasons.items():
                # Names and paths differ; the kind of the error is what counts.
                kind = re.sub(r"'[^']*'|/[^ ]*/state/[^ ]*", "…", reason)[:130]
                total[kind] = total.get(kind, 0) + count
        for reason, count in sorted(total.items(), key=lambda pair: -pair[1])[:14]:
            judgement.say(title, f"{count} x {reason}")


def knows(device, kind):
    return device.widgetctl("kinds", kind)[0] == 0


def check_threads(threads):
    for thread in threads:
        if thread.fault:
            raise AssertionError(f"{thread.name}: {type(thread.fault).__name__}: {thread.fault}")


def counts(words):
    found = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found


if __name__ == "__main__":
    sys.exit(main())
