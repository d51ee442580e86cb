"""Weather's symbols, composed of a cloud, a sun, a moon, a bolt and forms of their own.

Each function gives layers from the lowest to the highest: tuples of a level, a colour's letter or nothing, and contours. The letters are those of layers.txt.
"""

import math

from shapes import LINE, bar, box, bounds, disc, islands, outer, ring, scaled, shifted, united, widened, without

# The free room between two pieces, of which one lies before the other.
GAP = 52


def placed(contours, left, top, width):
    """The contours as wide as that, with their corner there."""
    x, y, x2, _ = bounds(contours)
    return shifted(scaled(contours, width / (x2 - x), width / (x2 - x), about=(0, 0)), left - x * width / (x2 - x), top - y * width / (x2 - x))


def behind(contours, front, gap=GAP):
    """What is seen of a form behind another one. Crumbs of it go."""
    pieces = islands(contours)
    full = {index: sum(size(contour) for contour in piece[:1]) for index, piece in enumerate(pieces)}
    edge = widened(outer(front), gap)
    result = []
    for index, piece in enumerate(pieces):
        for rest in islands(without(piece, edge)):
            if size(rest[0]) > 0.45 * full[index] or index == 0 and size(rest[0]) > 0.05 * full[index]:
                result += rest
    return result


def size(contour):
    left, top, right, bottom = bounds([contour])
    return max(right - left, bottom - top)


def looked(contours, is_filled, line=LINE):
    """The form filled, or as a line along its edge."""
    form = outer(contours)
    return united(form) if is_filled else united(without(form, widened(form, -line)))


def height(contour):
    _, top, _, bottom = bounds([contour])
    return bottom - top


