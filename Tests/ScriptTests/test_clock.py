"""What the clock shows."""

import unittest

from scripts import Failed, ask, families, parts, texts


class Clocks(unittest.TestCase):
    def test_every_family_follows_the_clock_by_itself(self):
        for family in families("clock"):
            with self.subTest(family):
                made = ask("clock", family=family, parameters={"zones": "Europe/Berlin,America/New_York"})
                lives = [part["live"] for part in parts(made, "live")]
                self.assertTrue(lives)
                self.assertTrue(all(live["style"] in ("currentTime", "currentDate") and "date" not in live for live in lives))

    def test_without_days_and_offsets_the_same_is_said_at_any_time(self):
        for asked in [{}, {"family": "systemSmall", "parameters": {"zones": "Europe/Berlin,Asia/Tokyo"}}]:
            made = ask("clock", date="2026-11-20T12:00:00Z", **asked)
            self.assertEqual(made, ask("clock", date="2027-03-28T01:00:00Z", **asked))
            self.assertEqual(made["policy"], "never")

    def test_rows_say_how_far_ahead_a_place_is_until_that_changes(self):
        # Berlin's clocks go forward at 01:00, and it is another day there from 22:00 on; Kathmandu's stay.
        made = ask("clock", date="2027-03-28T00:10:00Z", timeZone="Europe/Berlin", parameters={"zones": "Europe/Berlin,Asia/Kathmandu,America/New_York"})
        said = [(entry["date"][5:16], [text for text in texts(entry["view"]) if "day" in text or "morrow" in text]) for entry in made["entries"]]
        self.assertEqual(said[:4], [
            ("03-28T00:10", ["Today", "Today, +4:45 h", "Yesterday, −5 h"]), ("03-28T01:00", ["Today", "Today, +3:45 h", "Yesterday, −6 h"]),
            ("03-28T04:00", ["Today", "Today, +3:45 h", "Today, −6 h"]), ("03-28T18:15", ["Today", "Tomorrow, +3:45 h", "Today, −6 h"])])
        self.assertEqual((len(made["entries"]) > 14, made["policy"]), (True, "atEnd"))

    def test_a_round_one_lies_on_the_ground_of_accessories(self):
        self.assertTrue(parts(ask("clock", family="accessoryCircular")["view"], "accessoryWidgetBackground"))

    def test_three_places_fit_a_rectangle(self):
        made = ask("clock", family="accessoryRectangular", parameters={"zones": "Europe/Berlin,Asia/Tokyo,UTC"})
        self.assertEqual(texts(made["view"]), ["Berlin", "Tokyo", "UTC"])

    def test_text_is_no_larger_than_a_family_has_room_for(self):
        for family, most in [("systemSmall", "xLarge"), ("systemLarge", "xxLarge"), ("accessoryCircular", "large")]:
            sizes = [part["dynamicTypeSize"]["maximum"] for part in parts(ask("clock", family=family), "dynamicTypeSize")]
            self.assertEqual(sizes, [most], family)

    def test_without_zones_it_is_this_machines(self):
        self.assertEqual(parts(ask("clock")["view"], "live")[0]["live"]["timeZone"], "Europe/Berlin")

    def test_zones_have_the_city_or_the_name_that_is_given(self):
        made = ask("clock", family="systemSmall", parameters={"zones": " America/New_York , Office=Asia/Tokyo,,utc"})
        self.assertEqual(texts(made["view"]), ["New York", "Office", "UTC"])
        self.assertEqual([part["live"]["timeZone"] for part in parts(made["view"], "live")], ["America/New_York", "Asia/Tokyo", "UTC"])

    def test_what_has_no_room_is_counted(self):
        made = ask("clock", family="systemSmall", parameters={"zones": "UTC," * 6})
        self.assertEqual(texts(made["view"]), ["UTC", "UTC", "UTC", "and 3 more"])

    def test_a_zone_that_there_is_not_is_named_with_what_was_meant(self):
        for zone, hint in [("Europe/Berln", "did you mean Europe/Berlin"), ("new york", "did you mean America/New_York"), ("../../etc/passwd", "timedatectl"), ("\x00", "timedatectl")]:
            with self.subTest(zone), self.assertRaisesRegex(Failed, "isn't a time zone; .*" + hint):
                ask("clock", parameters={"zones": zone})

    def test_too_many_zones_are_refused_with_the_limit(self):
        with self.assertRaisesRegex(Failed, "17, and the limit is 16"):
            ask("clock", parameters={"zones": "UTC," * 17})


if __name__ == "__main__":
    unittest.main()
