"""Geometry for the symbols' generator: contours that are cut, widened and joined, and forms to draw with.

A contour is a list of segments, and a segment is its command with its points. All lie in a square of SIDE units whose y axis points down. After `united` no
two contours cross, and a hole runs the other way round than the form that it is in.
"""

import math

import pathops

SIDE = 960

# The width of a line in Material's fonts, which are drawn on a grid of 24 with lines of 2.
LINE = 80

# How many straight pieces stand for a curve, where contours are compared.
PIECES = 8

# The handles of a curve that is a quarter of a circle.
QUARTER = 0.5523


def between(a, b, part):
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def on_curve(points, part):
    """A point of the Bézier curve with these control points."""
    while len(points) > 1:
        points = [between(a, b, part) for a, b in zip(points, points[1:])]
    return points[0]


def flat(contour):
    """The corners of a polygon that is nearly the contour."""
    corners = []
    for command, points in contour:
        line = corners[-1:] + points
        pieces = 1 if command in "ML" else PIECES
        corners += [on_curve(line, step / pieces) for step in range(1, pieces + 1)]
    return corners


def area(polygon):
    """The polygon's area. It is negative where the polygon runs the other way round."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, polygon[1:] + polygon[:1])) / 2


def contains(polygon, point):
    inside = False
    x, y = point
    for a, b in zip(polygon, polygon[1:] + polygon[:1]):
        if (a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]:
            inside = not inside
    return inside


def surrounds(outer, inner):
    """Whether most corners of one polygon are inside the other. Contours that touch make the count necessary."""
    return sum(contains(outer, corner) for corner in inner) * 2 > len(inner)


def backwards(contour):
    """The contour in the other direction, so that a shape becomes a hole."""
    corners = [points[-1] for _, points in contour]
    result = [("M", [corners[-1]])]
    for index in range(len(contour) - 1, 0, -1):
        command, points = contour[index]
        result.append((command, points[-2::-1] + [corners[index - 1]]))
    return result


def bounds(contours):
    corners = [corner for contour in contours for corner in flat(contour)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def moved(contours, move):
    return [[(command, [move(point) for point in points]) for command, points in contour] for contour in contours]


def shifted(contours, x, y):
    return moved(contours, lambda point: (point[0] + x, point[1] + y))


def scaled(contours, x, y, about=(SIDE / 2, SIDE / 2)):
    """The contours in another size. A point stays, that is the square's middle."""
    return moved(contours, lambda point: (about[0] + (point[0] - about[0]) * x, about[1] + (point[1] - about[1]) * y))


def centered(contours):
    left, top, right, bottom = bounds(contours)
    return shifted(contours, (SIDE - left - right) / 2, (SIDE - top - bottom) / 2)


def turned(contours, degrees):
    """The contours after a turn clockwise around the square's middle."""
    half, cosine, sine = SIDE / 2, math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def turn(point):
        x, y = point[0] - half, point[1] - half
        return half + x * cosine - y * sine, half + x * sine + y * cosine

    return moved(contours, turn)


def skia(contours):
    result = pathops.Path()
    pen = result.getPen(allow_open_paths=False)
    for contour in contours:
        for command, points in contour:
            match command:
                case "M":
                    pen.moveTo(points[0])
                case "L":
                    pen.lineTo(points[0])
                case "Q":
                    pen.qCurveTo(*points)
                case "C":
                    pen.curveTo(*points)
        pen.closePath()
    return result


def contours_of(shape):
    commands = {pathops.PathVerb.MOVE: "M", pathops.PathVerb.LINE: "L", pathops.PathVerb.QUAD: "Q", pathops.PathVerb.CUBIC: "C"}
    result = []
    shape.convertConicsToQuads()
    for verb, points in shape:
        if verb == pathops.PathVerb.MOVE:
            result.append([])
        if verb in commands:
            result[-1].append((commands[verb], list(points)))
    # Slivers are left where two edges nearly meet.
    return [contour for contour in result if len(contour) > 2 and abs(area(flat(contour))) > 40]


