#!/usr/bin/env -S python3 -B
"""A widgetd provider (protocol json): the weather now and for the next hours and days, from a server that speaks Open-Meteo's format.

The next hours are entries of the timeline, so that the widget moves along without asking again. Where the server can't be reached the daemon keeps what it has, and the reason.
"""

import json
import math
import urllib.parse
from datetime import datetime, timedelta, timezone

from widgetd_fetch import fetch
from widgetd_provider import Refusal, advice, column, line, now, page, run, stamp, wants_sample

# Three days by the hour are 10 KiB.
MAXIMUM_BYTES = 1 << 20
# The most entries: hours that are shown without asking again.
MAXIMUM_HOURS = 24
RELOAD_AFTER = timedelta(minutes=55)
BASE = "https://api.open-meteo.com/v1/forecast"
UNITS = {"metric": ("celsius", "kmh", "km/h"), "imperial": ("fahrenheit", "mph", "mph")}
# WMO's weather codes, as Open-Meteo uses them, each with a text and a symbol.
CODES = {
    0: ("Clear", "sun.max"), 1: ("Mostly clear", "sun.max"), 2: ("Partly cloudy", "cloud.sun"), 3: ("Overcast", "cloud"), 45: ("Fog", "cloud.fog"), 48: ("Rime fog", "cloud.fog"),
    51: ("Light drizzle", "cloud.drizzle"), 53: ("Drizzle", "cloud.drizzle"), 55: ("Heavy drizzle", "cloud.drizzle"), 56: ("Freezing drizzle", "cloud.drizzle"),
    57: ("Freezing drizzle", "cloud.drizzle"), 61: ("Light rain", "cloud.rain"), 63: ("Rain", "cloud.rain"), 65: ("Heavy rain", "cloud.heavyrain"),
    66: ("Freezing rain", "cloud.rain"), 67: ("Freezing rain", "cloud.rain"), 71: ("Light snow", "cloud.snow"), 73: ("Snow", "cloud.snow"), 75: ("Heavy snow", "cloud.snow"),
    77: ("Snow grains", "cloud.snow"), 80: ("Showers", "cloud.rain"), 81: ("Showers", "cloud.rain"), 82: ("Heavy showers", "cloud.heavyrain"),
    85: ("Snow showers", "cloud.snow"), 86: ("Snow showers", "cloud.snow"), 95: ("Thunderstorm", "cloud.bolt"), 96: ("Thunderstorm, hail", "cloud.bolt"),
    99: ("Thunderstorm, hail", "cloud.bolt")}
# How many hours and days are shown below the current weather.
HOURS = {"systemMedium": 6, "systemLarge": 6}
DAYS = {"systemLarge": 4}
# By night a sun is a moon.
NIGHT = {"sun.max": "moon.stars", "cloud.sun": "cloud.moon"}
# The sky from its top down, and small letters on it.
SKIES = {True: ["#2460b5", "#4a8ed6"], False: ["#080d26", "#263366"]}
SOFT = "#ffffffcc"


def address(parameters):
    """The address of the request to the server."""
    temperature, wind, _ = UNITS[parameters.get("units", "metric")]
    query = {
        "latitude": f"{parameters['latitude']:.4f}", "longitude": f"{parameters['longitude']:.4f}", "current": "temperature_2m,weather_code,wind_speed_10m",
        "hourly": "temperature_2m,weather_code", "daily": "weather_code,temperature_2m_max,temperature_2m_min", "temperature_unit": temperature, "wind_speed_unit": wind,
        "timezone": "auto", "timeformat": "unixtime", "forecast_days": "5"}
    base = parameters.get("url") or BASE
    return base + ("&" if "?" in base else "?") + urllib.parse.urlencode(query, safe=",")


# MARK: What the server says


def number(value, name, most=1e6):
    """A finite number within bounds. Raises Refusal."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or abs(value) > most:
        raise Refusal(f"url: {name} isn't a number in the server's answer; is it Open-Meteo's format?")
    return value


def section(forecast, name):
    part = forecast.get(name)
    if not isinstance(part, dict):
        raise Refusal(f"url: '{name}' is missing in the server's answer; is it Open-Meteo's format?")
    return part


def rows(forecast, name, keys):
    """The rows of a section's columns, without rows that lack a value."""
    part = section(forecast, name)
    columns = [part.get(key) for key in ("time", *keys)]
    if not all(isinstance(column, list) for column in columns):
        raise Refusal(f"url: '{name}' has no {' or '.join(('time', *keys))} in the server's answer; is it Open-Meteo's format?")
    offset = timedelta(seconds=number(forecast.get("utc_offset_seconds", 0), "utc_offset_seconds"))
    return [
        (moment(row[0], offset), *(number(value, f"{name}.{key}") for key, value in zip(keys, row[1:])))
        for row in zip(*columns) if all(value is not None for value in row)]


