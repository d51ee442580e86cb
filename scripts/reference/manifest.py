"""The page of manifests' keys is written by hand; it must have each key that the code reads, and no other."""

import re

from sources import ROOT


def manifest_keys():
    found = set()
    for name in ("ManifestDecoder", "KindDecoder"):
        with open(f"{ROOT}/Sources/WidgetProviders/Manifest/{name}.swift") as file:
            found |= set(re.findall(r'reader\.(?:value|required|text|flag|number|integer|list)\(\s*"(\w+)"', file.read()))
    return found


def missing_keys():
    with open(f"{ROOT}/docs/reference/manifest.md") as file:
        rows = [line.split("|")[1] for line in file if line.startswith("| `")]
    told = {key for row in rows for key in re.findall(r"`(\w+)`", row)}
    return [f"docs/reference/manifest.md lacks the key {key}" for key in sorted(manifest_keys() - told)] + [
        f"docs/reference/manifest.md has the key {key}, which no manifest has" for key in sorted(told - manifest_keys())]
