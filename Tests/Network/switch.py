"""A switch between machines whose cables delay and lose frames: TAP devices and a queue. It needs nothing of the kernel but TUN, where `tc netem` is a module that many lack.

    switch.py SEED NAME...      makes a TAP device of each name, in the namespace that it runs in, and says `ready`; the devices may be moved from there

On standard input, a line each: NAME OUT IN, the percents of frames that the cable loses on the way from the machine and to it.
"""

import fcntl
import heapq
import os
import random
import select
import struct
import sys
import time

TUNSETIFF, IFF_TAP, IFF_NO_PI = 0x400454CA, 2, 0x1000
# On each way, in seconds: 20 ms and up to 5 more or less.
DELAY, JITTER = 0.020, 0.005
FRAME = 2048
# Frames that wait; what comes beyond is lost, as in any queue.
QUEUE = 2000


class Cable:
    def __init__(self, name):
        self.name = name
        self.out = self.into = 0.0
        self.file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(self.file, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TAP | IFF_NO_PI))


def main(seed, names):
    dice = random.Random(seed)
    cables = {cable.file: cable for cable in map(Cable, names)}
    places, queue, count = {}, [], 0
    poll = select.poll()
    for file in [0, *cables]:
        poll.register(file, select.POLLIN)
    print("ready", flush=True)
    while True:
        now = time.monotonic()
        while queue and queue[0][0] <= now:
            _, _, file, frame = heapq.heappop(queue)
            try:
                os.write(file, frame)
            except OSError:
                pass  # The device is down.
        for file, _ in poll.poll(max(queue[0][0] - now, 0) * 1000 if queue else None):
            if file == 0:
                line = sys.stdin.buffer.raw.read(4096).decode()
                if not line:
                    return
                for name, out, into in map(str.split, line.splitlines()):
                    cable = next(cable for cable in cables.values() if cable.name == name)
                    cable.out, cable.into = float(out), float(into)
                continue
            try:
                frame = os.read(file, FRAME)
            except OSError:
                # Its machine has taken the device down.
                time.sleep(0.001)
                continue
            target, source = frame[:6], frame[6:12]
            places[source] = file
            if dice.random() * 100 < cables[file].out:
                continue
            for other in [places[target]] if target in places else [other for other in cables if other != file]:
                if dice.random() * 100 < cables[other].into or len(queue) >= QUEUE:
                    continue
                count += 1
                heapq.heappush(queue, (time.monotonic() + DELAY + dice.uniform(-JITTER, JITTER), count, other, frame))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
