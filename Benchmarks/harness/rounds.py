"""A figure of several rounds: a number like any other, its median, which knows each round."""

import statistics


class Rounds(float):
    """The median. Products, and quotients of two figures whose rounds were in turn, keep the rounds."""

    def __new__(cls, each):
        made = super().__new__(cls, statistics.median(each))
        made.each = list(each)
        return made

    def __mul__(self, factor):
        return Rounds([value * factor for value in self.each])

    __rmul__ = __mul__

    def __truediv__(self, other):
        if not isinstance(other, Rounds):
            return Rounds([value / other for value in self.each])
        if len(self.each) != len(other.each) or not all(other.each):
            return float(self) / float(other) if other else float("inf")
        return Rounds([value / least for value, least in zip(self.each, other.each)])


def spread(value):
    """How far the middle half of the rounds is apart. None: of fewer than three rounds nothing is known."""
    if not isinstance(value, Rounds) or len(value.each) < 3:
        return None
    first, _, third = statistics.quantiles(value.each, n=4, method="inclusive")
    return third - first
