"""A plot of some curves as SVG: both axes logarithmic, so that what grows in proportion is a straight line."""

import html
import math

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 360, 76, 34, 150, 44
COLORS = ["#0a66c2", "#c2410c", "#15803d", "#7e22ce"]


class Curve:
    """`points` are pairs of what grows and of what was measured there."""

    def __init__(self, name, points):
        self.name, self.points = name, [(float(x), float(y)) for x, y in points if y is not None and y > 0]


def steps(low, high):
    """The powers of ten from one to the other, both included; at least two."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [10.0**power for power in range(first, max(last, first + 1) + 1)]


def label(value):
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{unit}"
    return f"{value:g}"


def svg(title, across, up, curves):
    """`across` and `up` name the axes with their units."""
    columns = steps(*bounds(x for curve in curves for x, _ in curve.points))
    rows = steps(*bounds(y for curve in curves for _, y in curve.points))

    def place(x, y):
        share = math.log10(x / columns[0]) / math.log10(columns[-1] / columns[0])
        height = math.log10(y / rows[0]) / math.log10(rows[-1] / rows[0])
        return LEFT + share * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - height * (HEIGHT - TOP - BOTTOM)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold">{html.escape(title)}</text>',
    ]
    for column in columns:
        x, y = place(column, rows[0])
        out.append(f'<path d="M{x:.1f} {TOP}V{y:.1f}" stroke="#ddd"/><text x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle">{label(column)}</text>')
    for row in rows:
        x, y = place(columns[0], row)
        out.append(f'<path d="M{x:.1f} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/><text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{label(row)}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{html.escape(across)}</text>')
    middle = (TOP + HEIGHT - BOTTOM) / 2
    out.append(f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">{html.escape(up)}</text>')
    # Names stand at the ends of their curves, and never closer to each other than a line.
    names = sorted(((place(*curve.points[-1])[1], number) for number, curve in enumerate(curves) if curve.points))
    heights, least = {}, 0.0
    for y, number in names:
        least = max(y, least + 15)
        heights[number] = least
    for number, curve in enumerate(curves):
        if not curve.points:
            continue
        color, places = COLORS[number % len(COLORS)], [place(*point) for point in curve.points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        out.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>' for x, y in places]
        out.append(f'<text x="{places[-1][0] + 8:.1f}" y="{heights[number] + 4:.1f}" fill="{color}">{html.escape(curve.name)}</text>')
    return "\n".join(out + ["</svg>", ""])


def bounds(values):
    values = list(values)
    if not values:
        raise RuntimeError("nothing was measured")
    return min(values), max(values)


def slope(curve):
    """By which power of what grows the last half of a curve rises: 1 is in proportion, 0 not at all."""
    points = curve.points[len(curve.points) // 2:] if len(curve.points) > 3 else curve.points
    if len(points) < 2:
        return None
    (x, y), (right, top) = points[0], points[-1]
    return math.log(top / y) / math.log(right / x)