def united(*parts):
    """The parts as one form, all contours with the directions that they should have."""
    contours = [contour for part in parts for contour in part]
    for turn in (0, 1e-3, 7e-3, 0.03):
        # Skia fails at some edges that touch; a form that is turned a little hasn't these.
        shape = skia(turned(contours, turn) if turn else contours)
        try:
            shape.simplify(fix_winding=True, keep_starting_points=False)
            return contours_of(shape)
        except pathops.PathOpsError:
            continue
    raise SystemExit("no union of a form")


def without(contours, cut):
    return contours_of(pathops.op(skia(contours), skia(cut), pathops.PathOp.DIFFERENCE, fix_winding=True, keep_starting_points=False))


def stroked(contours, width):
    """A line along the contours."""
    shape = skia(contours)
    shape.stroke(width, pathops.LineCap.ROUND_CAP, pathops.LineJoin.ROUND_JOIN, 4)
    return united(contours_of(shape))


def widened(contours, by):
    """The form with an edge around it. A negative width takes the edge away."""
    if by > 0:
        return united(contours, stroked(contours, 2 * by))
    return without(contours, stroked(contours, -2 * by)) if by else contours


def outer(contours):
    """The form without its holes."""
    return [part[0] for part in islands(contours)]


def islands(contours):
    """The pieces of a form, the largest first. Each is its edge, and the holes in it."""
    polygons = [flat(contour) for contour in contours]
    around = [{other for other in range(len(contours)) if other != index and surrounds(polygons[other], polygons[index])} for index in range(len(contours))]
    result = {index: [contour] for index, contour in enumerate(contours) if len(around[index]) % 2 == 0}
    for index, contour in enumerate(contours):
        if len(around[index]) % 2:
            edge = [other for other in around[index] if len(around[other]) == len(around[index]) - 1]
            if edge:
                result[edge[0]].append(contour)
    return [result[index] for index in sorted(result, key=lambda index: -abs(area(polygons[index])))]


# MARK: Forms to draw with


def disc(x, y, radius):
    k = radius * QUARTER
    return [
        [
            ("M", [(x + radius, y)]),
            ("C", [(x + radius, y + k), (x + k, y + radius), (x, y + radius)]),
            ("C", [(x - k, y + radius), (x - radius, y + k), (x - radius, y)]),
            ("C", [(x - radius, y - k), (x - k, y - radius), (x, y - radius)]),
            ("C", [(x + k, y - radius), (x + radius, y - k), (x + radius, y)]),
        ]
    ]


def ring(x, y, radius, width=LINE):
    return united(without(disc(x, y, radius + width / 2), disc(x, y, radius - width / 2)))


def bar(x, y, x2, y2, width=LINE):
    """A line with round ends."""
    length = math.dist((x, y), (x2, y2)) or 1
    r = width / 2
    dx, dy = (x2 - x) / length * r, (y2 - y) / length * r
    k = QUARTER
    # The half circles go around the ends; (nx, ny) points to the line's side.
    nx, ny = -dy, dx
    return [
        [
            ("M", [(x + nx, y + ny)]),
            ("C", [(x + nx - k * dx, y + ny - k * dy), (x - dx + k * nx, y - dy + k * ny), (x - dx, y - dy)]),
            ("C", [(x - dx - k * nx, y - dy - k * ny), (x - nx - k * dx, y - ny - k * dy), (x - nx, y - ny)]),
            ("L", [(x2 - nx, y2 - ny)]),
            ("C", [(x2 - nx + k * dx, y2 - ny + k * dy), (x2 + dx - k * nx, y2 + dy - k * ny), (x2 + dx, y2 + dy)]),
            ("C", [(x2 + dx + k * nx, y2 + dy + k * ny), (x2 + nx + k * dx, y2 + ny + k * dy), (x2 + nx, y2 + ny)]),
        ]
    ]


def box(left, top, right, bottom, radius):
    k = radius * (1 - QUARTER)
    return [
        [
            ("M", [(left + radius, top)]),
            ("L", [(right - radius, top)]),
            ("C", [(right - k, top), (right, top + k), (right, top + radius)]),
            ("L", [(right, bottom - radius)]),
            ("C", [(right, bottom - k), (right - k, bottom), (right - radius, bottom)]),
            ("L", [(left + radius, bottom)]),
            ("C", [(left + k, bottom), (left, bottom - k), (left, bottom - radius)]),
            ("L", [(left, top + radius)]),
            ("C", [(left, top + k), (left + k, top), (left + radius, top)]),
        ]
    ]
