"""What the weather shows of what a server of Open-Meteo's format says."""

import json
import unittest

from scripts import Failed, ask, families, parts, texts
from servers import Server

# 2026-11-20, 12:00 in Berlin.
NOON = 1_795_172_400
HERE = {"latitude": 52.52, "longitude": 13.405, "place": "Berlin"}


def forecast(**more):
    hours = [NOON - 7_200 + 3_600 * number for number in range(48)]
    return {
        "utc_offset_seconds": 3_600, "current": {"time": NOON, "temperature_2m": 8.6, "weather_code": 61, "wind_speed_10m": 14.4},
        "hourly": {"time": hours, "temperature_2m": [float(number) for number in range(48)], "weather_code": [0] * 48},
        "daily": {"time": [NOON - 43_200 + 86_400 * number for number in range(5)], "weather_code": [61, 0, 3, 71, 95],
                  "temperature_2m_max": [9, 10, 11, -0.4, 13], "temperature_2m_min": [-2, 3, 4, -5, 6]}, **more}


class Weather(unittest.TestCase):
    def setUp(self):
        self.server = Server(self)
        self.say(forecast())

    def say(self, answer):
        self.server.pages["/v1"] = answer if callable(answer) or isinstance(answer, bytes) else json.dumps(answer).encode()

    def ask(self, **more):
        parameters = {"units": "metric", "url": self.server.url + "/v1", **HERE, **more.pop("parameters", {})}
        return ask("weather", date="2026-11-20T11:10:00Z", parameters={key: value for key, value in parameters.items() if value is not None}, **more)

    def refused(self, answer, pattern):
        self.say(answer)
        with self.subTest(pattern), self.assertRaisesRegex(Failed, pattern):
            self.ask()

    def test_it_asks_as_open_meteo_is_asked(self):
        self.ask()
        path = self.server.requests[0][0]
        for part in ["latitude=52.5200&longitude=13.4050", "current=temperature_2m,weather_code,wind_speed_10m", "hourly=temperature_2m,", "temperature_unit=celsius"]:
            self.assertIn(part, path)
        self.ask(parameters={"units": "imperial", "url": self.server.url + "/v1?apikey=x"})
        self.assertIn("/v1?apikey=x&latitude", self.server.requests[1][0])
        self.assertIn("temperature_unit=fahrenheit&wind_speed_unit=mph", self.server.requests[1][0])

    def test_it_moves_along_by_the_hour_without_asking_again(self):
        made = self.ask()
        self.assertEqual(made["policy"], {"after": "2026-11-20T12:05:00Z"})
        self.assertEqual([entry["date"][11:16] for entry in made["entries"][:3]], ["11:10", "12:00", "13:00"])
        self.assertEqual(len(made["entries"]), 25)
        self.assertEqual(texts(made["entries"][0]["view"])[:4], ["Berlin", "9°", "Light rain", "−2° to 9°, 14 km/h"])
        self.assertEqual(texts(made["entries"][1]["view"])[:4], ["Berlin", "3°", "Clear", "−2° to 9°"])

    def test_days_begin_at_midnight_there(self):
        days = [text for text in texts(self.ask()["entries"][0]["view"]) if text.endswith("day")]
        self.assertEqual(days, ["Saturday", "Sunday", "Monday", "Tuesday"])
        # 23:00 in UTC is the next day in Berlin.
        after = next(entry for entry in self.ask()["entries"] if entry["date"] == "2026-11-20T23:00:00Z")
        self.assertEqual([text for text in texts(after["view"]) if text.endswith("day")], ["Sunday", "Monday", "Tuesday"])

    def test_every_family(self):
        for family in families("weather"):
            with self.subTest(family):
                self.assertIn("9°", " ".join(texts(self.ask(family=family)["entries"][0]["view"])))

    def test_the_large_one_has_a_curve_of_the_hours_to_come(self):
        curves = [parts(entry["view"], "chart") for entry in self.ask()["entries"]]
        self.assertEqual(curves[0][0]["chart"][:3], [3.0, 4.0, 5.0])
        self.assertEqual([len(curve[0]["chart"]) if curve else 0 for curve in curves], [*range(24, 1, -1), 0, 0])
        self.assertEqual(parts(self.ask(family="systemMedium")["entries"], "chart"), [])

    def test_letters_are_white_on_the_sky_of_the_day_and_of_the_night(self):
        entries = self.ask()["entries"]
        skies = {entry["date"][11:16]: entry["view"]["containerBackground"]["fill"]["linearGradient"] for entry in entries}
        # In Berlin the sun sets at 16:05 and rises at 7:34 on that day.
        day, night = skies["11:10"], skies["18:00"]
        self.assertNotEqual(day, night)
        self.assertEqual([skies[at] for at in ["12:00", "14:00", "16:00", "06:00", "08:00"]], [day, day, night, night, day])
        self.assertEqual({entry["view"]["color"] for entry in entries}, {"white"})
        self.assertNotIn("secondary", json.dumps(entries))
        self.assertIn("moon.stars", json.dumps(entries[0]["view"]))
        self.assertNotIn("containerBackground", self.ask(family="accessoryRectangular")["entries"][0]["view"])

    def test_the_days_of_the_large_one_stand_below_each_other(self):
        rows = parts(self.ask()["entries"][0]["view"], "grid")[0]["grid"]
        self.assertEqual([texts(row) for row in rows][:2], [["Saturday", "Clear", "3°", "10°"], ["Sunday", "Overcast", "4°", "11°"]])

    def test_the_medium_one_has_room_for_its_hours(self):
        rows = [row for row in self.ask(family="systemMedium")["entries"][0]["view"]["vstack"] if "spacer" not in row]
        # A figure takes three rows and hours take three, of eight: the words stand beside the figure.
        self.assertLessEqual(len(rows), 3, rows)

    def test_times_as_text_and_holes_are_read(self):
        answer = forecast()
        answer["hourly"] = {"time": ["2026-11-20T14:00", "2026-11-20T13:00", "2026-11-20T13:00"], "temperature_2m": [5, None, 4], "weather_code": [99, 0, 1234]}
        self.say(answer)
        made = self.ask(family="accessoryInline")
        self.assertEqual([(entry["date"][11:16], entry["view"]["label"]) for entry in made["entries"][1:]], [("12:00", "4°"), ("13:00", "5° Thunderstorm, hail")])

    def test_without_a_place_it_says_what_to_do_and_asks_nobody(self):
        made = self.ask(parameters={"latitude": None})
        self.assertIn("widgetctl configure weather latitude=", " ".join(texts(made["view"])))
        self.assertEqual((made["policy"], self.server.requests), ("never", []))

    def test_a_preview_needs_no_network(self):
        self.assertIn("Berlin", texts(self.ask(call="snapshot", preview=True)["entries"][0]["view"]))
        self.assertEqual(self.server.requests, [])

    def test_what_is_not_open_meteos_is_refused_in_words(self):
        self.refused(lambda handler: handler.answer(b"<html>"), "isn't JSON; is it Open-Meteo's format")
        self.refused(b"[" * 100_000, "isn't JSON")
        self.refused([], "isn't an object")
        self.refused({}, "'current' is missing")
        self.refused(forecast(hourly={"time": 1}), "'hourly' has no time or temperature_2m")
        self.refused(forecast(daily=7), "'daily' is missing")
        self.refused(json.dumps(forecast(current={"temperature_2m": float("nan"), "weather_code": 1, "wind_speed_10m": 1})).encode(), "current.temperature_2m isn't a number")
        self.refused(forecast(current={"temperature_2m": "8", "weather_code": 1, "wind_speed_10m": 1}), "current.temperature_2m isn't a number")
        self.refused(forecast(utc_offset_seconds=1e6), "more than a day")
        self.refused(forecast(hourly={"time": ["soon"], "temperature_2m": [1], "weather_code": [1]}), "a time can't be read")
        self.refused(forecast(hourly={"time": [1e300], "temperature_2m": [1], "weather_code": [1]}), "time isn't a number")
        self.refused(lambda handler: handler.answer(b'{"error":true,"reason":"Daily API request limit exceeded"}', 429), "answers 429 .*Daily API request limit exceeded")

    def test_no_server_is_a_reason_that_people_read(self):
        with self.assertRaisesRegex(Failed, "^http://nothing.invalid: no such name is known: there is no network"):
            self.ask(parameters={"url": "http://nothing.invalid/v1"})
        for url in ["me:hunter2@example.org/v1", self.server.url.replace("//", "//me:hunter2@") + "/nothing"]:
            with self.assertRaises(Failed) as caught:
                self.ask(parameters={"url": url})
            self.assertNotIn("hunter2", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
