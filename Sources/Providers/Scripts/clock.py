#!/usr/bin/env -S python3 -B
"""A widgetd provider (protocol json): what time it is, here and elsewhere.

Its texts follow the clock by themselves. Only where a widget says how far ahead a place is, it has an entry for each change of that.
"""

import difflib
from datetime import timedelta
from zoneinfo import ZoneInfo, available_timezones

from widgetd_provider import Refusal, column, line, now, page, run, stamp

# No family has room for more, so more is a mistake.
MAXIMUM_ZONES = 16
# Lines with a place and its time.
ROWS = {"systemSmall": 4, "systemMedium": 4, "systemLarge": 10, "accessoryRectangular": 3, "accessoryInline": 1, "accessoryCircular": 1}
# Of those, rows for which there is room with a second line.
TALL_ROWS = {"systemMedium": 3, "systemLarge": 6}
# Up to so many rows are larger, where there is room.
LARGE_ROWS = {"systemLarge": 4}
# The size of the time of one place alone.
ALONE = {"systemSmall": 44, "systemMedium": 64, "systemLarge": 104}
# Days begin, and offsets change, at quarters of an hour.
QUARTER = timedelta(minutes=15)
# How far the entries reach, and the most of them: the 100 that a timeline may have.
REACH = timedelta(days=14)
MAXIMUM_ENTRIES = 100


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


def distance(zone, local, at):
    """The day and the offset of a place, as seen from here: "Tomorrow, +9 h"."""
    here, there = at.astimezone(ZoneInfo(local)), at.astimezone(ZoneInfo(zone))
    day = ["Yesterday", "Today", "Tomorrow"][(there.date() - here.date()).days + 1]
    minutes = (there.utcoffset() - here.utcoffset()) // timedelta(minutes=1)
    if minutes == 0:
        return day
    hours, rest = divmod(abs(minutes), 60)
    return f"{day}, {'+' if minutes > 0 else '−'}{hours}{f':{rest:02}' if rest else ''} h"


def face(found, distances, family):
    rows = ROWS.get(family, 4)
    name, zone = found[0]
    if family == "accessoryInline":
        return {"hstack": [{"text": name}, time_of(zone)], "spacing": 4}
    if family == "accessoryCircular":
        words = [time_of(zone, font="headline", minimumScaleFactor=0.5), {"text": name, "font": "caption2", "lineLimit": 1, "minimumScaleFactor": 0.7}]
        return {"zstack": [{"accessoryWidgetBackground": True}, {"vstack": words, "spacing": 0, "padding": {"horizontal": 6}}]}
    if len(found) == 1 and family != "accessoryRectangular":
        name = {"text": name, "font": "headline", "lineLimit": 1}
        size = ALONE.get(family, 44)
        return page([name, {"spacer": True}, time_of(zone, font=size, bold=True, fontDesign="rounded", minimumScaleFactor=0.5), day_of(zone)], 2, family)
    shown = found if len(found) <= rows else found[:rows - 1]
    is_tall = len(found) <= TALL_ROWS.get(family, 0)
    is_large = len(found) <= LARGE_ROWS.get(family, 0)
    lines = [row(name, zone, words, is_tall, is_large) for (name, zone), words in zip(shown, distances)]
    more = [{"text": f"and {len(found) - len(shown)} more", "font": "caption2", "color": "secondary"}] if len(shown) < len(found) else []
    if family == "accessoryRectangular":
        return {**page(lines + more, 1, family), "font": "subheadline"}
    # The rows share the height.
    lines = [{"vstack": [one], "frame": {"maxHeight": "infinity"}} for one in lines]
    if is_tall:
        lines = [part for one in lines for part in (one, {"divider": True})][:-1]
    return page(lines + more, 2 if is_tall else 4, family)


def row(name, zone, words, is_tall, is_large):
    name = {"text": name, "weight": "medium", "lineLimit": 1, "minimumScaleFactor": 0.5}
    words = [{"text": words, "font": "subheadline" if is_large else "caption", "color": "secondary", "lineLimit": 1, "minimumScaleFactor": 0.7}] if words else []
    if is_large:
        return {"hstack": [column([{**name, "font": "title2"}, *words], 2), time_of(zone, font=48, weight="light", fontDesign="rounded", fixedSize=True)], "spacing": 8}
    if is_tall:
        return {"hstack": [column([name, *words], 0), time_of(zone, font=26, weight="light", fontDesign="rounded", fixedSize=True)], "spacing": 8}
    return {"hstack": [name, {"spacer": True}, *words, time_of(zone, weight="semibold", fixedSize=True)], "spacing": 8}


def timeline(found, local, at, family):
    """An entry now, and one at each moment at which a row's words change."""
    def words(moment):
        return [distance(zone, local, moment) if family in TALL_ROWS and len(found) > 1 else "" for _, zone in found]

    last = words(at)
    if not any(last):
        return {"view": face(found, last, family), "policy": "never"}
    entries = [{"date": stamp(at), "view": face(found, last, family)}]
    moment = at.replace(minute=at.minute // 15 * 15, second=0)
    while moment < at + REACH and len(entries) < MAXIMUM_ENTRIES:
        moment += QUARTER
        if words(moment) != last:
            last = words(moment)
            entries.append({"date": stamp(moment), "view": face(found, last, family)})
    return {"entries": entries, "policy": "atEnd"}


def answer(request):
    if request["call"] == "perform":
        raise Refusal("a clock has no actions")
    local = request.get("timeZone", "UTC")
    found = places(str(request.get("parameters", {}).get("zones", "")), local)
    return timeline(found, local, now(request), request.get("family", "systemSmall"))


if __name__ == "__main__":
    run("clock", answer)
