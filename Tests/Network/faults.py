"""What befalls the machines while they are written to: one thing after another, from a seed."""

import os
import random
import threading
import time

# How long a fault lasts, in seconds. TCP waits up to about as long again before it goes on.
LASTS = (0.3, 1.2)
# From one to the next.
PAUSE = (0.2, 0.6)
# How often everything befalls each machine at least.
ROUNDS = 2


class Faults(threading.Thread):
    def __init__(self, machines, full, seed):
        """`full` is the machine whose store is on a file system of its own."""
        super().__init__(daemon=True)
        self.machines, self.full = machines, full
        self.random = random.Random(seed)
        self.over, self.enough = threading.Event(), threading.Event()
        self.rounds = 0
        self.counts, self.fault = {}, None

    def run(self):
        try:
            while not self.over.is_set():
                # Each of them once, in any order, before any of them again.
                kinds = [self.kill, self.kill, self.cut, self.outbound, self.inbound, self.fill]
                self.random.shuffle(kinds)
                for machine in self.random.sample(self.machines, len(self.machines)):
                    for kind in kinds:
                        if self.over.is_set():
                            return
                        self.counts[kind.__name__] = self.counts.get(kind.__name__, 0) + 1
                        kind(machine)
                        self.sleep(PAUSE)
                self.rounds += 1
                if self.rounds == ROUNDS:
                    self.enough.set()
        except Exception as error:  # Told by the main thread.
            self.fault = error

    def sleep(self, bounds):
        time.sleep(self.random.uniform(*bounds))

    def kill(self, machine):
        machine.kill()
        self.sleep((0, 0.4))
        machine.start()

    def cut(self, machine):
        machine.cut()
        self.sleep(LASTS)
        machine.mend()

    def outbound(self, machine):
        """It hears the others, and nobody hears it."""
        machine.lose(100, machine.loss)
        self.sleep(LASTS)
        machine.mend()

    def inbound(self, machine):
        machine.lose(machine.loss, 100)
        self.sleep(LASTS)
        machine.mend()

    def fill(self, _):
        path = f"{self.full.state}/filler"
        try:
            with open(path, "wb", buffering=0) as file:
                while file.write(bytes(1 << 20)):
                    pass
        except OSError:
            pass
        self.sleep(LASTS)
        try:
            # It must start on a full disk too.
            if self.random.random() < 0.5:
                self.kill(self.full)
        finally:
            os.unlink(path)
