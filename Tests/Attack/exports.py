"""Hostile exports: files that `widgetctl import` reads, and lines that a client sends by itself.

Each is refused with a sentence, or does what an import may do."""

import gzip
import json
import os
import random
import resource
import subprocess

from ttrpc import Broken, Client, Refused, field
from writer import KIND, board

HEADER = '{"format":"widgetd-export","version":3}\n'
# What widgetctl may have in memory and how long it may take, in MiB and seconds.
MEMORY, SECONDS = 400, 40
LINES = 3_000
# One daemon has room for 10,000 widgets.
MANY, ROOM = 11_000, 10_000


def row(**changes):
    widget = {"id": "01a1ff60-6c8a-7b2f-9d0c-4f1f2b3c4d5e", "kind": KIND, "family": "systemSmall", "placedAt": "2026-11-20T08:00:00Z"}
    return json.dumps({"widget": widget | changes}) + "\n"


def identifier(number):
    return f"01a1ff60-6c8a-7b2f-9d0c-{number:012x}"


def files():
    """Contents by name."""
    deep = "[" * 200_000
    return {
        "empty": b"", "zeros": bytes(1 << 20), "random bytes": random.Random(1).randbytes(1 << 20),
        "no header": row().encode(), "another format": b'{"format":"tar","version":3}\n', "version 0": b'{"format":"widgetd-export"}\n',
        "version 99": b'{"format":"widgetd-export","version":99}\n', "version -1": b'{"format":"widgetd-export","version":-1}\n',
        "a huge version": b'{"format":"widgetd-export","version":1e400}\n', "half a line": (HEADER + row()[:40]).encode(),
        "a bomb of gzip": gzip.compress(bytes(1 << 28)), "an archive of tar": b"../../../etc/passwd" + bytes(493) + b"ustar" + bytes(1 << 16),
        "nesting": (HEADER + deep).encode(), "nested rows": (HEADER + '{"widget":' * 50_000).encode(), "nested header": deep.encode(),
        "a line of 64 MB": (HEADER + row(name="x" * (64 << 20))).encode(),
        "a path for an id": (HEADER + row(id="../../../../etc/passwd")).encode(), "an id with a zero": (HEADER + row(id="a\0b")).encode(),
        "a number for an id": (HEADER + row(id=7)).encode(), "a list for an id": (HEADER + row(id=[1])).encode(),
        "an id of 1 MB": (HEADER + row(id="a" * (1 << 20))).encode(),
        "no kind": (HEADER + row(kind="")).encode(), "a path for a kind": (HEADER + row(kind="../../bin/sh")).encode(),
        "a kind with an escape": (HEADER + row(kind="\x1b]0;x\x07")).encode(), "a family of 99": (HEADER + row(family=99)).encode(),
        "a name with an escape": (HEADER + row(name="\x1b[31mred\x1b]0;x\x07")).encode(), "a name of 100 kB": (HEADER + row(name="n" * 100_000)).encode(),
        "10,000 parameters": (HEADER + row(parameters={f"p{number}": {"text": "x"} for number in range(10_000)})).encode(),
        "a huge number": (HEADER + row(parameters={"value": {"integer": "9" * 40}})).encode(), "not a number": (HEADER + row(position="NaN")).encode(),
        "the same widget 1,000 times": (HEADER + row() * 1_000).encode(), "wrong UTF-8": HEADER.encode() + b'{"widget":{"id":"\xff\xfe\xc0\x80"}}\n',
        "a device": (HEADER + '{"device":{"id":"AAAA","name":"evil"}}\n').encode(),
        "a key": (HEADER + '{"pushKey":{"team":"a","id":"b","publicKey":"AAAA"}}\n').encode(),
        "an unknown row": (HEADER + '{"root":{"password":"x"}}\n').encode(),
        "pins of nobody": (HEADER + '{"pins":{"widgetIds":["' + "a" * 70_000 + '"]}}\n').encode(),
        "a budget without end": (HEADER + '{"budget":{"widgetId":"x","perDay":4294967295}}\n').encode(),
        "a control of nobody": (HEADER + '{"control":{"id":"x","kind":"../x"}}\n').encode(),
    }  # fmt: skip


