#!/usr/bin/env -S python3 -B
"""A widgetd provider (protocol json): the events of calendars (iCalendar), from files or from a server."""

import calendar
import os
import re
import urllib.parse
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from widgetd_fetch import fetch
from widgetd_provider import Refusal, line, note, now, page, run, stamp, wants_sample

# More than a calendar of many years has. Larger files are skipped, with a note on standard error.
MAXIMUM_FILE_BYTES = 16 << 20
MAXIMUM_FILES = 200
# Repetitions that are checked for one rule: daily ones for a century.
MAXIMUM_REPETITIONS = 40_000
# Within the 100 that a timeline may have.
MAXIMUM_ENTRIES = 60
# The time between two reloads, since files may change.
RELOAD_AFTER = timedelta(minutes=30)
# How long before an event the widget is most relevant.
SOON = timedelta(minutes=15)
# The directory that keeps a server's last answer, so that the server needn't send it again.
STATE = "widgetd-agenda"
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
# The most common of Outlook's names for time zones.
WINDOWS_ZONES = {
    "GMT Standard Time": "Europe/London", "W. Europe Standard Time": "Europe/Berlin", "Romance Standard Time": "Europe/Paris", "Central Europe Standard Time": "Europe/Budapest",
    "Central European Standard Time": "Europe/Warsaw", "E. Europe Standard Time": "Europe/Chisinau", "GTB Standard Time": "Europe/Athens", "FLE Standard Time": "Europe/Kiev",
    "Russian Standard Time": "Europe/Moscow", "Turkey Standard Time": "Europe/Istanbul", "Israel Standard Time": "Asia/Jerusalem", "India Standard Time": "Asia/Kolkata",
    "China Standard Time": "Asia/Shanghai", "Tokyo Standard Time": "Asia/Tokyo", "AUS Eastern Standard Time": "Australia/Sydney", "Eastern Standard Time": "America/New_York",
    "Central Standard Time": "America/Chicago", "Mountain Standard Time": "America/Denver", "Pacific Standard Time": "America/Los_Angeles",
    "E. South America Standard Time": "America/Sao_Paulo", "South Africa Standard Time": "Africa/Johannesburg"}


# MARK: Reading iCalendar (RFC 5545)


@dataclass
class Event:
    uid: str = ""
    summary: str = ""
    location: str = ""
    # A date for an event of whole days, else a datetime with its zone.
    start: object = None
    end: object = None
    rule: dict = field(default_factory=dict)
    exceptions: set = field(default_factory=set)
    # In a changed repetition: the start of the repetition that it replaces.
    replaces: object = None


@dataclass(order=True)
class Occurrence:
    start: datetime
    end: datetime
    all_day: bool
    summary: str
    location: str = ""


def unfold(text):
    """Lines with their continuations (a line break and a space or tab) joined."""
    return re.sub(r"\r?\n[ \t]", "", text).replace("\r\n", "\n").split("\n")


def split_line(line):
    """Name, parameters and value of NAME;PARAM=VALUE;PARAM="A:B":VALUE."""
    in_quotes = False
    for index, character in enumerate(line):
        if character == '"':
            in_quotes = not in_quotes
        elif character == ":" and not in_quotes:
            head, value = line[:index], line[index + 1:]
            break
    else:
        return None
    name, *rest = re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', head)
    parameters = {}
    for part in rest:
        key, _, text = part.partition("=")
        parameters[key.upper()] = text.strip('"')
    return name.upper(), parameters, value


def unescape(text):
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] in "nN" else match[1], text)


def zone(name, fallback):
    """The zone of a TZID; some programs put a path before the IANA name."""
    parts = WINDOWS_ZONES.get(name, name).strip("/").split("/")
    for start in range(len(parts)):
        try:
            return ZoneInfo("/".join(parts[start:]))
        except (ZoneInfoNotFoundError, ValueError, OSError):
            continue
    note(f"time zone {name!r} isn't known; its times are taken as local")
    return fallback


def parse_date(value, parameters, local):
    """A date, or a datetime with its zone. Raises ValueError."""
    if parameters.get("VALUE") == "DATE" or re.fullmatch(r"\d{8}", value):
        return datetime.strptime(value, "%Y%m%d").date()
    if value.endswith("Z"):
        return datetime.strptime(value, "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc)
    name = parameters.get("TZID")
    return datetime.strptime(value, "%Y%m%dT%H%M%S").replace(tzinfo=zone(name, local) if name else local)


def parse_duration(value):
    match = re.fullmatch(r"([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", value)
    if not match:
        raise ValueError(f"{value!r} is no duration")
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in match.groups()[1:])
    length = timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    return -length if match[1] == "-" else length