def moment(value, offset):
    """Seconds since 1970, or the place's own time as text."""
    try:
        if isinstance(value, str):
            return datetime.fromisoformat(value).replace(tzinfo=timezone.utc) - offset
        return datetime.fromtimestamp(number(value, "time", 1e11), timezone.utc)
    except (ValueError, OverflowError, OSError) as error:
        raise Refusal("url: a time can't be read in the server's answer; is it Open-Meteo's format?") from error


def read(body):
    try:
        forecast = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refusal("url: the server's answer isn't JSON; is it Open-Meteo's format?") from error
    if not isinstance(forecast, dict):
        raise Refusal("url: the server's answer isn't an object; is it Open-Meteo's format?")
    current = section(forecast, "current")
    offset = number(forecast.get("utc_offset_seconds", 0), "utc_offset_seconds")
    if abs(offset) > 86_400:
        raise Refusal("url: utc_offset_seconds is more than a day in the server's answer")
    return {
        "now": (
            number(current.get("temperature_2m"), "current.temperature_2m"), int(number(current.get("weather_code"), "current.weather_code")),
            number(current.get("wind_speed_10m"), "current.wind_speed_10m")),
        "hours": rows(forecast, "hourly", ("temperature_2m", "weather_code")), "days": rows(forecast, "daily", ("weather_code", "temperature_2m_max", "temperature_2m_min")),
        "zone": timezone(timedelta(seconds=offset))}


# MARK: Views


def degrees(value):
    return f"{round(value)}°".replace("-", "−")


def words(code, day=True):
    text, symbol = CODES.get(int(code), ("", "cloud"))
    return text, symbol if day else NIGHT.get(symbol, symbol)


def is_day(at, where):
    """Whether the sun is up at a latitude and a longitude, within some minutes: a circular orbit, without the equation of time."""
    latitude, longitude = where
    declination = math.radians(-23.44) * math.cos(math.tau * (at.timetuple().tm_yday + 10) / 365)
    angle = math.radians(15 * (at.hour + at.minute / 60 - 12) + longitude)
    high = math.sin(math.radians(latitude)) * math.sin(declination) + math.cos(math.radians(latitude)) * math.cos(declination) * math.cos(angle)
    # The sun's upper edge is seen before its middle, and the air lifts it.
    return high > math.sin(math.radians(-0.83))


def view(date, where, place, temperature, code, wind, hours, days, zone, family):
    """wind: a text, which is empty where the wind at that hour isn't known."""
    day = is_day(date, where)
    text, symbol = words(code, day)
    if family == "accessoryInline":
        return {"label": f"{degrees(temperature)} {text}".strip(), "symbol": symbol}
    if family == "accessoryCircular":
        return {"zstack": [{"accessoryWidgetBackground": True}, {"vstack": [{"image": symbol}, {"text": degrees(temperature), "font": "headline"}], "spacing": 0}]}
    head = {"hstack": [{**picture(symbol), "font": "title2"}, {"text": degrees(temperature), "font": "title", "bold": True}], "spacing": 6}
    soft = SOFT if family.startswith("system") else "secondary"
    below = [{"text": text, "font": "caption", "lineLimit": 1}]
    if days and family != "accessoryRectangular":
        below.append({"text": f"{degrees(days[0][3])} to {degrees(days[0][2])}{', ' + wind if wind else ''}", "font": "caption", "color": soft, "lineLimit": 1})
    name = [{"text": place, "font": "headline", "lineLimit": 1}] if place else []
    # The text is beside the temperature where the hours need the rows below.
    gap = {"spacer": 0}
    if family == "systemSmall":
        parts = [*name, head, gap, *below]
    elif family == "systemMedium":
        parts = [*name, {"hstack": [head, column(below, 1)], "spacing": 10}, gap]
    else:
        parts = [*name, head, *below]
    if family == "accessoryRectangular":
        return column([{"hstack": [head, *below], "spacing": 6}, *name], 0)
    if hours and HOURS.get(family):
        cells = [hour_view(one, where, zone) for one in hours[:HOURS[family]]]
        parts.append({"hstack": [part for cell in cells for part in (cell, {"spacer": True})][:-1], "spacing": 4})
    if family == "systemLarge" and len(hours) > 1:
        # The rest of the hours are a curve, below those that are shown as numbers.
        parts.append({"chart": [round(temperature, 1) for _, temperature, _ in hours], "style": "line", "frame": {"height": 48}, "tint": "white"})
    rows = [day_cells(one, zone) for one in days[1:1 + DAYS.get(family, 0)]]
    if rows:
        parts.append(gap)
        parts.append({"grid": rows, "alignment": "leading", "horizontalSpacing": 8, "verticalSpacing": 4})
    made = page(parts, 6 if family == "systemLarge" else 3, family)
    if family == "systemLarge":
        # All its rows have room for no larger text.
        made["dynamicTypeSize"] = {"maximum": "large"}
    if family.startswith("system"):
        made |= {"color": "white", "containerBackground": {"shape": "rectangle", "fill": {"linearGradient": SKIES[day], "startPoint": "top", "endPoint": "bottom"}}}
    return made


