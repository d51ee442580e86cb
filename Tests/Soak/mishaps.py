"""What befalls the devices, one thing after another, from a seed. The first device is never killed or stopped: its memory is judged."""

import random
import threading
import time

# How far a clock is set, in seconds: minutes and hours, both ways.
STEPS = [-10_800, -3_600, -400, -30, 30, 400, 3_600, 10_800]


class Mishaps(threading.Thread):
    def __init__(self, devices, full, seed, pause):
        """`full` is the device with a small disk of its own, or None. Between two mishaps are `pause` seconds, more or less."""
        super().__init__(name="mishaps", daemon=True)
        self.devices, self.full, self.pause = devices, full, pause
        self.random, self.stop, self.fault = random.Random(f"{seed}mishaps"), threading.Event(), None
        # Each with its time (time.monotonic), what it was and to whom.
        self.happened = []

    def run(self):
        try:
            kinds = [self.kill, self.kill, self.terminate]
            kinds += [self.fill] if self.full else []
            kinds += [self.set_clock] if self.devices[0].clock else []
            while True:
                # Each of them once, in any order, before any of them again.
                for kind in self.random.sample(kinds, len(kinds)):
                    if self.stop.wait(self.random.uniform(self.pause / 2, self.pause * 3 / 2)):
                        return
                    for device in self.devices:
                        device.check_runs()
                    kind()
        except Exception as error:  # Told by the main thread.
            self.fault = error

    def note(self, what, device):
        self.happened.append((time.monotonic(), what, device.name))

    def kill(self):
        device = self.random.choice(self.devices[1:])
        self.note("kill", device)
        device.kill()
        time.sleep(self.random.uniform(0, 3))
        device.start()

    def terminate(self):
        device = self.random.choice(self.devices[1:])
        self.note("stop", device)
        device.terminate()
        time.sleep(self.random.uniform(0, 3))
        device.start()

    def fill(self):
        self.note("full disk", self.full)
        self.full.fill()
        try:
            time.sleep(self.random.uniform(1, 6))
            # It must start on a full disk too.
            if self.random.random() < 0.3:
                self.note("kill", self.full)
                self.full.kill()
                self.full.start()
        finally:
            self.full.empty()

    def set_clock(self):
        device = self.random.choice(self.devices)
        self.note("clock", device)
        device.set_ahead(self.random.choice(STEPS))
        time.sleep(self.random.uniform(2, 12))
        device.set_ahead(0)
