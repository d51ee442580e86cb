"""The bundled providers that are scripts, asked as the daemon asks them: a process for each call, with the daemon's environment. Run by the Swift test suite, and by hand:
python3 -m unittest discover Tests/ScriptTests"""

import json
import os
import pathlib
import subprocess
import sys

SCRIPTS = pathlib.Path(__file__).parents[2] / "Sources/Providers/Scripts"
MANIFESTS = pathlib.Path(__file__).parents[2] / "Sources/Providers/Manifests"
sys.path.insert(0, str(SCRIPTS))
sys.dont_write_bytecode = True
# Longer than any script may take, on a machine that does much else.
PATIENCE = 60


class Failed(Exception):
    """What a person reads where a provider failed."""


def families(name):
    """The families of a script's first kind, by its manifest."""
    return json.loads((MANIFESTS / f"{name}.json.in").read_text())["kinds"][0]["families"]


def ask(name, call="timeline", home=None, environment=None, **more):
    """What a script answers; raises Failed with its reason."""
    request = {
        "format": 1, "call": call, "kind": name, "family": "systemLarge", "width": 338, "height": 354, "scale": 1.0, "colorScheme": "dark", "date": "2026-11-20T12:00:00.250Z",
        "timeZone": "Europe/Berlin", "locale": "de", "preview": False, "parameters": {}, **more}
    surroundings = {"PATH": os.environ["PATH"], "HOME": str(home or "/nonexistent"), **(environment or {})}
    done = subprocess.run([SCRIPTS / f"{name}.py"], input=json.dumps(request).encode(), capture_output=True, timeout=PATIENCE, env=surroundings)
    if done.returncode != 0:
        raise Failed(done.stderr.decode().strip().split("\n")[-1])
    return json.loads(done.stdout) if done.stdout else None


def texts(view):
    """Every text of a view, in order."""
    if isinstance(view, str):
        return [view]
    if isinstance(view, list):
        return [text for one in view for text in texts(one)]
    if not isinstance(view, dict):
        return []
    found = []
    for key, value in view.items():
        if key in ("text", "label", "toggle") and isinstance(value, str):
            found.append(value)
        elif isinstance(value, (list, dict)):
            found += texts(value) if not (isinstance(value, list) and all(isinstance(one, str) for one in value)) else value
    return found


def parts(view, key):
    """Every view of a kind, in order."""
    if isinstance(view, list):
        return [part for one in view for part in parts(one, key)]
    if not isinstance(view, dict):
        return []
    return ([view] if key in view else []) + [part for value in view.values() for part in parts(value, key)]