def picture(symbol):
    return {"image": symbol, "symbolVariant": "fill", "symbolRenderingMode": "multicolor"}


def hour_view(hour, where, zone):
    when, temperature, code = hour
    return {
        "vstack": [
            {"text": f"{when.astimezone(zone):%H}", "font": "caption2", "color": SOFT}, picture(words(code, is_day(when, where))[1]), {"text": degrees(temperature), "font": "caption"}],
        "spacing": 1}


def day_cells(day, zone):
    """A row of the grid of days: each part stands below that of the day before."""
    when, code, highest, lowest = day
    text, symbol = words(code)

    def figure(value, color):
        return {"text": degrees(value), "font": "caption", "monospacedDigit": True, "color": color, "lineLimit": 1, "frame": {"width": 30, "alignment": "trailing"}}

    return [
        {"text": f"{when.astimezone(zone):%A}", "font": "caption", "lineLimit": 1}, {**picture(symbol), "frame": {"width": 24}},
        {"text": text, "font": "caption", "color": SOFT, "lineLimit": 1, "frame": {"maxWidth": "infinity", "alignment": "leading"}},
        figure(lowest, SOFT), figure(highest, "white")]


def timeline(forecast, at, where, place, units, family):
    """An entry now, and one at each full hour."""
    temperature, code, speed = forecast["now"]
    zone = forecast["zone"]
    # Entries must have rising dates, and the server may use another order.
    hours = sorted({hour[0].replace(microsecond=0): hour for hour in forecast["hours"] if hour[0].replace(microsecond=0) > at}.items())[:MAXIMUM_HOURS]
    hours = [(when, *hour[1:]) for when, hour in hours]

    def entry(date, temperature, code, wind):
        today = date.astimezone(zone).date()
        days = [day for day in forecast["days"] if day[0].astimezone(zone).date() >= today]
        return {"date": stamp(date), "view": view(date, where, place, temperature, code, wind, [hour for hour in hours if hour[0] > date], days, zone, family)}

    entries = [entry(at, temperature, code, f"{round(speed)} {UNITS[units][2]}")]
    entries += [entry(when, temperature, code, "") for when, temperature, code in hours]
    return {"entries": entries, "policy": {"after": stamp(at + RELOAD_AFTER)}}


def sample(at):
    begin = at.replace(minute=0, second=0)
    day = begin.replace(hour=0)
    return {
        "now": (12.4, 2, 14.0), "hours": [(begin + timedelta(hours=n), 12 + 4 * math.sin(n / 4), 2 if n % 5 else 61) for n in range(1, 13)],
        "days": [(day + timedelta(days=n), code, 15 - n, 7 - n) for n, code in enumerate((2, 61, 3, 0, 80))], "zone": timezone.utc}


def answer(request):
    if request["call"] == "perform":
        raise Refusal("there are no actions here")
    at, family, parameters = now(request), request.get("family", "systemSmall"), request.get("parameters", {})
    units = parameters.get("units", "metric")
    if wants_sample(request):
        return timeline(sample(at), at, (52.52, 13.41), "Berlin", units, family)
    if "latitude" not in parameters or "longitude" not in parameters:
        return {"view": advice("Weather", "Where? widgetctl configure weather latitude=52.52 longitude=13.41", "cloud.sun", "blue", family), "policy": "never"}
    forecast = read(fetch(address(parameters), MAXIMUM_BYTES, "url"))
    return timeline(forecast, at, (parameters["latitude"], parameters["longitude"]), line(parameters.get("place", ""), 60), units, family)


if __name__ == "__main__":
    run("weather", answer)