def parse_events(text, local):
    """The events of a file. An event that can't be read is skipped, with a note on standard error."""
    events, lines, depth = [], None, 0
    for line in unfold(text):
        parsed = split_line(line)
        if not parsed:
            continue
        name, _, value = parsed
        if name == "BEGIN" and lines is None and value.upper() == "VEVENT":
            lines, depth = [], 0
        elif lines is not None and name == "BEGIN":
            depth += 1
        elif lines is not None and name == "END" and depth > 0:
            depth -= 1
        elif lines is not None and name == "END":
            try:
                event = make_event(lines, local)
                if event:
                    events.append(event)
            except ValueError as error:
                note(f"an event is passed over: {error}")
            lines = None
        elif lines is not None and depth == 0:
            lines.append(parsed)
    return events


def make_event(lines, local):
    event, duration = Event(), None
    for name, parameters, value in lines:
        if name == "UID":
            event.uid = value
        elif name == "SUMMARY":
            event.summary = unescape(value)
        elif name == "LOCATION":
            event.location = unescape(value)
        elif name == "STATUS" and value.upper() == "CANCELLED":
            return None
        elif name == "DTSTART":
            event.start = parse_date(value, parameters, local)
        elif name == "DTEND":
            event.end = parse_date(value, parameters, local)
        elif name == "DURATION":
            duration = parse_duration(value)
        elif name == "RRULE":
            event.rule = dict(part.upper().split("=", 1) for part in value.split(";") if "=" in part)
        elif name == "EXDATE":
            event.exceptions.update(parse_date(part, parameters, local) for part in value.split(","))
        elif name == "RECURRENCE-ID":
            event.replaces = parse_date(value, parameters, local)
    if event.start is None:
        raise ValueError("it has no DTSTART")
    whole_days = not isinstance(event.start, datetime)
    if event.end is None:
        event.end = event.start + (duration or (timedelta(days=1) if whole_days else timedelta(0)))
    if isinstance(event.end, datetime) == whole_days:
        raise ValueError(f"{event.summary!r}: DTSTART and DTEND are not of one kind")
    return event


# MARK: Repetitions


# The parts that a rule of each frequency may have, beside the common ones.
PARTS = {"WEEKLY": {"BYDAY"}, "MONTHLY": {"BYDAY", "BYMONTHDAY", "BYSETPOS"}, "YEARLY": {"BYDAY", "BYMONTHDAY", "BYMONTH"}}


def repetitions(event, until):
    """The starts of an event up to a date or datetime, with its exceptions still among them. Raises ValueError for a rule that isn't supported."""
    rule = event.rule
    if not rule:
        yield event.start
        return
    frequency = rule.get("FREQ")
    interval = int(rule.get("INTERVAL", 1))
    count = int(rule["COUNT"]) if "COUNT" in rule else None
    supported = {"FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"} | PARTS.get(frequency, set())
    if frequency not in ("DAILY", "WEEKLY", "MONTHLY", "YEARLY") or set(rule) - supported or interval < 1:
        raise ValueError(f"the rule {';'.join(f'{key}={value}' for key, value in rule.items())} isn't supported")
    if "UNTIL" in rule:
        until = min(until, end_of(rule["UNTIL"], event.start))
    made = 0
    for start in candidates(event.start, frequency, interval, rule, until):
        if start > until or (count is not None and made >= count):
            return
        made += 1
        yield start


def end_of(value, start):
    """A rule's UNTIL, of the same kind as the start."""
    if not isinstance(start, datetime):
        return datetime.strptime(value[:8], "%Y%m%d").date()
    if "T" not in value:
        return datetime.combine(datetime.strptime(value, "%Y%m%d").date(), time.max, start.tzinfo)
    return parse_date(value, {}, start.tzinfo)


