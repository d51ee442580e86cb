"""What the agenda provider must make of iCalendar files. Run by the Swift test suite, and by hand: python3 -m unittest discover Tests/ScriptTests"""

import io
import json
import os
import pathlib
import tempfile
import unittest
from contextlib import redirect_stderr
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from scripts import Failed, ask, texts
from servers import Server

import agenda
from widgetd_provider import Refusal

BERLIN = ZoneInfo("Europe/Berlin")


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)


def event(*lines, uid="1"):
    return "\r\n".join(["BEGIN:VEVENT", f"UID:{uid}", "SUMMARY:Event", *lines, "END:VEVENT"])


def starts(text, begin, end, local=BERLIN):
    """The starts of what takes place, as UTC."""
    found = agenda.occurrences(agenda.parse_events(text, local), utc(begin), utc(end), local)
    return [f"{one.start:%m-%d %H:%M}" for one in found]


class Repetition(unittest.TestCase):
    # What is repeated (from Friday, 2026-10-23, 09:00 in Berlin, which leaves summer time on the 25th), and the starts in UTC up to 2026-11-15.
    TABLE = [
        ("no rule", [], ["10-23 07:00"]),
        ("COUNT", ["RRULE:FREQ=DAILY;COUNT=3"], ["10-23 07:00", "10-24 07:00", "10-25 08:00"]),
        ("clock time stays when the clocks change", ["RRULE:FREQ=DAILY;UNTIL=20261026T080000Z"], ["10-23 07:00", "10-24 07:00", "10-25 08:00", "10-26 08:00"]),
        ("UNTIL as a date includes that day", ["RRULE:FREQ=DAILY;UNTIL=20261024"], ["10-23 07:00", "10-24 07:00"]),
        ("INTERVAL", ["RRULE:FREQ=DAILY;INTERVAL=10"], ["10-23 07:00", "11-02 08:00", "11-12 08:00"]),
        ("weekly", ["RRULE:FREQ=WEEKLY"], ["10-23 07:00", "10-30 08:00", "11-06 08:00", "11-13 08:00"]),
        ("weekly on days", ["RRULE:FREQ=WEEKLY;BYDAY=FR,MO;COUNT=4"], ["10-23 07:00", "10-26 08:00", "10-30 08:00", "11-02 08:00"]),
        ("every other week", ["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR"], ["10-23 07:00", "11-02 08:00", "11-06 08:00"]),
        ("weeks begin on Sunday", ["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,FR;WKST=SU"], ["10-23 07:00", "11-01 08:00", "11-06 08:00", "11-15 08:00"]),
        ("monthly", ["RRULE:FREQ=MONTHLY"], ["10-23 07:00"]),
        ("each Friday of a month", ["RRULE:FREQ=MONTHLY;BYDAY=FR;COUNT=3"], ["10-23 07:00", "10-30 08:00", "11-06 08:00"]),
        ("the second Monday", ["RRULE:FREQ=MONTHLY;BYDAY=2MO"], ["11-09 08:00"]),
        ("the last Saturday", ["RRULE:FREQ=MONTHLY;BYDAY=-1SA"], ["10-31 08:00"]),
        ("the fifth Sunday, which not every month has", ["RRULE:FREQ=MONTHLY;BYDAY=5SU"], []),
        ("days of a month", ["RRULE:FREQ=MONTHLY;BYMONTHDAY=1,-1,24"], ["10-24 07:00", "10-31 08:00", "11-01 08:00"]),
        ("Friday the thirteenth", ["RRULE:FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR"], ["11-13 08:00"]),
        ("the last working day", ["RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"], ["10-30 08:00"]),
        ("the first Sunday in November", ["RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"], ["11-01 08:00"]),
        ("EXDATE", ["RRULE:FREQ=WEEKLY", "EXDATE;TZID=Europe/Berlin:20261030T090000,20261106T090000"], ["10-23 07:00", "11-13 08:00"]),
        ("EXDATE in UTC", ["RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE:20261030T080000Z"], ["10-23 07:00"]),
        ("an exception counts", ["RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261024T070000Z"], ["10-23 07:00"]),
    ]

    def test_table(self):
        for name, lines, expected in self.TABLE:
            with self.subTest(name):
                text = event("DTSTART;TZID=Europe/Berlin:20261023T090000", "DTEND;TZID=Europe/Berlin:20261023T100000", *lines)
                self.assertEqual(starts(text, "2026-10-20T00:00", "2026-11-15T12:00"), expected)

    def test_months_without_the_day_are_left_out(self):
        text = event("DTSTART;VALUE=DATE:20260131", "RRULE:FREQ=MONTHLY;COUNT=3")
        self.assertEqual(starts(text, "2026-01-01T00:00", "2026-12-31T00:00", timezone.utc), ["01-31 00:00", "03-31 00:00", "05-31 00:00"])

    def test_a_leap_day_comes_in_leap_years(self):
        text = event("DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY")
        found = agenda.occurrences(agenda.parse_events(text, timezone.utc), utc("2024-01-01T00:00"), utc("2033-01-01T00:00"), timezone.utc)
        self.assertEqual([one.start.year for one in found], [2024, 2028, 2032])

    def test_a_changed_repetition_takes_the_place_of_the_original(self):
        text = event("DTSTART:20261101T100000Z", "RRULE:FREQ=DAILY;COUNT=3") + "\r\n" + event(
            "DTSTART:20261102T150000Z", "RECURRENCE-ID:20261102T100000Z")
        self.assertEqual(starts(text, "2026-11-01T00:00", "2026-11-10T00:00"), ["11-01 10:00", "11-02 15:00", "11-03 10:00"])

    def test_an_unsupported_rule_shows_the_event_once_and_says_so(self):
        log = io.StringIO()
        with redirect_stderr(log):
            text = event("DTSTART:20261101T100000Z", "RRULE:FREQ=YEARLY;BYWEEKNO=20")
            self.assertEqual(starts(text, "2026-10-01T00:00", "2027-10-10T00:00"), ["11-01 10:00"])
        self.assertIn("FREQ=YEARLY;BYWEEKNO=20 isn't supported", log.getvalue())


