"""What a plot is made of."""

from .plot import Curve


class Plot:
    def __init__(self, title, across, up, curves):
        self.title, self.across, self.up, self.curves = title, across, up, curves


def series(points, names):
    """A curve for each name, of points that have the figures by key."""
    return [Curve(name, [(x, found.get(key)) for x, found in points.items()]) for key, name in names.items()]
