import SwiftProtobuf
import Testing
import WidgetCore

@testable import CommandRendering

@Suite("Dates for people")
struct DateTests {
    @Test(
        "The time today, with the day on any other",
        arguments: [
            (0, "14:05:00"), (-3_600, "13:05:00"), (10 * 3_600, "2026-11-22 00:05:00"), (-50_700 - 1, "2026-11-20 23:59:59"),
        ] as [(Int64, String)])
    func local(seconds: Int64, text: String) {
        #expect(dates.local(dates.now + .seconds(seconds)) == text)
    }

    @Test(
        "How far it is from now",
        arguments: [
            (0, "now"), (1, "in 1 s"), (59, "in 59 s"), (60, "in 1 min"), (240, "in 4 min"), (7_200, "in 2 h"), (200_000, "in 2 d"), (-45, "45 s ago"),
            (-90, "1 min ago"),
        ] as [(Int64, String)])
    func relative(seconds: Int64, text: String) {
        #expect(dates.relative(dates.now + .seconds(seconds)) == text)
    }

    @Test(
        "The calendar is right across leap years, centuries and before 1970",
        arguments: [
            (0, "1970-01-01"), (-1, "1969-12-31"), (951_782_400_000, "2000-02-29"), (4_107_456_000_000, "2100-02-28"), (4_107_542_400_000, "2100-03-01"),
            (-62_135_596_800_000, "0001-01-01"), (253_402_300_799_999, "9999-12-31"),
        ] as [(Int64, String)])
    func calendar(milliseconds: Int64, day: String) {
        #expect(CalendarDate(Timestamp(milliseconds: milliseconds), offset: 0).day8601 == day)
    }

    @Test("A wire date beyond the calendar is held at its ends, not trapped on")
    func wireDates() {
        #expect(CalendarDate(Google_Protobuf_Timestamp(seconds: .max, nanos: .max).timestamp, offset: 0).year == 9_999)
        #expect(CalendarDate(Google_Protobuf_Timestamp(seconds: .min, nanos: .min).timestamp, offset: 0).year == 1)
    }

    @Test("Zones by name; one that could lead out of the directory of zones is unknown")
    func zones() {
        let summer = Timestamp(milliseconds: 1_784_000_000_000)
        #expect(SystemClock.offset(zone: "../../../etc/passwd", at: summer) == nil)
        #expect(SystemClock.offset(zone: "/etc/localtime", at: summer) == nil)
        #expect(SystemClock.offset(zone: "Nowhere/None", at: summer) == nil)
    }
}
