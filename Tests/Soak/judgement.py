"""Whether everything held, in words."""

import statistics

# How much more the last half of the soak may cost at its end than at its beginning: in percent of the middle value, and at least, in the value's unit.
MAY_RISE = {"pss": (5, 2.0), "rss": (5, 3.0), "descriptors": (5, 5.0), "threads": (0, 1.5)}
UNITS = {"pss": "MiB", "rss": "MiB", "descriptors": "descriptors", "threads": "threads"}


class Judgement:
    def __init__(self):
        self.holds, self.lines = True, []

    @property
    def text(self):
        return "".join(f"{line}\n" for line in self.lines)

    def hold(self, what, holds, why):
        self.holds = self.holds and holds
        self.lines.append(f"{'held' if holds else 'BROKEN'}  {what}: {why}")

    def say(self, title, text):
        self.lines.append(f"      {title}: {text}")

    def judge_costs(self, rows, name):
        """The device that ran all the time, in the last half: the first is for warming up."""
        own = [row for row in rows if row["device"] == name and "pss" in row]
        late = [row for row in own if row["seconds"] >= own[-1]["seconds"] / 2] if own else []
        if len(late) < 6:
            return self.hold("flat", False, f"{len(late)} samples are too few; take more hours or --every fewer seconds")
        hours = (late[-1]["seconds"] - late[0]["seconds"]) / 3600
        for what, (percent, least) in MAY_RISE.items():
            middle = statistics.median(row[what] for row in late)
            slope = self.slope([(row["seconds"] / 3600, row[what]) for row in late])
            limit = max(least, middle * percent / 100)
            is_flat = slope * hours <= limit
            text = f"{middle:.1f} {UNITS[what]} in the middle, {slope * hours:+.2f} over the last {hours:.2f} h ({slope:+.2f} an hour); at most {limit:+.1f}"
            self.hold(f"{name}'s {what} is flat" if is_flat else f"{name}'s {what} rises", is_flat, text)

    @staticmethod
    def slope(points):
        """The middle one of all slopes between two points (Theil and Sen): single peaks don't count."""
        points = points[:: max(1, len(points) // 400)]
        return statistics.median((y2 - y1) / (x2 - x1) for i, (x1, y1) in enumerate(points) for x2, y2 in points[i + 1 :])
