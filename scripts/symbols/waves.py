"""Symbols that are drawn here: waves and badges, each a layer of its own, and the suits that the fonts lack."""

import math

from shapes import LINE, bounds, disc, outer, ring, scaled, shifted, turned, united, widened, without

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
    dot, x, y = 80, 480, 752
    return [
        (3, None, wave(x, y, 552, -90, 43, 84)),
        (2, None, wave(x, y, 318, -90, 42, 84)),
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


def suit(kind, glyph, is_filled):
    """A spade, which is a heart upside down on a stem, or a club."""
    stem = [[("M", [(480, 480)]), ("Q", [(480, 800), (620, 872)]), ("L", [(340, 872)]), ("Q", [(480, 800), (480, 480)])]]
    stem = united(stem, [[("M", [(440, 560)]), ("L", [(520, 560)]), ("L", [(560, 860)]), ("L", [(400, 860)])]])
    if kind == "spade":
        head = shifted(turned(scaled(outer(united(glyph("favorite"))), 0.95, 0.95), 180), 0, -40)
    else:
        head = united(disc(480, 270, 190), disc(280, 540, 190), disc(680, 540, 190), disc(480, 460, 130))
    form = united(head, stem)
    return [(1, None, form if is_filled else without(form, widened(form, -LINE)))]
