"""Replication: what a peer sends, beside plain C on the same SQLite."""

import tempfile

from .process import measure
from .table import Row

BATCH, ROWS = 1_000, 1_000


def replication(bench):
    """Batches of 1,000 transactions."""
    ours, floor = bench.programs.path("ApplyBench"), bench.programs.path("apply")
    batches = str(bench.scaled(50))

    def apply(program):
        """In a new store each time; whatever a program calls it, one number is transactions a second and one processor time."""
        with tempfile.TemporaryDirectory(prefix="widgetd-bench-", dir=bench.memory) as directory:
            found = measure([program, directory, batches, str(BATCH), str(ROWS)])
        return {key.split(".")[-1]: value for key, value in found.items()}

    results = bench.in_turn({"ours": lambda: apply(ours), "floor": lambda: apply(floor)})
    rows = []
    for figure, key in (("applying 1,000 in a commit", "per_second"), ("applying 1,000 in a commit, CPU", "cpu_us")):
        found, least = results["ours"].get(key), results["floor"].get(key)
        if found is None or least is None:
            rows.append(Row(figure, key, found, floor=least))
        elif key == "per_second":
            rows.append(Row(figure, "1/s", found, floor=least, ratio=found / least, target=(">=", 0.95), note="to plain C, the same rows"))
        else:
            rows.append(Row(figure, "us", found, floor=least, ratio=found / least, note="of one transaction; not judged"))
    return rows
