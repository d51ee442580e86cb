"""Fewer curves for a contour. The fonts draw a quarter of a circle with four curves, and one is enough."""

import math

from shapes import PIECES, on_curve

# How far a curve may leave the font's, in units of the square. In a picture of 100 pixels that is a sixth of a pixel.
TOLERANCE = 1.5

# As many degrees one curve may turn at most, if its ends aren't as near to each other as those of a line's round end.
WIDEST = 95
SMALL = 100

# Curves that meet in a flatter angle, in degrees, are one line.
SMOOTH = 12


def segment_text(command, points):
    return command + " ".join(f"{x} {y}" for x, y in points)


def direction(a, b):
    length = math.dist(a, b) or 1
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def ends(points):
    """The directions in which a curve starts and ends."""
    start = next((point for point in points[1:] if point != points[0]), points[0])
    end = next((point for point in points[-2::-1] if point != points[-1]), points[-1])
    return direction(points[0], start), direction(end, points[-1])


def fitted(samples, start, end):
    """A cubic curve along the samples with these directions at its ends, and its error. It is nothing where no curve is near enough.

    It is the method of least squares as Schneider describes it in "Graphics Gems": he looks for the lengths of both handles, and then places the samples
    anew on the curve.
    """
    first, last = samples[0], samples[-1]
    lengths = [0.0]
    for a, b in zip(samples, samples[1:]):
        lengths.append(lengths[-1] + math.dist(a, b))
    parts = [length / lengths[-1] for length in lengths]
    for _ in range(6):
        c00 = c01 = c11 = x0 = x1 = 0.0
        for (x, y), t in zip(samples, parts):
            b0, b1, b2, b3 = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            ax, ay, bx, by = start[0] * b1, start[1] * b1, -end[0] * b2, -end[1] * b2
            rest_x = x - first[0] * (b0 + b1) - last[0] * (b2 + b3)
            rest_y = y - first[1] * (b0 + b1) - last[1] * (b2 + b3)
            c00 += ax * ax + ay * ay
            c01 += ax * bx + ay * by
            c11 += bx * bx + by * by
            x0 += ax * rest_x + ay * rest_y
            x1 += bx * rest_x + by * rest_y
        determinant = c00 * c11 - c01 * c01
        if abs(determinant) < 1e-9:
            return None
        near, far = (x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant
        if not 0 < near < 2 * lengths[-1] or not 0 < far < 2 * lengths[-1]:
            return None
        curve = [
            first,
            (first[0] + start[0] * near, first[1] + start[1] * near),
            (last[0] - end[0] * far, last[1] - end[1] * far),
            last,
        ]
        error, placed = 0.0, []
        slopes = [(3 * (b[0] - a[0]), 3 * (b[1] - a[1])) for a, b in zip(curve, curve[1:])]
        for sample, t in zip(samples, parts):
            x, y = on_curve(curve, t)
            dx, dy = on_curve(slopes, t)
            error = max(error, math.dist((x, y), sample))
            square = dx * dx + dy * dy
            step = ((x - sample[0]) * dx + (y - sample[1]) * dy) / square if square else 0
            placed.append(min(1, max(0, t - step)))
        if error < TOLERANCE:
            return curve[1:], error
        if error > 20 * TOLERANCE:
            return None
        parts = [0.0] + placed[1:-1] + [1.0]
    return None


def quadratic(samples, start, end):
    """The same with a quadratic curve, which takes less text. Small corners are so."""
    (x, y), (x2, y2) = samples[0], samples[-1]
    cross = start[0] * end[1] - start[1] * end[0]
    if abs(cross) < 1e-3:
        return None
    length = ((x2 - x) * end[1] - (y2 - y) * end[0]) / cross
    control = (x + start[0] * length, y + start[1] * length)
    curve = [samples[0], control, samples[-1]]
    near = [on_curve(curve, step / 32) for step in range(33)]
    if length <= 0 or any(min(math.dist(sample, point) for point in near) > TOLERANCE * 1.1 for sample in samples):
        return None
    return "Q", curve[1:]


def text_size(segment):
    return len(segment_text(segment[0], [(round(x), round(y)) for x, y in segment[1]]))


def merged(curves):
    """The shortest way to write these curves, which follow each other smoothly. A curve is all its control points."""
    samples = [[on_curve(curve, step / PIECES) for step in range(PIECES)] for curve in curves]
    best = [(0, [])] + [None] * len(curves)
    for start in range(len(curves)):
        size, segments = best[start]
        misses = 0
        for end in range(start + 1, len(curves) + 1):
            if end == start + 1:
                points = curves[start]
                segment, error = ("Q" if len(points) == 3 else "C", points[1:]), 0
            else:
                line = [sample for piece in samples[start:end] for sample in piece] + [curves[end - 1][-1]]
                first, last = ends(curves[start])[0], ends(curves[end - 1])[1]
                # A long arc has its control points far away, where a change of weight would bend it. A line's round end is small enough.
                is_short = first[0] * last[0] + first[1] * last[1] > math.cos(math.radians(WIDEST)) or math.dist(line[0], line[-1]) < SMALL
                fit = fitted(line, first, last) if is_short else None
                if fit is None:
                    # Where two ways don't fit, longer ones don't either.
                    misses += 1
                    if misses == 2:
                        break
                    continue
                segment = quadratic(line, first, last) or ("C", fit[0])
                error = fit[1]
            # Of two ways with the same length, the one that is nearer to the font wins.
            total = size + text_size(segment) + error
            if best[end] is None or total < best[end][0]:
                best[end] = (total, segments + [segment])
    return best[-1][1]


def simplified(contour):
    """The contour with fewer curves. The fonts draw a quarter of a circle with four curves, and one is enough."""
    result, run = [], []
    here = None

    def finish():
        nonlocal run
        result.extend(merged(run) if run else [])
        run = []

    for command, points in contour:
        if command in "ML":
            finish()
            result.append((command, points))
        elif any(point != here for point in points):
            curve = [here] + points
            if run:
                (before, after) = ends(run[-1])[1], ends(curve)[0]
                if before[0] * after[0] + before[1] * after[1] < math.cos(math.radians(SMOOTH)):
                    finish()
            run.append(curve)
        here = points[-1]
    finish()
    return result
