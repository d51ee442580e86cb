#!/usr/bin/env -S python3 -B
"""A widgetd provider (protocol json): what time it is, here and elsewhere.

Its texts follow the clock by themselves, so the daemon asks for one timeline only.
"""

import difflib
from zoneinfo import ZoneInfo, available_timezones

from widgetd_provider import Refusal, column, line, run

# No family has room for more, so more is a mistake.
MAXIMUM_ZONES = 16
# Lines with a place and its time.
ROWS = {"systemSmall": 4, "systemMedium": 4, "systemLarge": 10, "accessoryRectangular": 2, "accessoryInline": 1, "accessoryCircular": 1}


def places(text, local):
    """The names and zones of "Europe/Berlin, Office=America/New_York". Where the text is empty, this machine's zone."""
    found = []
    for part in (part.strip() for part in text.split(",")):
        if not part:
            continue
        name, mark, zone = part.rpartition("=")
        zone = zone.strip()
        if zone.upper() == "UTC":
            zone = "UTC"
        check(zone)
        found.append((line(name, 40) if mark and name.strip() else zone.rpartition("/")[2].replace("_", " "), zone))
    if len(found) > MAXIMUM_ZONES:
        raise Refusal(f"zones: there are {len(found)}, and the limit is {MAXIMUM_ZONES}; place a second clock for the others")
    return found or [(local.rpartition("/")[2].replace("_", " "), local)]


def check(zone):
    try:
        ZoneInfo(zone)
    except (ValueError, OSError, KeyError) as error:
        known = {name.lower(): name for name in available_timezones()}
        # Suggest a zone by its whole name, or by its city alone.
        cities = {name.rpartition("/")[2].lower(): name for name in known.values()}
        wanted = zone.lower().replace(" ", "_")
        near = [known[name] for name in difflib.get_close_matches(wanted, known, 1, 0.75)] or [
            cities[name] for name in difflib.get_close_matches(wanted, cities, 1, 0.75)]
        hint = f"did you mean {near[0]}?" if near else "write a name such as Europe/Berlin; `timedatectl list-timezones` lists them"
        raise Refusal(f"zones: '{line(zone, 60)}' isn't a time zone; {hint}") from error


def time_of(zone, **more):
    return {"live": {"style": "currentTime", "timeZone": zone}, "monospacedDigit": True, **more}


def day_of(zone, **more):
    return {"live": {"style": "currentDate", "timeZone": zone}, "font": "caption", "color": "secondary", "lineLimit": 1, **more}


def face(found, family):
    rows = ROWS.get(family, 4)
    name, zone = found[0]
    if family == "accessoryInline":
        return {"hstack": [{"text": name}, time_of(zone)], "spacing": 4}
    if family == "accessoryCircular":
        return {"vstack": [time_of(zone, font="headline", minimumScaleFactor=0.5), {"text": name, "font": "caption2", "lineLimit": 1}], "spacing": 0}
    if len(found) == 1 and family != "accessoryRectangular":
        name = {"text": name, "font": "caption", "color": "secondary", "lineLimit": 1}
        return column([name, time_of(zone, font="largeTitle", bold=True, minimumScaleFactor=0.5), day_of(zone)], 2)
    shown = found if len(found) <= rows else found[:rows - 1]
    lines = [row(name, zone, family) for name, zone in shown]
    if len(shown) < len(found):
        lines.append({"text": f"and {len(found) - len(shown)} more", "font": "caption2", "color": "secondary"})
    return column(lines, 4)


def row(name, zone, family):
    day = [day_of(zone)] if family in ("systemMedium", "systemLarge") else []
    return {"hstack": [{"text": name, "lineLimit": 1}, {"spacer": True}, *day, time_of(zone, bold=True)], "spacing": 8}


def answer(request):
    if request["call"] == "perform":
        raise Refusal("a clock has no actions")
    found = places(str(request.get("parameters", {}).get("zones", "")), request.get("timeZone", "UTC"))
    return {"view": face(found, request.get("family", "systemSmall")), "policy": "never"}


if __name__ == "__main__":
    run("clock", answer)
