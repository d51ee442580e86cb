"""Layout and drawing of views, alone."""

from .process import measure
from .table import Row, compare

PROGRAMS = ["RenderBench", "render_floor"]


def render(bench):
    """A list of 100 views, a small widget drawn whole and in part, beside C that does the same; and what many drawings leave in memory."""
    ours, floor = bench.programs.path("RenderBench"), bench.programs.path("render_floor")
    times = str(bench.scaled(2_000))
    subjects = {"ours": lambda: measure([ours, times])}
    if bench.programs.has("render_floor"):
        subjects["floor"] = lambda: measure([floor, times])
    results = bench.in_turn(subjects)
    found, least = results["ours"], results.get("floor", {})
    views = int(found["views"])
    return [
        compare(f"{views} views laid out", "us", found["layout_us"], least.get("layout_us"), None, floor=least.get("layout_us"), note="texts measured before; the floor is a loop over boxes of known sizes in C"),
        Row("of it a view", "us", found["layout_us"] / views, target=("<=", 1)),
        Row("from their archive to the list of what is drawn", "us", found["list_us"], note="not judged"),
        compare("a small widget drawn whole at 2x", "us", found["whole_us"], least.get("whole_us"), None, floor=least.get("whole_us"), note="the same with Cairo and Pango in C"),
        Row("the same", "us", found["whole_us"], target=("<=", 700)),
        Row("one text of it drawn anew", "us", found["node_us"], target=("<=", 300)),
        Row("a blur of 100 by 40 points at 2x", "us", found["blur_us"], target=("<=", 500)),
        Row("memory after 100,000 drawings", "KiB", found["growth_kib"], target=("<=", 1_024)),
    ]
