"""Symbols with waves or a badge, each a layer of its own."""

import math

from shapes import bounds, disc, outer, ring, shifted, united, without

# The free room around a badge.
GAP = 48


def wave(x, y, radius, middle, half, width):
    """A part of a ring with round ends: half an angle on both sides of a direction, in degrees clockwise from the right."""
    ends = [math.radians(middle + side * half) for side in (-1, 1)]
    far = radius * 4
    directions = [math.radians(middle - half + 2 * half * step / 8) for step in range(9)]
    wedge = [[("M", [(x, y)])] + [("L", [(x + far * math.cos(angle), y + far * math.sin(angle))]) for angle in directions]]
    whole = ring(x, y, radius, width)
    part = without(whole, without(disc(x, y, far), wedge))
    return united(part, *(disc(x + radius * math.cos(angle), y + radius * math.sin(angle), width / 2) for angle in ends))


def wifi():
    """Two arcs above a dot."""
    dot, x, y = 62, 480, 762
    return [
        (3, None, wave(x, y, 560, -90, 43, 84)),
        (2, None, wave(x, y, 318, -90, 43, 84)),
        (1, None, disc(x, y - 10, dot)),
    ]


def speaker(glyph, count, is_filled):
    """A loudspeaker with one to three waves."""
    form = united(glyph("volume_mute"))
    form = outer(form) if is_filled else form
    left, top, right, bottom = bounds(form)
    room = 150 * count
    form = shifted(form, (960 - (right - left) - room) / 2 - left, 0)
    _, _, right, _ = bounds(form)
    waves = [(min(3, number + 2) if count > 1 else 2, None, wave(right - 110, 480, 210 + 136 * number, 0, 40 - number, 72)) for number in range(count)]
    return waves[::-1] + [(1, None, form)]


def badged(contours, color):
    """A form with a red dot at its upper right corner, and a gap around the dot."""
    _, top, right, _ = bounds(contours)
    radius = 128
    x, y = min(right - 70, 960 - radius), max(top + 80, radius)
    return [(2, color, without(contours, disc(x, y, radius + GAP))), (1, "r", disc(x, y, radius))]
