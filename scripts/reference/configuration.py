"""The page of all keys of widgetd.conf, of what `widgetctl config keys` says."""

import json
import subprocess

from sources import MADE, safe, wrapped


def keys(programs):
    dump = subprocess.run([f"{programs}/widgetctl", "config", "keys", "--json"], capture_output=True, text=True, check=True)
    return json.loads(dump.stdout)["keys"]


def sections(programs):
    """Each section's name with its keys, in the order of the file."""
    found = {}
    for key in keys(programs):
        found.setdefault(key["section"], []).append(key)
    return found.items()


def explanation(key):
    """What it is for, what is allowed, and the default: sentences."""
    parts = [key["summary"]]
    if key["allowed"]:
        parts.append(f"Allowed: {key['allowed']}.")
    if key["list"]:
        parts.append("May be repeated; an empty value takes back what was listed before.")
    if key["default"] is not None:
        parts.append(f"Default: {key['default']}.")
    return " ".join(parts)


def configuration_page(programs):
    yield "# widgetd.conf: the keys\n"
    yield MADE
    yield "Every key, as the daemon reads it. A reload applies each change. [Another page](../configuration.md) says how files, drop-ins and options work together.\n"
    yield "```text\nwidgetctl config keys\nwidgetctl config example\n```\n"
    for section, every in sections(programs):
        yield f"## [{section}]\n"
        for key in every:
            yield wrapped(safe(f"{explanation(key)} The option is `{key['option']}`."), f"- `{key['name']}=`: ", "  ") + "\n"
