"""The samples as curves, on one page of SVG."""

from html import escape

from samples import CURVES

WIDTH, HEIGHT, MARGIN = 560, 150, 70
COLORS = {"desk": "#0a6cff", "lap": "#e8590c", "shelf": "#2b8a3e"}
MARKS = {"kill": "#c92a2a", "stop": "#868e96", "full disk": "#9c36b5", "clock": "#e0a800"}


def draw(path, sampler, happened, judgement, names):
    end = max(row["seconds"] for row in sampler.rows)
    marks = [(at - sampler.began, what) for at, what, _ in happened]
    lines = judgement.text.splitlines()
    rows = -(-len(CURVES) // 2)
    height = 90 + rows * (HEIGHT + 70) + 18 * len(lines)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * (WIDTH + MARGIN) + 40}" height="{height}" font-family="sans-serif" font-size="12">']
    out.append('<rect width="100%" height="100%" fill="white"/>')
    verdict = "held" if judgement.holds else "BROKEN"
    out.append(f'<text x="{MARGIN}" y="30" font-size="18" font-weight="bold">widgetd soak, {end / 3600:.2f} h: {verdict}</text>')
    x = MARGIN
    for name in names:
        out.append(f'<rect x="{x}" y="46" width="18" height="4" fill="{COLORS[name]}"/><text x="{x + 24}" y="53">{name}</text>')
        x += 80
    for what, color in MARKS.items():
        out.append(f'<path d="M{x} 42v12" stroke="{color}" stroke-width="2"/><text x="{x + 6}" y="53">{what}</text>')
        x += 80
    for number, (key, title) in enumerate(CURVES):
        left, top = MARGIN + number % 2 * (WIDTH + MARGIN), 90 + number // 2 * (HEIGHT + 70)
        out += panel(sampler.rows, marks, key, title, end, left, top, names)
    for number, line in enumerate(lines):
        color = "#c92a2a" if line.startswith("BROKEN") else "#212529"
        out.append(f'<text x="{MARGIN}" y="{90 + rows * (HEIGHT + 70) + 18 * number}" fill="{color}">{escape(line[:190])}</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([*out, "</svg>\n"]))


def panel(rows, marks, key, title, end, left, top, names):
    values = [row[key] for row in rows if row.get(key) is not None]
    # Single peaks may stand out above the frame's top, where they are cut.
    highest = max(values, default=1) or 1
    step = nice(highest / 4)
    limit = step * (int(highest / step) + 1)

    def x(seconds):
        return left + seconds / end * WIDTH

    def y(value):
        return top + HEIGHT - value / limit * HEIGHT

    out = [f'<text x="{left}" y="{top - 8}" font-weight="bold">{escape(title)}</text>']
    for at, what in marks:
        out.append(f'<path d="M{x(at):.1f} {top + HEIGHT}v-10" stroke="{MARKS[what]}" stroke-width="1.5"/>')
    value = 0
    while value <= limit * 1.001:
        out.append(f'<path d="M{left} {y(value):.1f}h{WIDTH}" stroke="#dee2e6"/><text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
        value = round(value + step, 6)
    minutes = end / 60
    every = nice(minutes / 6)
    tick = 0
    while tick <= minutes:
        label = f"{tick:g} min" if minutes < 180 else f"{tick / 60:.1f} h"
        out.append(f'<text x="{x(tick * 60):.1f}" y="{top + HEIGHT + 16}" text-anchor="middle">{label}</text>')
        tick = round(tick + every, 6)
    for name in names:
        out += curve([row for row in rows if row["device"] == name], key, x, y, COLORS[name])
    return out


def curve(rows, key, x, y, color):
    """One line for each life of a daemon."""
    parts, points, process = [], [], None
    for row in [*rows, {}]:
        if row.get(key) is None or row.get("process", process) != process:
            if points:
                parts.append(points)
            points = []
        process = row.get("process", process)
        if row.get(key) is not None:
            points.append(f"{x(row['seconds']):.1f},{y(row[key]):.1f}")
    style = f'fill="none" stroke="{color}" stroke-width="1.3" stroke-linecap="round"'
    # A single point is a line to itself.
    return [f'<polyline points="{" ".join(part * 2 if len(part) == 1 else part)}" {style}/>' for part in parts]


def nice(step):
    """A round number of at least that size."""
    size = 1.0
    while size > step:
        size /= 10
    while size * 10 <= step:
        size *= 10
    return next(size * factor for factor in (1, 2, 5, 10) if size * factor >= step)