class Reading(unittest.TestCase):
    def test_folded_and_escaped_text(self):
        events = agenda.parse_events(event("SUMMARY:Lunch\\, with A\r\n da\\nand Bob", "DTSTART:20261101T100000Z"), BERLIN)
        self.assertEqual(events[0].summary, "Lunch, with Ada\nand Bob")

    def test_an_alarm_is_no_part_of_the_event(self):
        events = agenda.parse_events(event("DTSTART:20261101T100000Z", "BEGIN:VALARM", "SUMMARY:Alarm", "DURATION:PT15M", "END:VALARM"), BERLIN)
        self.assertEqual((events[0].summary, events[0].end - events[0].start), ("Event", timedelta(0)))

    def test_ends(self):
        for line, hours in [("DURATION:PT1H30M", 1.5), ("DURATION:P1W", 168), ("DTEND:20261101T120000Z", 2)]:
            with self.subTest(line):
                found = agenda.parse_events(event("DTSTART:20261101T100000Z", line), BERLIN)[0]
                self.assertEqual(found.end - found.start, timedelta(hours=hours))

    def test_a_quoted_zone_and_one_with_a_path(self):
        for zone in ['"Europe/Berlin"', "/freeassociation.sourceforge.net/Europe/Berlin"]:
            with self.subTest(zone):
                self.assertEqual(starts(event(f"DTSTART;TZID={zone}:20261123T090000"), "2026-11-20T00:00", "2026-11-30T00:00", timezone.utc), ["11-23 08:00"])

    def test_one_bad_event_costs_only_itself(self):
        with redirect_stderr(io.StringIO()) as log:
            text = event("DTSTART:tomorrow") + "\r\n" + event("DTSTART:20261101T100000Z")
            self.assertEqual(starts(text, "2026-11-01T00:00", "2026-11-10T00:00"), ["11-01 10:00"])
        self.assertIn("is passed over", log.getvalue())

    def test_cancelled_events_are_not_shown(self):
        self.assertEqual(agenda.parse_events(event("STATUS:CANCELLED", "DTSTART:20261101T100000Z"), BERLIN), [])


