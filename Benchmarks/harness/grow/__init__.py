"""Curves: how a figure grows with connections, widgets, rows and devices. Each function returns a list of `Plot`."""

import os

from . import daemon, mesh
from .plot import slope, svg

PLOTS = {
    "connections": (daemon.connections, daemon.CONNECTIONS),
    "widgets": (daemon.widgets, daemon.WIDGETS),
    "rows": (daemon.rows, daemon.ROWS),
    "devices": (mesh.links, mesh.DEVICES),
}


def page(plots, directory):
    """Writes each plot as a file, and returns lines of Markdown that show them, with the slope of each curve's last half."""
    os.makedirs(directory, exist_ok=True)
    lines = []
    for name, made in plots.items():
        for number, plot in enumerate(made):
            file = f"{name}{'' if number == 0 else f'-{number + 1}'}.svg"
            with open(os.path.join(directory, file), "w") as out:
                out.write(svg(plot.title, plot.across, plot.up, plot.curves))
            slopes = "; ".join(f"{curve.name}: {slope(curve):.2f}" for curve in plot.curves if slope(curve) is not None)
            lines += [f"![{plot.title}]({os.path.basename(directory)}/{file})", "", f"Slopes of the last half: {slopes}.", ""]
    return "\n".join(lines)
