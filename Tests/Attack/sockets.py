#!/usr/bin/env python3
"""Attacks the Unix socket of a daemon of its own: mutated frames, and idle connections.

sockets.py PROGRAMS FRAMES CONNECTIONS      prints a line for each attack; exits 1 if the daemon doesn't hold
"""

import os
import random
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

RESIDENT_MIB = 512


def field(number, content):
    size = len(content)
    varint = bytes([size]) if size < 128 else bytes([size & 127 | 128, size >> 7])
    return bytes([number << 3 | 2]) + varint + content


def request(service, method, payload=b"", stream=1):
    """A frame of ttrpc: length, stream, type and flags, then the envelope."""
    envelope = field(1, service.encode()) + field(2, method.encode()) + (field(3, payload) if payload else b"")
    return struct.pack(">IIBB", len(envelope), stream, 1, 0) + envelope


CHECK = request("widgetd.v1.Daemon", "Check")
SEEDS = [
    CHECK,
    request("widgetd.v1.Daemon", "Status"),
    request("widgetd.v1.Widgets", "List", b"\x08\x01"),
    request("widgetd.v1.Widgets", "Place", field(1, b"system.cpu") + field(2, b"x" * 40)),
    request("widgetd.v1.Push", "Log", b"\x08\x05"),
]


class Daemon:
    def __init__(self, programs, place):
        self.path = os.path.join(place, "s")
        self.log = open(os.path.join(place, "log"), "wb")
        providers = os.path.join(place, "providers")
        os.mkdir(providers)
        environment = {"PATH": os.environ["PATH"], "HOME": place, "XDG_RUNTIME_DIR": place, "XDG_STATE_HOME": place, "XDG_CACHE_HOME": place}
        command = [os.path.join(programs, "widgetd"), "--socket", self.path, "--state-directory", os.path.join(place, "state"), "--providers", providers, "--no-announce"]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, env=environment)
        if not self.answers_within(60):
            sys.exit("widgetd doesn't start: " + open(self.log.name, errors="replace").read()[-2000:])

    def connect(self):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(10)
        connection.connect(self.path)
        return connection

    def answers(self):
        """Whether a call on a new connection is answered."""
        try:
            with self.connect() as connection:
                connection.sendall(CHECK)
                answer = connection.recv(10)
                return len(answer) == 10 and answer[8] == 2
        except OSError:
            return False

    def answers_within(self, seconds):
        end = time.monotonic() + seconds
        while not (answers := self.answers()) and time.monotonic() < end:
            time.sleep(0.05)
        return answers

    def resident(self):
        """MiB in memory."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() >> 20

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def mutate(frame, chance):
    frame = bytearray(frame)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(frame))
        what = chance.randrange(4)
        if what == 0:
            frame[place] ^= 1 << chance.randrange(8)
        elif what == 1:
            frame[place] = chance.randrange(256)
        elif what == 2:
            del frame[place:place + chance.randint(1, 8)]
        else:
            frame[place:place] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 8)))
        if not frame:
            return b"\0"
    return bytes(frame)


def mutated_frames(daemon, count):
    chance = random.Random(1)
    sent = connections = 0
    while sent < count:
        try:
            with daemon.connect() as connection:
                connections += 1
                connection.setblocking(False)
                for _ in range(chance.randint(1, 40)):
                    connection.send(mutate(chance.choice(SEEDS), chance))
                    sent += 1
                    try:
                        connection.recv(65536)
                    except BlockingIOError:
                        pass
        except OSError:
            # It was closed, which is the daemon's right.
            pass
        # Connections that were just closed may still count against the user's limit.
        if connections % 200 == 0 and not daemon.answers_within(10):
            break
    return sent, f"{sent} mutated frames on {connections} connections"


def idle_connections(daemon, count):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 100), hard))
    before = daemon.resident()
    held, opened, refused = [], 0, 0
    for _ in range(count):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(10)
        try:
            connection.connect(daemon.path)
            opened += 1
            held.append(connection)
        except OSError:
            refused += 1
            connection.close()
    grown = daemon.resident() - before
    # A connection too many is told so and closed: these are over.
    closed = 0
    for connection in held:
        connection.setblocking(False)
        try:
            while True:
                if not connection.recv(4096):
                    closed += 1
                    break
        except BlockingIOError:
            pass
        except OSError:
            closed += 1
    for connection in held:
        connection.close()
    return opened + refused, f"{count} idle connections: {opened} taken, {refused} not taken and {closed} closed by the daemon, {grown} MiB more in memory"


def main():
    programs, frames, connections = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    status = 0
    with tempfile.TemporaryDirectory(prefix="widgetd-attack-", dir="/tmp") as place:
        daemon = Daemon(programs, place)
        try:
            for attack, count in ((mutated_frames, frames), (idle_connections, connections)):
                began = time.monotonic()
                done, text = attack(daemon, count)
                answers = daemon.answers_within(30)
                resident = daemon.resident() if daemon.process.poll() is None else 0
                holds = answers and done >= count * 9 // 10 and resident < RESIDENT_MIB
                status = status if holds else 1
                print(f"{'held' if holds else 'BROKEN'}  {text}; then it {'answers' if answers else 'does not answer'}, {resident} MiB, "
                      f"{time.monotonic() - began:.0f} s", flush=True)
        finally:
            code = daemon.end()
        if code != 0:
            print(f"BROKEN  the daemon ended with {code}")
            status = 1
    return status


sys.exit(main())