class Timelines(unittest.TestCase):
    def answer(self, text, **request):
        with tempfile.TemporaryDirectory() as directory:
            pathlib.Path(directory, "a.ics").write_text(text)
            return agenda.answer({
                "call": "timeline", "date": "2026-11-20T08:00:00.500Z", "family": "systemLarge", "timeZone": "Europe/Berlin",
                "parameters": {"path": directory}, **request})

    def test_entries_change_when_events_begin_and_end(self):
        made = self.answer(event("DTSTART:20261120T090000Z", "DTEND:20261120T100000Z"))
        self.assertEqual(
            [entry["date"] for entry in made["entries"]],
            ["2026-11-20T08:00:00Z", "2026-11-20T08:45:00Z", "2026-11-20T09:00:00Z", "2026-11-20T10:00:00Z", "2026-11-20T23:00:00Z"])
        self.assertIn("Event", json.dumps(made["entries"][2]))
        self.assertIn("No events", json.dumps(made["entries"][3]))

    def test_it_is_most_of_use_just_before_an_event_and_of_none_after_the_last(self):
        made = self.answer(event("DTSTART:20261120T090000Z", "DTEND:20261120T100000Z"))
        self.assertEqual([entry.get("relevance", 0) for entry in made["entries"]], [1, 10, 5, 0, 0])

    def test_a_whole_day_begins_at_midnight_where_the_person_is(self):
        made = self.answer(event("DTSTART;VALUE=DATE:20261120"))
        self.assertIn("all day", json.dumps(made["entries"][0]))
        self.assertEqual(made["entries"][1]["date"], "2026-11-20T23:00:00Z")

    def test_somebody_who_looks_from_afar_sees_fewer_lines(self):
        entry = ask("agenda", call="placeholder", family="systemSmall", date="2026-11-20T08:00:00Z")["entries"][0]
        self.assertEqual((entry["for"], entry["variants"][0]["for"]), ({"levelOfDetail": "default"}, {"levelOfDetail": "simplified"}))
        self.assertEqual(texts(entry["variants"][0]["view"]), ["Today", "Coffee with Ada", "Piano lesson"])
        self.assertNotIn("footnote", json.dumps(entry["variants"][0]))

    def test_a_preview_needs_no_files(self):
        made = agenda.answer({"call": "snapshot", "date": "2026-11-20T08:00:00Z", "preview": True, "parameters": {"path": "/nowhere"}})
        self.assertIn("Coffee with Ada", json.dumps(made))

    def test_a_path_that_is_not_there_is_an_error_that_says_what_to_do(self):
        with self.assertRaisesRegex(Refusal, "put .ics files there"):
            agenda.answer({"call": "timeline", "date": "2026-11-20T08:00:00Z", "parameters": {"path": os.devnull + "/none"}})


class Servers(unittest.TestCase):
    CALENDAR = "BEGIN:VCALENDAR\r\n" + event("DTSTART:20261120T150000Z", "SUMMARY:Far away") + "\r\nEND:VCALENDAR\r\n"

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.home = pathlib.Path(directory.name)
        self.server = Server(self)
        self.server.pages["/me.ics"] = self.CALENDAR.encode()

    def shown(self, **parameters):
        return " ".join(texts(ask("agenda", home=self.home, parameters={"days": 7, **parameters})["entries"][0]["view"]))

    def test_a_calendar_on_a_server(self):
        self.assertIn("Far away", self.shown(url=self.server.url + "/me.ics"))

    def test_a_files_address_and_a_path_beside_it(self):
        (self.home / "a b.ics").write_text(self.CALENDAR)
        (self.home / "c.ics").write_text(self.CALENDAR.replace("Far away", "Near by"))
        self.assertIn("Far away", self.shown(url=f"file://{self.home}/a%20b.ics"))
        both = self.shown(url=self.server.url + "/me.ics", path=str(self.home / "c.ics"))
        self.assertIn("Far away", both)
        self.assertIn("Near by", both)

    def test_webcal_is_https(self):
        with self.assertRaisesRegex(Failed, f"^https://localhost:{self.server.http.server_port}"):
            self.shown(url=self.server.url.replace("http:", "webcal:") + "/me.ics")

    def test_what_is_no_address_is_refused_in_words_that_have_no_password(self):
        for url in ["webcal://me:hunter2@[::1/", "https://me:hunter2@[::1/", "webcal:me:hunter2@example.org", "ical://me:hunter2@example.org/", f"{self.server.url.replace('//', '//me:hunter2@')}/you.ics"]:
            with self.subTest(url), self.assertRaises(Failed) as caught:
                self.shown(url=url)
            self.assertRegex(str(caught.exception), "^url: '|answers 404")
            self.assertNotIn("hunter2", str(caught.exception))

    def test_it_is_not_sent_again_where_nothing_has_changed(self):
        self.server.pages["/me.ics"] = lambda handler: handler.answer(b"", 304) if "If-None-Match" in handler.headers else handler.answer(self.CALENDAR.encode(), ETag='"1"')
        self.assertEqual(self.shown(url=self.server.url + "/me.ics"), self.shown(url=self.server.url + "/me.ics"))
        self.assertIn("If-None-Match", self.server.requests[1][1])

    def test_what_is_no_calendar_is_refused_in_words(self):
        self.server.pages["/me.ics"] = b"<!DOCTYPE html><title>Log in</title>"
        with self.assertRaisesRegex(Failed, "that's no calendar .iCalendar.: it begins with '<!DOCTYPE html><title>Log in<"):
            self.shown(url=self.server.url + "/me.ics")
        with self.assertRaisesRegex(Failed, "answers 404"):
            self.shown(url=self.server.url + "/you.ics")

    def test_outlooks_names_of_zones_are_known(self):
        self.assertEqual(starts(event("DTSTART;TZID=W. Europe Standard Time:20261123T090000"), "2026-11-20T00:00", "2026-11-30T00:00", timezone.utc), ["11-23 08:00"])


if __name__ == "__main__":
    unittest.main()
