"""What a program says to the compositor, as libwayland-client writes it down (WAYLAND_DEBUG=1): when it gives a frame."""

import os
import re

# Microseconds as libwayland prints them: CLOCK_REALTIME in 32 bits.
WRAP = 1 << 32
# Since 1.23 it names the queue, and writes # for @.
LINE = re.compile(
    rb"^\[\s*(\d+)\.(\d+)\]\s+(?:\{[^}]*\}\s+)?(?:-> wl_surface[@#](\d+)\.(attach|commit)\((nil)?"
    rb"|-> wl_surface[@#](\d+)\.frame\(new id wl_callback[@#](\d+)|wl_callback[@#](\d+)\.done\()", re.MULTILINE)


class Trace:
    """Frames so far: a commit of a surface to which a buffer was attached.

    `waits` has how many microseconds each took from the moment at which the compositor asked for it, because it had shown the one before."""

    def __init__(self, path):
        self.path, self.place, self.rest = path, 0, b""
        # By surface: whether it has another buffer, the callback that it waits for, and when that came.
        self.attached, self.callbacks, self.asked = set(), {}, {}
        self.times, self.waits = [], []

    def read(self):
        """The times of all frames, in microseconds as printed."""
        if not os.path.exists(self.path):
            return self.times
        with open(self.path, "rb") as file:
            file.seek(self.place)
            data = file.read()
        self.place += len(data)
        whole, _, self.rest = (self.rest + data).rpartition(b"\n")
        for match in LINE.finditer(whole):
            milliseconds, microseconds, surface, request, nothing, asking, callback, done = match.groups()
            self.take(int(milliseconds) * 1000 + int(microseconds), surface, request, nothing, asking, callback, done)
        return self.times

    def take(self, now, surface, request, nothing, asking, callback, done):
        if asking:
            self.callbacks[callback] = asking
        elif done:
            if done in self.callbacks:
                self.asked[self.callbacks.pop(done)] = now
        elif request == b"attach":
            (self.attached.discard if nothing else self.attached.add)(surface)
        elif surface in self.attached:
            self.attached.discard(surface)
            self.times.append(now)
            asked = self.asked.pop(surface, None)
            self.waits.append(0 if asked is None else (now - asked) % WRAP)

    def first_after(self, nanoseconds):
        """Milliseconds from a moment of CLOCK_REALTIME to the first frame after it; None: there is none yet."""
        begin = nanoseconds // 1000 % WRAP
        passed = ((frame - begin) % WRAP for frame in self.read())
        return next((time / 1000 for time in passed if time < WRAP // 2), None)

    def between(self, begin, end, hertz=60):
        """How many frames there are between two moments of CLOCK_REALTIME in ns, and for how many of the display's there was none."""
        first, length = begin // 1000 % WRAP, (end - begin) // 1000
        waits = [wait for frame, wait in zip(self.read(), self.waits) if (frame - first) % WRAP < length]
        return len(waits), sum(int(wait * hertz / 1e6) for wait in waits)