class Weather:
    """Composes symbols of the glyphs of a font."""

    def __init__(self, glyph):
        """glyph gives the contours for the name of an icon."""
        self.cloud_form = outer(united(glyph("cloud")))
        self.moon_form = outer(united(glyph("bedtime")))
        self.bolt_form = outer(united(glyph("bolt")))
        self.glyph = glyph

    def layers(self, kind, parts, is_filled):
        match kind:
            case "cloud":
                return self.cloud(parts, is_filled)
            case "sky":
                return self.sky(parts[0], parts[1], is_filled)
            case "horizon":
                return self.horizon(parts[0], is_filled)
            case "thermometer":
                return self.thermometer(parts[0], is_filled)
            case "umbrella":
                return self.umbrella(is_filled)
            case "wind":
                return self.wind(parts[0])
        raise SystemExit(f"{kind}: no such composition")

    def cloud(self, parts, is_filled):
        """A cloud, with a sun or a moon behind it, and something below."""
        star = next((part for part in parts if part in ("sun", "moon")), None)
        below = next((part for part in parts if part not in ("sun", "moon")), None)
        if star:
            left, top, width = (30, 232, 668) if below else (30, 336, 750)
        else:
            left, top, width = 80, 70, 800
        form = placed(self.cloud_form, left, top, width)
        cloud = looked(form, is_filled, 76 if star else LINE)
        result = []
        if star:
            middle = (636, 262) if below else (664, 330)
            light = self.sun(*middle, 128 if below else 146, is_filled) if star == "sun" else self.moon(*middle, 380 if below else 470, is_filled)
            result.append((2, "y" if star == "sun" else "w", behind(light, form)))
        x, y, x2, y2 = bounds(form)
        middle = (x + x2) / 2
        if below:
            for color, contours, front in self.below(below, middle, y2, width / 800):
                if front:
                    cloud = without(cloud, widened(contours, GAP * 0.8))
                result.append((3 if star else 2, color, contours))
        return result + [(1, "w", cloud)]

    def below(self, kind, x, y, factor):
        """What falls from a cloud: a colour, contours, and whether they lie before the cloud. y is the cloud's lower edge."""
        y += 58

        def rain(places, width=64, slant=0.42):
            bars = []
            for place, start, length in places:
                left, top = x + place * factor, y + (start + width / 2) * factor
                bars += bar(left, top, left - length * slant * factor, top + length * factor, width * factor)
            return bars

        def balls(places, radius=38):
            return [contour for place, start in places for contour in disc(x + place * factor, y + (start + radius) * factor, radius * factor)]

        match kind:
            case "rain":
                return [("c", rain([(-190, 0, 110), (-50, 0, 170), (90, 0, 110), (230, 0, 170)]), False)]
            case "drizzle":
                return [("c", rain([(-190, 0, 34), (-10, 0, 34), (170, 0, 34), (-120, 116, 34), (60, 116, 34)], 60), False)]
            case "heavyrain":
                heavy = [(-230, 0, 150), (-110, 0, 190), (10, 0, 150), (130, 0, 190), (250, 0, 150)]
                return [("c", rain(heavy), False)]
            case "hail":
                return [("w", balls([(-190, 0), (0, 0), (190, 0), (-95, 114), (95, 114)]), False)]
            case "sleet":
                drops = rain([(-80, 0, 60), (120, 0, 60), (-190, 112, 50), (20, 112, 50)], 60)
                return [("c", drops, False), ("w", balls([(-215, 0), (15, 0), (215, 0), (-95, 122), (110, 122)], 34), False)]
            case "snow":
                flakes = [self.flake(x + place * factor, y + start * factor, 62 * factor, 38 * factor) for place, start in [(-180, 62), (0, 100), (180, 62)]]
                return [("w", [contour for flake in flakes for contour in flake], False)]
            case "bolt":
                return [("y", placed(self.bolt_form, x - 130 * factor, y - 150 * factor, 235 * factor), True)]
            case "boltrain":
                drops = rain([(-190, 0, 130), (235, 0, 130)])
                return [("c", drops, False), ("y", placed(self.bolt_form, x - 110 * factor, y - 120 * factor, 215 * factor), True)]
            case "fog":
                lines = bar(x - 290 * factor, y + 26, x + 290 * factor, y + 26, 66 * factor) + bar(x - 170 * factor, y + 26 + 122 * factor, x + 170 * factor,
                    y + 26 + 122 * factor, 66 * factor)
                return [("a", lines, False)]
        raise SystemExit(f"{kind}: nothing that falls from a cloud")

    def flake(self, x, y, radius, width):
        arms = []
        for angle in (0, 60, 120):
            dx, dy = math.sin(math.radians(angle)) * radius, math.cos(math.radians(angle)) * radius
            arms += bar(x - dx, y - dy, x + dx, y + dy, width)
        return united(arms)

    def sun(self, x, y, radius, is_filled, line=76):
        """A disc or a ring with eight rays."""
        result = disc(x, y, radius) if is_filled else ring(x, y, radius - line / 2 + 8, line)
        for step in range(8):
            dx, dy = math.cos(step * math.pi / 4), math.sin(step * math.pi / 4)
            near, far = radius + line / 2 + 40, radius * 1.42 + line / 2 + 46
            result += bar(x + dx * near, y + dy * near, x + dx * far, y + dy * far, line * 0.9)
        return result

    def moon(self, x, y, width, is_filled):
        return looked(placed(self.moon_form, x - width / 2, y - width / 2, width), is_filled, 76)

    def sky(self, star, veil, is_filled):
        """The upper part of a sun or a moon above lines, dots or drops."""
        if star == "sun":
            light, color = self.sun(480, 440, 210, is_filled, 72), "y"
        else:
            light, color = self.moon(480, 330, 600, is_filled), "w"
        light = without(light, box(-200, 530, 1160, 1400, 1))
        light = [contour for piece in islands(light) if size(piece[0]) > 70 for contour in piece]
        match veil:
            case "haze":
                lines = bar(110, 612, 850, 612, 70) + bar(210, 740, 750, 740, 70) + bar(330, 868, 630, 868, 70)
                return [(1, color, light), (2, "a", lines)]
            case "dust":
                dots = [(x, y) for y, xs in ((612, range(120, 900, 180)), (740, range(210, 800, 180)), (868, range(300, 700, 180))) for x in xs]
                return [(1, color, light), (2, "a", [contour for x, y in dots for contour in disc(x, y, 38)])]
        falls = [(name_color, contours) for name_color, contours, _ in self.below(veil, 480, 560, 1.15)]
        return [(1, color, light)] + [(2, name_color, contours) for name_color, contours in falls]

    def horizon(self, arrow, is_filled):
        """A half sun over a line, with an arrow above it that points up or down, or rays alone."""
        y = 690
        sun = self.sun(480, y, 200, is_filled, 74)
        sun = without(sun, box(-200, y - 6, 1160, 1400, 1))
        if arrow != "none":
            # The arrow stands in the place of the ray in the middle.
            sun = without(sun, box(400, 0, 560, y - 230, 1))
        sun = [contour for piece in islands(sun) if size(piece[0]) > 70 and height(piece[0]) > 50 for contour in piece]
        if arrow != "none" and not is_filled:
            sun = united(sun)
        line = bar(60, y + 76, 900, y + 76, 74)
        if arrow == "none":
            return [(1, "y", sun), (2, None, united(line, bar(250, y + 202, 710, y + 202, 74)))]
        tip, tail = (150, 400) if arrow == "up" else (400, 150)
        back = 110 if arrow == "up" else -110
        head = bar(480, tip, 370, tip + back, 74) + bar(480, tip, 590, tip + back, 74) + bar(480, tip, 480, tail, 74)
        return [(2, "y", sun), (1, None, united(line, head))]

    def thermometer(self, beside, is_filled):
        stem = outer(united(self.glyph("thermometer")))
        stem = placed(stem, 80, 50, 430)
        glass = united(without(stem, widened(stem, -74)))
        x, y, x2, y2 = bounds(stem)
        # The bulb is as wide as the form.
        bulb = ((x + x2) / 2, y2 - (x2 - x) / 2)
        mercury = united(disc(*bulb, (x2 - x) / 2 - 130), bar(*bulb, bulb[0], y + 330, 62)) if not is_filled else []
        if is_filled:
            glass = without(united(stem), bar(bulb[0], y + 150, bulb[0], y + 380, 56))
        match beside:
            case "sun":
                other, color = self.sun(720, 300, 120, is_filled, 70), "y"
            case "snowflake":
                flake = united(self.glyph("ac_unit"))
                other, color = placed(flake, 540, 90, 390), "c"
            case _:
                other, color = [], None
        layers = [(1, "r", united(glass, mercury))]
        return layers + ([(2, color, behind(other, stem, 60))] if other else [])

    def umbrella(self, is_filled):
        dome = without(disc(480, 500, 410), box(-200, 500, 1160, 1400, 1))
        for place in (-273, 0, 273):
            dome = without(dome, scaled(disc(480 + place, 510, 122), 1, 0.55, about=(480, 510)))
        canopy = united(dome, bar(480, 62, 480, 120, 70))
        if not is_filled:
            canopy = united(without(united(dome), widened(dome, -70)), bar(480, 62, 480, 120, 70))
        hook = without(ring(560, 780, 80, 74), box(300, 400, 1000, 780, 1))
        handle = united(bar(480, 500, 480, 780, 74), hook, disc(640, 780, 37))
        if is_filled:
            handle = without(handle, widened(outer(canopy), 4))
        return [(2, None, handle), (1, "b", canopy)]

    def wind(self, beside):
        air = placed(united(self.glyph("air")), 60, 330, 640)
        flake = placed(united(self.glyph("ac_unit")), 600, 60, 330)
        return [(1, "w", behind(air, [edge for edge in widened(flake, 40)], 20) or air), (2, "c", flake)]
