"""What the clock shows."""

import unittest

from scripts import Failed, ask, families, parts, texts


class Clocks(unittest.TestCase):
    def test_every_family_follows_the_clock_by_itself(self):
        for family in families("clock"):
            with self.subTest(family):
                made = ask("clock", family=family, parameters={"zones": "Europe/Berlin,America/New_York"})
                self.assertEqual(made["policy"], "never")
                lives = [part["live"] for part in parts(made["view"], "live")]
                self.assertTrue(lives)
                self.assertTrue(all(live["style"] in ("currentTime", "currentDate") and "date" not in live for live in lives))

    def test_the_same_is_said_at_any_time(self):
        self.assertEqual(ask("clock", date="2026-11-20T12:00:00Z"), ask("clock", date="2027-03-28T01:00:00Z"))

    def test_without_zones_it_is_this_machines(self):
        self.assertEqual(parts(ask("clock")["view"], "live")[0]["live"]["timeZone"], "Europe/Berlin")

    def test_zones_have_the_city_or_the_name_that_is_given(self):
        made = ask("clock", parameters={"zones": " America/New_York , Office=Asia/Tokyo,,utc"})
        self.assertEqual(texts(made["view"]), ["New York", "Office", "UTC"])
        self.assertEqual([part["live"]["timeZone"] for part in parts(made["view"], "live")][::2], ["America/New_York", "Asia/Tokyo", "UTC"])

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
