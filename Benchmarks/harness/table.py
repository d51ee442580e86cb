"""Rows of figures with their target, and the table of them."""

import subprocess

from .rounds import Rounds, spread


class Row:
    """One figure. `target` is a bound on `ratio`, or on `ours` itself where there is no ratio; '<=' or '>='."""

    def __init__(self, figure, unit, ours, floor=None, peer=None, ratio=None, target=None, note=""):
        self.figure, self.unit, self.ours, self.floor, self.peer = figure, unit, ours, floor, peer
        self.ratio, self.target, self.note = ratio, target, note

    @property
    def judged(self):
        return self.ours if self.ratio is None else self.ratio

    @property
    def is_noisy(self):
        """Whether the rounds are further apart than the figure is from its target. Then it isn't judged."""
        if self.target is None or self.ours is None:
            return False
        apart = spread(self.judged)
        return apart is not None and apart > abs(self.judged - self.target[1])

    @property
    def met(self):
        if self.target is None or self.ours is None or self.is_noisy:
            return None
        relation, bound = self.target
        return self.judged <= bound if relation == "<=" else self.judged >= bound

    def cells(self):
        target = ""
        if self.target is not None:
            relation, bound = self.target
            target = f"{relation} {text(bound)}{'x' if self.ratio is not None else ''}"
        met = "noise" if self.is_noisy else {None: "", True: "yes", False: "NO"}[self.met]
        if self.ours is None:
            met = "-"
        ratio = "" if self.ratio is None else f"{text(self.ratio)}x"
        apart = spread(self.judged)
        share = f"{apart / abs(self.judged):.0%}" if apart is not None and self.judged else ""
        return [f"{self.figure}, {self.unit}", text(self.ours), text(self.floor), text(self.peer), ratio, share, target, met, self.note]


def compare(figure, unit, ours, other, target, floor=None, peer=None, note=""):
    """A row whose ratio is ours to another's; without the other there is none, and nothing is judged."""
    if ours is None or other is None:
        return Row(figure, unit, ours, floor=floor, peer=peer, note=note)
    return Row(figure, unit, ours, floor=floor, peer=peer, ratio=ours / other if other else float("inf"), target=target, note=note)


def text(value):
    if value is None:
        return ""
    if value != 0 and abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def render(rows):
    heads = ["figure", "ours", "floor", "peer", "ratio", "spread", "target", "met", ""]
    lines = [heads] + [row.cells() for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    out = []
    for number, line in enumerate(lines):
        cells = [cell.ljust(width) if column in (0, len(heads) - 1) else cell.rjust(width) for column, (cell, width) in enumerate(zip(line, widths))]
        out.append("  ".join(cells).rstrip())
        if number == 0:
            out.append("  ".join("-" * width for width in widths[:-1]))
    return "\n".join(out)


def in_turn(rounds, subjects, random, say):
    """Runs each subject once a round, in an order of chance; the `Rounds` of each number of each subject.

    `subjects` are functions by name that return numbers by name. One that fails is left out, and said.
    """
    samples = {name: [] for name in subjects}
    for _ in range(rounds):
        order = [name for name in subjects if samples[name] is not None]
        random.shuffle(order)
        for name in order:
            try:
                samples[name].append(subjects[name]())
            except (RuntimeError, OSError, subprocess.SubprocessError) as error:
                say(f"  {name}: {error}")
                samples[name] = None
    medians = {}
    for name, results in samples.items():
        keys = results[0].keys() if results else ()
        medians[name] = {key: Rounds([result[key] for result in results]) for key in keys}
    return medians