def candidates(start, frequency, interval, rule, until):
    """Starts in order, with the first. The clock time stays the same across a change to summer time."""
    if frequency == "DAILY":
        for number in range(MAXIMUM_REPETITIONS):
            yield start + timedelta(days=number * interval)
    elif frequency == "WEEKLY":
        days = sorted(WEEKDAYS.index(day) for day in rule.get("BYDAY", WEEKDAYS[start.weekday()]).split(",") if day in WEEKDAYS)
        if len(days) != len(rule.get("BYDAY", "MO").split(",")):
            raise ValueError(f"BYDAY={rule['BYDAY']} isn't supported in a weekly rule")
        first = WEEKDAYS.index(rule.get("WKST", "MO"))
        days.sort(key=lambda day: (day - first) % 7)
        week = start - timedelta(days=(start.weekday() - first) % 7)
        for number in range(MAXIMUM_REPETITIONS):
            for day in days:
                candidate = week + timedelta(days=number * interval * 7 + (day - first) % 7)
                if candidate >= start:
                    yield candidate
    else:
        if frequency == "YEARLY" and "BYDAY" in rule and "BYMONTH" not in rule:
            raise ValueError("BYDAY in a yearly rule without BYMONTH isn't supported")
        months = sorted(int(month) for month in rule["BYMONTH"].split(",")) if "BYMONTH" in rule else [start.month]
        if not all(1 <= month <= 12 for month in months):
            raise ValueError(f"BYMONTH={rule['BYMONTH']} isn't right")
        for number in range(MAXIMUM_REPETITIONS):
            if frequency == "MONTHLY":
                first = start.year * 12 + start.month - 1 + number * interval
                pairs = [(first // 12, first % 12 + 1)]
            else:
                pairs = [(start.year + number * interval, month) for month in months]
            # A rule that never matches a day would otherwise not end.
            if pairs[0][0] > min(9999, until.year):
                return
            for year, month in pairs:
                for day in days_of_month(year, month, start, rule):
                    candidate = start.replace(year=year, month=month, day=day)
                    if candidate >= start:
                        yield candidate


def days_of_month(year, month, start, rule):
    """The days of a month that match a rule, in order. A month may have none."""
    last = calendar.monthrange(year, month)[1]
    days = set(range(1, last + 1)) if "BYMONTHDAY" in rule or "BYDAY" in rule else {start.day}
    if "BYMONTHDAY" in rule:
        days &= {number if number > 0 else last + 1 + number for number in map(int, rule["BYMONTHDAY"].split(","))}
    if "BYDAY" in rule:
        days &= {day for part in rule["BYDAY"].split(",") for day in weekdays_of_month(year, month, last, part)}
    days = sorted(day for day in days if day <= last)
    if "BYSETPOS" in rule:
        days = sorted({days[number - 1 if number > 0 else number] for number in map(int, rule["BYSETPOS"].split(",")) if 0 < abs(number) <= len(days)})
    return days


def weekdays_of_month(year, month, last, part):
    """MO: each Monday; 2MO: the second; -1MO: the last."""
    match = re.fullmatch(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)", part)
    if not match:
        raise ValueError(f"BYDAY={line(part, 20)} isn't right")
    first = 1 + (WEEKDAYS.index(match[2]) - calendar.weekday(year, month, 1)) % 7
    days = list(range(first, last + 1, 7))
    if match[1] is None:
        return days
    number = int(match[1])
    return [days[number - 1 if number > 0 else number]] if 0 < abs(number) <= len(days) else []


def occurrences(events, begin, end, local):
    """The occurrences in [begin, end), in order."""
    replaced = {(event.uid, event.replaces) for event in events if event.replaces is not None}
    found = []
    for event in events:
        length = event.end - event.start
        whole_days = not isinstance(event.start, datetime)
        last = end.astimezone(local).date() if whole_days else end
        try:
            for start in repetitions(event, last):
                if start in event.exceptions or (event.replaces is None and (event.uid, start) in replaced):
                    continue
                found.append(occurrence(event, start, length, whole_days, local))
        except (ValueError, OverflowError) as error:
            note(f"{event.summary!r} is shown once: {error}")
            found.append(occurrence(event, event.start, length, whole_days, local))
    return sorted(one for one in found if one.start < end and (one.end > begin or one.start == one.end >= begin))


def occurrence(event, start, length, whole_days, local):
    if whole_days:
        begin = datetime.combine(start, time(), local)
        finish = datetime.combine(start + length, time(), local)
    else:
        begin = start.astimezone(timezone.utc)
        # The end is computed from the clock time: an event from 1 to 4 ends at 4, even if the clocks change in between.
        finish = (start + length).astimezone(timezone.utc)
    return Occurrence(begin.astimezone(timezone.utc), finish.astimezone(timezone.utc), whole_days, event.summary, event.location)


# MARK: Files and servers


def calendar_files(path):
    if os.path.isfile(path):
        return [path]
    if not os.path.isdir(path):
        raise Refusal(f"{path}: there is no such file or directory; put .ics files there, or set the parameter path or url")
    files = []
    for directory, _, names in os.walk(path):
        files += [os.path.join(directory, name) for name in names if name.lower().endswith(".ics")]
    if len(files) > MAXIMUM_FILES:
        note(f"{path} has {len(files)} calendars; the first {MAXIMUM_FILES} are read")
    return sorted(files)[:MAXIMUM_FILES]


def events_at(url, local):
    """The events of a calendar at an address, which may name a file or a server."""
    scheme, _, rest = url.partition(":")
    if scheme.lower() == "file":
        return read_events(urllib.parse.unquote(urllib.parse.urlsplit(rest).path), local)
    if scheme.lower() in ("webcal", "webcals"):
        url = "https:" + rest
    text = fetch(url, MAXIMUM_FILE_BYTES, "url", cache=STATE).decode("utf-8-sig", "replace")
    if "BEGIN:VCALENDAR" not in text[:1_000].upper():
        raise Refusal(f"url: that's no calendar (iCalendar): it begins with '{line(text, 30)}'")
    return parse_events(text, local)


def read_events(path, local):
    events = []
    for name in calendar_files(path):
        if os.path.getsize(name) > MAXIMUM_FILE_BYTES:
            note(f"{name} has more than {MAXIMUM_FILE_BYTES} bytes and is passed over")
            continue
        with open(name, encoding="utf-8-sig", errors="replace", newline="") as file:
            events += parse_events(file.read(), local)
    return events


# MARK: Views

# Lines of events and of the days above them.
LINES = {"systemSmall": 4, "systemMedium": 6, "systemLarge": 13, "accessoryRectangular": 2}
# Events that a large widget shows with two lines each.
LARGE_EVENTS = 5
# Those for somebody who looks from afar, each in larger letters.
SIMPLE_LINES = {"systemSmall": 2, "systemMedium": 3, "systemLarge": 6}


def day_name(moment, now, local):
    day, today = moment.astimezone(local).date(), now.astimezone(local).date()
    if day <= today:
        return "Today"
    return "Tomorrow" if day == today + timedelta(days=1) else f"{day:%A} {day.day} {day:%B}"


def line_view(one, now, simple=False, is_large=False):
    when = {"text": "all day"} if one.all_day else {"live": {"date": stamp(one.start), "style": "time"}, "monospacedDigit": True}
    title = {"text": one.summary[:200] or "(no title)", "weight": "medium", "lineLimit": 1, "privacySensitive": True}
    if one.start <= now and not one.all_day:
        title["weight"] = "bold"
    bar = {"shape": "capsule", "color": "red", "frame": {"width": 3, "height": 28 if simple else 14}}
    if simple:
        return {"hstack": [bar, {"vstack": [title, {**when, "color": "secondary", "font": "subheadline"}], "alignment": "leading", "spacing": 0}], "spacing": 6, "font": "headline"}
    if is_large:
        place = [{"text": one.location[:100], "lineLimit": 1, "privacySensitive": True}] if one.location else []
        below = {"hstack": [when, *place], "spacing": 6, "font": "footnote", "color": "secondary"}
        tall = {"shape": "capsule", "color": "red", "frame": {"width": 4, "height": 34}}
        return {"hstack": [tall, {"vstack": [title, below], "alignment": "leading", "spacing": 1}], "spacing": 8, "font": "subheadline"}
    return {"hstack": [bar, {**when, "color": "secondary"}, title], "spacing": 6, "font": "footnote"}


def today_view(now, local, family):
    """The weekday, the day and the month, as on a sheet of a calendar."""
    day = now.astimezone(local)
    number = {"text": str(day.day), "font": "largeTitle", "fontDesign": "rounded"}
    weekday = {"text": f"{day:%A}", "font": "caption2", "weight": "semibold", "color": "red", "textCase": "uppercase"}
    month = {"text": f"{day:%B}", "font": "caption2", "color": "secondary"}
    if family == "systemMedium":
        return {"vstack": [weekday, number, month], "alignment": "leading", "spacing": 0, "frame": {"minWidth": 84, "maxHeight": "infinity", "alignment": "topLeading"}}
    return {"hstack": [number, {"vstack": [weekday, month], "alignment": "leading", "spacing": 0}], "spacing": 6}


def simple_view(upcoming, now, family, local):
    """The next events in large letters, without the days above them: today's, or else those of the next day with some."""
    if not upcoming:
        return page([{"text": "No events", "font": "headline", "color": "secondary"}], 6, family)
    day = day_name(upcoming[0].start, now, local)
    events = [one for one in upcoming if day_name(one.start, now, local) == day]
    heading = {"text": day, "font": "subheadline", "weight": "semibold", "color": "red", "lineLimit": 1}
    return page([heading, *(line_view(one, now, simple=True) for one in events[:SIMPLE_LINES[family]])], 6, family)


def view(upcoming, now, family, local):
    if family == "accessoryInline":
        if not upcoming:
            return {"text": "No events"}
        when = "" if upcoming[0].all_day else f"{upcoming[0].start.astimezone(local):%H:%M} "
        return {"text": f"{when}{upcoming[0].summary[:100]}"}
    head = [today_view(now, local, family)] if family.startswith("system") else []
    # A few events have room for two lines each.
    is_large = family == "systemLarge" and len(upcoming) <= LARGE_EVENTS
    lines, heading = [], "Today"
    if not upcoming:
        lines.append({"text": "No events", "font": "footnote", "color": "secondary"})
    for one in upcoming:
        name = day_name(one.start, now, local)
        day = {"text": name, "font": "caption2", "weight": "semibold", "color": "secondary", "textCase": "uppercase"}
        made = line_view(one, now, is_large=is_large)
        more = [day, made] if name != heading and head else [made]
        if len(lines) + len(more) > LINES.get(family, 4):
            break
        heading = name
        lines += more
    if family != "systemMedium":
        return page(head + lines, 8 if is_large else 5, family)
    # Today stands beside the events, which need the height.
    return {"hstack": [*head, page(lines, 5, family)], "spacing": 12}


def relevance(upcoming, moment, local):
    """The relevance score: highest just before an event, lower during one, and low on a day with more events."""
    timed = [one for one in upcoming if not one.all_day]
    if any(one.start - SOON <= moment < one.start for one in timed):
        return 10
    if any(one.start <= moment < one.end for one in timed):
        return 5
    today = moment.astimezone(local).date()
    return 1 if any(one.start.astimezone(local).date() <= today for one in upcoming) else 0


def timeline(found, now, family, local):
    """An entry now, and one at each moment at which the list changes."""
    moments = {now}
    for one in found:
        before = () if one.all_day else (one.start - SOON,)
        moments |= {moment for moment in (*before, one.start, one.end) if now < moment}
    midnight = datetime.combine(now.astimezone(local).date() + timedelta(days=1), time(), local)
    moments.add(midnight.astimezone(timezone.utc))
    entries = []
    for moment in sorted(moments)[:MAXIMUM_ENTRIES]:
        upcoming = [one for one in found if one.end > moment or one.start == one.end >= moment]
        entry = {"date": stamp(moment), "view": view(upcoming, moment, family, local)}
        if family in SIMPLE_LINES:
            entry |= {"for": {"levelOfDetail": "default"}, "variants": [{"for": {"levelOfDetail": "simplified"}, "view": simple_view(upcoming, moment, family, local)}]}
        score = relevance(upcoming, moment, local)
        if score > 0:
            entry["relevance"] = score
        entries.append(entry)
    return {"entries": entries, "policy": {"after": stamp(now + RELOAD_AFTER)}}


def sample(now, local):
    start = now.replace(minute=0, second=0) + timedelta(hours=1)
    return [
        Occurrence(start, start + timedelta(hours=1), False, "Coffee with Ada"),
        Occurrence(start + timedelta(hours=3), start + timedelta(hours=4), False, "Piano lesson"),
    ]


def answer(request):
    if request["call"] == "perform":
        raise Refusal("there are no actions here")
    local = zone(request.get("timeZone", "UTC"), timezone.utc)
    at, family, parameters = now(request), request.get("family", "systemSmall"), request.get("parameters", {})
    if wants_sample(request):
        return timeline(sample(at, local), at, family, local)
    url, path = parameters.get("url", "").strip(), parameters.get("path", "")
    events = events_at(url, local) if url else []
    place = os.path.expanduser(path or "~/.local/share/calendars")
    # The usual directory need not exist, and is ignored where an address is given.
    if path or not url and os.path.exists(place):
        events += read_events(place, local)
    end = at + timedelta(days=int(parameters.get("days", 7)))
    return timeline(occurrences(events, at, end, local), at, family, local)


if __name__ == "__main__":
    run("agenda", answer)
