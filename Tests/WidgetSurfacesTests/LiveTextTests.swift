import Testing
import WidgetCore
import WidgetSurfaces

@Suite("Live text says what is true now, and when that changes")
struct LiveTextTests {
    struct Shown: Equatable {
        var text: String
        var tick: Timestamp?
    }

    static func text(_ live: LiveText, at date: Timestamp = now) -> Shown {
        let archive = ViewArchive(nodes: [ViewNode(parent: 0, content: .liveText(live))])
        let rendered = TerminalRenderer.view(archive, size: CellSize(columns: 30, rows: 1), traits: traits(at: date))
        return Shown(text: rendered.ansiLines(.none)[0].split(separator: " ").joined(separator: " "), tick: rendered.nextTick)
    }

    static func live(_ style: LiveText.Style, _ seconds: Int64, zone: String = "") -> LiveText {
        LiveText(style: style, date: now + .seconds(seconds), timeZone: zone)
    }

    @Test("Times and dates in their zone never change")
    func dates() {
        #expect(Self.text(Self.live(.time, 0)) == Shown(text: "08:00"))
        #expect(Self.text(Self.live(.time, 0, zone: "Europe/Berlin")) == Shown(text: "09:00"))
        #expect(Self.text(Self.live(.date, 0)) == Shown(text: "20 November 2026"))
        #expect(Self.text(Self.live(.time, 0, zone: "Mars/Phobos")) == Shown(text: "08:00 UTC"))
        #expect(Self.text(LiveText(style: .time, date: now, timeZone: "Mars/Phobos", fallback: "soon")) == Shown(text: "soon"))
    }

    @Test("A clock shows what time and day it is in its zone, and ticks when that changes")
    func clocks() {
        // 08:00 in UTC.
        #expect(Self.text(.currentTime()) == Shown(text: "08:00", tick: now + .minutes(1)))
        #expect(Self.text(.currentTime(timeZone: "Europe/Berlin"), at: now + .seconds(59)) == Shown(text: "09:00", tick: now + .minutes(1)))
        #expect(Self.text(.currentTime(timeZone: "Europe/Berlin"), at: now + .minutes(1)) == Shown(text: "09:01", tick: now + .minutes(2)))
        #expect(Self.text(.currentDate()) == Shown(text: "20 November 2026", tick: now + .hours(16)))
        #expect(Self.text(.currentDate(timeZone: "Europe/Berlin")) == Shown(text: "20 November 2026", tick: now + .hours(15)))
        #expect(Self.text(.currentDate(timeZone: "Europe/Berlin"), at: now + .hours(15)).text == "21 November 2026")
        var live = LiveText.currentTime(timeZone: "Mars/Phobos")
        #expect(Self.text(live) == Shown(text: "08:00 UTC", tick: now + .minutes(1)))
        live.fallback = "noon"
        #expect(Self.text(live) == Shown(text: "noon", tick: nil))
    }

