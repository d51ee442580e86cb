import Testing
import WidgetCore

@Suite("Dates are RFC 3339 with a zone, and nothing else")
struct TimestampRFC3339Tests {
    @Test(
        "What is written is read back",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-11-20T08:00:00Z", 1_795_161_600_000), ("2026-11-20T09:00:00+01:00", 1_795_161_600_000),
            ("2026-11-20T08:00:00.25Z", 1_795_161_600_250), ("2026-11-20T08:00:00.2509Z", 1_795_161_600_250), ("2024-02-29T23:59:59.999Z", 1_709_251_199_999),
            ("1969-12-31T23:59:59.999Z", -1), ("0001-01-01T00:00:00Z", -62_135_596_800_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
            ("2000-01-01T00:00:00-23:59", 946_771_140_000),
        ])
    func good(text: String, milliseconds: Int64) throws {
        let date = try #require(Timestamp(rfc3339: text))
        #expect(date.milliseconds == milliseconds)
        #expect(Timestamp(rfc3339: date.rfc3339) == date)
    }

    @Test(
        "Any other form is refused",
        arguments: [
            "", "2026-11-20", "2026-11-20T08:00:00", "2026-11-20 08:00:00Z", "2026-11-20t08:00:00z", "2026-11-20T08:00Z", "2026-11-20T08:00:00.Z",
            "20261120T080000Z",
            "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-11-31T00:00:00Z", "2026-11-20T24:00:00Z",
            "2026-11-20T08:60:00Z", "2026-11-20T08:00:60Z", "2026-11-20T08:00:00+1:00", "2026-11-20T08:00:00+24:00", "2026-11-20T08:00:00+0100",
            "0000-01-01T00:00:00Z",
            "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-00:01", "2026-11-20T08:00:00Zx", " 2026-11-20T08:00:00Z", "+2026-11-20T08:00:00Z",
            "2026-11-20T08:00:00.\(String(repeating: "0", count: 60))Z",
        ])
    func bad(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("Every day of 800 years is itself again")
    func days() {
        var date = Timestamp(milliseconds: -11_676_096_000_000)
        for _ in 0..<292_194 {
            guard Timestamp(rfc3339: date.rfc3339) == date else {
                Issue.record("\(date.rfc3339)")
                return
            }
            date = date + .hours(24)
        }
        #expect(date.rfc3339 == "2400-01-01T00:00:00Z")
    }

    @Test("A weekday is the calendar's")
    func weekday() {
        #expect(Timestamp(milliseconds: 0).utcComponents.weekday == 4)
        #expect(Timestamp(milliseconds: 1_795_161_600_000).utcComponents.weekday == 5)
        #expect(Timestamp(milliseconds: -86_400_000 * 5).utcComponents.weekday == 6)
    }
}