def attack(place):
    device = place.device("desk")
    device.start()
    secret = f"{place.directory}/secret"
    with open(secret, "w") as file:
        file.write("a secret\n")
    told = {}
    for name, contents in files().items():
        path = f"{place.directory}/export"
        with open(path, "wb") as file:
            file.write(contents)
        told[name] = read(device, name, path)
    special = {"a directory": place.directory, "/dev/zero": "/dev/zero"}
    special |= {"a link to a secret": f"{place.directory}/link", "a file of 8 GB": f"{place.directory}/sparse"}
    os.symlink(secret, special["a link to a secret"])
    with open(special["a file of 8 GB"], "wb") as file:
        file.truncate(8 << 30)
    for name, path in special.items():
        told[name] = read(device, name, path)
        assert "a secret" not in told[name][1], f"{name}: the contents are told: {told[name][1]}"
    sent, refused = lines(device)
    path = f"{place.directory}/many"
    with open(path, "w") as file:
        file.write(HEADER + "".join(row(id=identifier(number), kind="nobody") for number in range(MANY)))
    told["more widgets than there is room for"] = read(device, "more widgets than there is room for", path)
    accepted = [name for name, (status, _) in told.items() if status == 0]
    device.check_runs()
    memory = device.costs()["rss"]
    assert memory < MEMORY, f"the daemon has {memory:.0f} MiB in memory"
    found = board(device.socket)
    assert len(found) <= ROOM, f"{len(found)} widgets are placed, more than there is room for"
    for widget in found.values():
        assert len(widget.name) <= 64 and "\x1b" not in widget.name, f"a widget is called {widget.name!r}"
        assert "/" not in widget.id, f"a widget has the id {widget.id}"
    # What came through is a setup as any other: it is exported, and there after a start.
    device.kill()
    device.start()
    assert set(board(device.socket)) == set(found), "the widgets after a start are others"
    status, _, errors = device.widgetctl("export", f"{place.directory}/again", timeout=60)
    assert status == 0, f"export: {errors}"
    return f"{len(told)} hostile exports ({len(told) - len(accepted)} refused) and {sent} changed lines ({refused} refused), {memory:.0f} MiB"


def read(device, name, path):
    """What widgetctl says of a file: its exit status and its output."""
    command = [f"{device.programs}/widgetctl", "--socket", device.socket, "import", path]
    with open(f"{device.directory}/said", "w+", errors="replace") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, stdin=subprocess.DEVNULL, preexec_fn=limit)
        try:
            process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"{name}: widgetctl import takes more than {SECONDS} s") from None
        said.seek(0)
        text = said.read(4096)
    assert process.returncode >= 0 and process.returncode != 134, f"{name}: widgetctl import is ended by signal {-process.returncode}: {text[:300]}"
    assert process.returncode == 0 or text.strip(), f"{name}: no reason is told"
    assert "\x1b" not in text, f"{name}: an escape sequence is told"
    assert len(text) < 4096, f"{name}: the answer has more than 4 KB: {text[:300]}"
    return process.returncode, text


def limit():
    """A file without end must not become memory without end."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY << 20, MEMORY << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def lines(device):
    """Sends rows that were changed at random to the daemon itself: how many, and how many of them it refused."""
    chance, refused = random.Random(2), 0
    widget = json.loads(row())["widget"]["id"]
    seeds = [row(), row(name="Hall", parameters={"value": {"integer": "3"}})]
    others = {"pins": {"widgetIds": [widget]}}, {"budget": {"widgetId": widget, "perDay": 9}}, {"control": {"id": identifier(1), "kind": "switch"}}
    seeds += [json.dumps(other) + "\n" for other in others]
    client = Client(device.socket, 30)
    for _ in range(LINES):
        line = bytearray(chance.choice(seeds).encode())
        for _ in range(chance.randint(1, 5)):
            at = chance.randrange(len(line))
            what = chance.randrange(3)
            if what == 0:
                line[at] = chance.randrange(256)
            elif what == 1:
                del line[at : at + chance.randint(1, 6)]
            else:
                line[at:at] = chance.choice([b'"', b"{", b"}", b"[", b"-1", b"1e999", b"null", b"\\u0000", b"../", b"\n", bytes(8)])
            line = line or bytearray(b"x")
        try:
            client.call("Devices", "Import", field(1, bytes(line)))
        except Refused:
            refused += 1
        except Broken as error:
            raise AssertionError(f"the daemon breaks off after the line {bytes(line)!r}: {error}") from error
    client.close()
    return LINES, refused