    @Test("A day ends sooner where the clocks go forward, and is looked at once more where they go back")
    func shortDays() throws {
        // 2027-03-28, 00:30 in Berlin, whose clocks go forward at 2; 2026-10-25, whose clocks go back at 3.
        let (short, long) = (Timestamp(milliseconds: 1_806_190_200_000), Timestamp(milliseconds: 1_792_881_000_000))
        #expect(Self.text(.currentDate(timeZone: "Europe/Berlin"), at: short) == Shown(text: "28 March 2027", tick: short + .minutes(22 * 60 + 30)))
        let first = Self.text(.currentDate(timeZone: "Europe/Berlin"), at: long)
        #expect(first == Shown(text: "25 October 2026", tick: long + .minutes(23 * 60 + 30)))
        let second = Self.text(.currentDate(timeZone: "Europe/Berlin"), at: try #require(first.tick))
        #expect(second == Shown(text: "25 October 2026", tick: long + .minutes(24 * 60 + 30)))
    }

    static let words: [(seconds: Int64, text: String)] = [
        (0, "0 sec"), (-1, "1 sec"), (-59, "59 sec"), (-60, "1 min"), (674, "11 min, 14 sec"), (-7_199, "1 hr, 59 min"), (-7_200, "2 hr"),
        (-7_259, "2 hr"), (259_200, "3 days"), (-1_728_000, "2 wks, 6 days"), (-8_640_000, "3 mths, 1 wk"), (-259_200_000, "8 yrs, 2 mths"),
    ]

    @Test("Distances in words", arguments: words)
    func distances(seconds: Int64, text: String) {
        #expect(Self.text(Self.live(.relative, seconds)).text == text)
    }

    @Test("A surface of one line says a distance with one unit, and has no tick each second for it")
    func briefDistances() {
        let archive = ViewArchive(nodes: [ViewNode(parent: 0, content: .liveText(Self.live(.relative, -674)))])
        let lines = LineRenderer.lines(archive, traits: traits(at: now))
        #expect(lines.lines == ["11 min"])
        #expect(lines.nextTick == now + .seconds(720 - 674))
    }

    @Test("An offset has its sign, and the unit by which people would say it")
    func offsets() {
        #expect(Self.text(Self.live(.offset, -1_000_000)).text == "+11 days")
        #expect(Self.text(Self.live(.offset, 7_200)).text == "−2 hours")
        #expect(Self.text(Self.live(.offset, -7_200)).text == "+2 hours")
    }

    @Test("Timers count down and up, stop at their ends, and stand still when paused")
    func timers() {
        func timer(_ from: Int64, _ to: Int64? = nil, down: Bool, pause: Int64? = nil) -> String {
            Self.text(
                LiveText(
                    style: .timer, date: now + .seconds(from), end: to.map { now + .seconds($0) }, countsDown: down, pause: pause.map { now + .seconds($0) })
            ).text
        }
        #expect(timer(2_219, down: true) == "36:59")
        #expect(timer(-3_723, down: false) == "1:02:03")
        #expect(timer(-5, down: true) == "0:00")
        #expect(timer(-60, 60, down: true) == "1:00")
        #expect(timer(-60, 60, down: false) == "1:00")
        #expect(timer(-120, -60, down: true) == "0:00")
        #expect(timer(-120, -60, down: false) == "1:00")
        #expect(timer(60, 120, down: true) == "1:00", "Before it starts the whole range is left")
        #expect(timer(-60, 600, down: false, pause: -30) == "0:30")
    }

    @Test(
        "At the next tick it looks different, and a moment before it doesn't",
        arguments: [
            live(.relative, -45), live(.relative, -3_599), live(.relative, 45), live(.relative, 3_600), live(.relative, 90_000), live(.offset, -86_400 * 13),
            live(.timer, -100), live(.timer, 100), LiveText(style: .timer, date: now + .milliseconds(90_500), countsDown: true),
            LiveText(style: .timer, date: now + .milliseconds(-2_500), end: now + .seconds(10)),
        ])
    func ticks(live: LiveText) throws {
        var date = now
        for _ in 0..<5 {
            let shown = Self.text(live, at: date)
            let before = shown.text
            let next = try #require(shown.tick)
            #expect(next > date)
            #expect(Self.text(live, at: next + .milliseconds(-1)).text == before || next == date + .milliseconds(1))
            #expect(Self.text(live, at: next).text != before)
            date = next
        }
    }

    @Test("A timer that is over, or paused, needs no more drawing")
    func over() {
        #expect(Self.text(LiveText(style: .timer, date: now + .seconds(-5), countsDown: true)).tick == nil)
        #expect(Self.text(LiveText(style: .timer, date: now + .seconds(-50), end: now + .seconds(-5))).tick == nil)
        #expect(Self.text(LiveText(style: .timer, date: now + .seconds(-50), pause: now + .seconds(-5))).tick == nil)
    }

    @Test("What isn't drawn doesn't tick")
    func hidden() throws {
        let timer = #"{"timer": {"since": "2026-11-20T07:00:00Z"}}"#
        let off = try archive(#"{"toggle": "T", "on": false, "states": ["off", \#(timer)], "intent": "I"}"#)
        #expect(TerminalRenderer.view(off, size: CellSize(columns: 9, rows: 1), traits: traits()).nextTick == nil)
        let both = try archive(#"{"vstack": [\#(timer), {"live": {"date": "2026-11-20T06:00:00Z", "style": "relative"}}]}"#)
        #expect(TerminalRenderer.view(both, size: CellSize(columns: 9, rows: 2), traits: traits()).nextTick == now + .seconds(1))
    }
}
