import CommandRendering
import Glibc
import Testing
import WidgetAPI
import WidgetCore
import WidgetLayout
import WidgetSurfaces

@testable import WidgetCommands

/// The output of bars, and its dates.
@Suite("A status bar") struct BarModelTests {
    private let start = dates.now

    private func later(_ seconds: Int64) -> Timestamp { start + .seconds(seconds) }

    private func activity(
        _ id: String, tag: String = "", progress: Double? = 0.2, state: ProtoActivity.State = .active, score: Double = 0, started: Int64 = 0,
        endedAt: Int64? = nil, alert: Int64? = nil, title: String? = nil
    ) throws -> ProtoActivityEvent {
        let task = TaskActivity(title: title ?? "Backup", detail: "12 GB left", progress: progress, startedAt: start)
        return try .with {
            $0.activity.activity.id = id
            $0.activity.activity.tag = tag
            $0.activity.activity.type = TaskActivity.type
            if title != nil { $0.activity.activity.attributes = task.attributes }
            $0.activity.activity.state = state
            $0.activity.activity.content.relevanceScore = score
            $0.activity.activity.startDate = .init(later(started))
            if let endedAt { $0.activity.activity.endedAt = .init(later(endedAt)) }
            if let alert { $0.activity.activity.alert.revision = alert }
            $0.activity.archive = try ProtoActivityArchive(serializedBytes: ActivityArchiveCodec.encode(task.views))
            $0.activity.local = true
        }
    }

    private let complete = ProtoActivityEvent.with { $0.initialStateSent = true }

    private func model(_ events: ProtoActivityEvent..., selection: BarSelection = BarSelection()) -> BarModel {
        var model = BarModel(selection)
        model.connected(widgetIDs: [])
        for event in events + [complete] { model.apply(event, at: start) }
        return model
    }

    private func items(_ model: BarModel, at date: Timestamp) -> (items: [BarItem], hidden: Int, nextChange: Timestamp?) {
        model.items(BarItems(now: date, localTime: .utc))
    }

    @Test(
        "Activities stand as ActivityAppearance says for a status bar, the most relevant first, what has ended last, and more than there is room for as a number"
    )
    func order() throws {
        let model = model(
            try activity("a", started: 1), try activity("b", started: 0), try activity("c", score: 5, started: 2), try activity("d", state: .pending),
            try activity("e", state: .ended, score: 9, endedAt: 0), selection: BarSelection(limit: 3))
        let shown = items(model, at: start)
        #expect(shown.items.map(\.id) == ["c", "b", "a"])
        #expect(shown.hidden == 1)
        #expect(shown.items.first?.text == "⚙ 20 %")
        #expect(shown.items.first?.details == ["⚙ Backup 20 %", "▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱", "12 GB left"])
        #expect(shown.items.first?.fraction == 0.2)
    }

    @Test("Two builds are told apart by their titles, which are cut; one without a title by its tag")
    func titles() throws {
        let model = model(
            try activity("a", tag: "x", title: "Backup"), try activity("b", started: -1, title: "Build of the whole big system"),
            try activity("c", tag: "lint", started: -2))
        #expect(items(model, at: start).items.map(\.text) == ["⚙ lint 20 %", "⚙ Build of the whole… 20 %", "⚙ Backup 20 %"])
        #expect(items(model, at: start).items.map(\.shortText).allSatisfy { !$0.contains("Backup") })
    }

    @Test("A widget's chart stands in the bar as blocks, behind its first two lines")
    func charts() throws {
        let view = ViewTree.vstack([.text("CPU"), .text("42 %"), .text("4 cores"), .chart([0, 50, 100], in: 0...100)])
        let archive = ProtoViewArchive(try view.archive().validated(family: .systemSmall))
        let items = BarItems(now: start, localTime: .utc)
        #expect(items.widget(snapshot { $0.archive = archive }, isSelected: false).item.text == "CPU 42 % ▁▅█")
        #expect(items.widget(snapshot { $0.archive = archive }, isSelected: true).item.text == "CPU 42 % 4 cores ▁▅█")
    }

    @Test("What has ended stays in the bar for a minute, and the bar knows when it goes")
    func ended() throws {
        let model = model(try activity("a", state: .ended, endedAt: 0))
        #expect(items(model, at: later(59)).items.count == 1)
        #expect(items(model, at: later(59)).nextChange == later(60))
        #expect(items(model, at: later(60)).items.isEmpty)
    }

    @Test("Elapsed time is due every second; a fraction never by itself")
    func ticks() throws {
        #expect(items(model(try activity("a")), at: start).nextChange == nil)
        #expect(items(model(try activity("a", progress: nil)), at: later(5)).nextChange == later(6))
    }

    @Test("Of the activities only those that are named, by tag or id")
    func named() throws {
        let model = model(
            try activity("aaaa1", tag: "nightly"), try activity("bbbb2"), try activity("cccc3"), selection: BarSelection(activities: ["nightly", "cccc"]))
        #expect(Set(items(model, at: start).items.map(\.id)) == ["aaaa1", "cccc3"])
    }

    @Test("An alert draws attention once, for ten seconds; one that came before the bar doesn't")
    func alerts() throws {
        var model = model(try activity("a", alert: 1))
        #expect(items(model, at: start).items.map(\.isUrgent) == [false])
        model.apply(try activity("a", progress: 0.3, alert: 2), at: later(1))
        #expect(items(model, at: later(1)).items.map(\.isUrgent) == [true])
        #expect(items(model, at: later(1)).nextChange == later(11))
        model.apply(try activity("a", progress: 0.4, alert: 2), at: later(2))
        #expect(items(model, at: later(11)).items.map(\.isUrgent) == [false])
    }

    @Test("When the daemon goes everything stays for five seconds, and what didn't come again is gone once it has sent everything")
    func reconnection() throws {
        var model = model(try activity("a"), try activity("b"))
        model.lost(at: later(10))
        #expect(items(model, at: later(14)).items.count == 2)
        #expect(items(model, at: later(14)).nextChange == later(15))
        #expect(items(model, at: later(15)).items.isEmpty)
        model.connected(widgetIDs: [])
        model.apply(try activity("b"), at: later(16))
        #expect(!model.isComplete)
        model.apply(complete, at: later(16))
        #expect(model.isComplete)
        #expect(items(model, at: later(16)).items.map(\.id) == ["b"])
    }

    @Test("Widgets stand in the order in which they were named, with two lines and their actions")
    func widgets() throws {
        var model = BarModel(BarSelection(showsActivities: false, widgets: ["two", "one"]))
        model.connected(widgetIDs: [secondID, firstID])
        let view = ViewTree.vstack([.text("Today"), .text("63 mg"), .text("1 hour ago"), .button("Espresso", id: "log", intent: "log")])
        let archive = ProtoViewArchive(try view.archive().validated(family: .systemSmall))
        model.apply(event(snapshot(firstID) { $0.archive = archive }))
        model.apply(event(snapshot(secondID) { $0.archive = archive }))
        model.apply(ProtoWatchEvent.with { $0.initialStateSent = true })
        let shown = items(model, at: start).items
        #expect(shown.map(\.id) == [secondID, firstID])
        #expect(shown.first?.text == "Today 63 mg")
        #expect(shown.first?.details == ["System", "Today", "63 mg", "1 hour ago"])
        #expect(shown.first?.clicks[.left] == .perform(widget: secondID, action: "log"))
        #expect(shown.first?.choices.map(\.title) == ["Espresso", "reload"])
    }

    @Test("A widget whose device is away or whose provider fails has a class of its own, and its tooltip says why and how old it is")
    func trouble() throws {
        let archive = ProtoViewArchive(try ViewTree.text("12°").archive().validated(family: .systemSmall))
        let items = BarItems(now: start, localTime: .utc)
        func shown(_ change: (inout ProtoWidgetSnapshot) -> Void) -> (item: BarItem, nextChange: Timestamp?) {
            items.widget(
                snapshot {
                    ($0.archive, $0.state, $0.receivedAt) = (archive, .stale, .init(start + .seconds(-330)))
                    change(&$0)
                }, isSelected: false)
        }
        let away = shown { ($0.deviceName, $0.unavailable) = ("pc", "the device 'pc' isn't connected") }
        #expect(away.item.state == "away" && away.item.text == "12°" && away.nextChange == start + .seconds(30))
        #expect(away.item.details == ["System", "12°", "on pc", "away, 5 min: the device 'pc' isn't connected"])
        let failing = shown { ($0.lastError, $0.local) = ("no such city", true) }
        #expect(failing.item.state == "stale" && failing.item.details == ["System", "12°", "stale, 5 min: no such city"])
        let failed = shown {
            ($0.state, $0.lastError) = (.placeholder, "no such city")
            $0.clearReceivedAt()
        }
        // Nothing of the placeholder.
        #expect(failed.item.state == "placeholder" && failed.item.text == "System" && failed.item.details == ["System", "failed: no such city"])
    }

    @Test("A toggle that was set looks set at once")
    func toggles() throws {
        let view = ViewTree.vstack([.text("Lights"), .toggle("Kitchen", isOn: false, id: "kitchen", intent: "Set")])
        let archive = ProtoViewArchive(try view.archive().validated(family: .systemSmall))
        func title(_ taps: [ProtoWidgetSnapshot.Tap]) -> String? {
            let items = BarItems(now: start, localTime: .utc)
            return items.widget(snapshot { ($0.archive, $0.taps) = (archive, taps) }, isSelected: false).item.choices.first?.title
        }
        #expect(title([]) == "○ Kitchen")
        #expect(title([.with { ($0.action, $0.value) = ("kitchen", true) }]) == "◉ Kitchen")
    }

    @Test("A click selects an activity, which then says all; another one ends that. The middle button dismisses it, and so does its choice")
    func clicks() throws {
        var model = model(try activity("a"), try activity("b", started: 1))
        let before = items(model, at: start).items
        #expect(model.click(BarClick(.middle, item: "b"), among: before) == .dismiss(activity: "b"))
        #expect(model.click(BarClick(.middle), among: before) == .dismiss(activity: "a"))
        #expect(model.click(BarClick(.left, item: "b"), among: before) == nil)
        let selected = items(model, at: start).items
        #expect(selected.map(\.text) == ["⚙ 20 %", "⚙ Backup 20 % 12 GB left"])
        #expect(model.click(BarClick(.left, item: "b", choice: 0), among: selected) == .dismiss(activity: "b"))
        #expect(model.click(BarClick(.left, item: "b", choice: 9), among: selected) == nil)
        #expect(model.click(BarClick(.left, item: "gone"), among: selected) == nil)
        _ = model.click(BarClick(.left, item: "b"), among: selected)
        #expect(items(model, at: start).items.map(\.text) == ["⚙ 20 %", "⚙ 20 %"])
    }

    @Test("The left button does an activity's own first action, of whatever view; all of them are its choices")
    func ownActions() throws {
        let views: [ActivityPresentation: ViewTree] = [
            .lockScreen: .text("Song"),
            .expandedBottom: .hstack([.button("Pause", id: "pause", intent: "Pause"), .button("Next", id: "next", intent: "Next")]),
        ]
        var event = try activity("a")
        event.activity.archive = try ProtoActivityArchive(serializedBytes: ActivityArchiveCodec.encode(views))
        var model = model(event)
        let shown = items(model, at: start).items
        #expect(shown.first?.choices.map(\.title) == ["Pause", "Next", "dismiss"])
        #expect(model.click(BarClick(.left), among: shown) == .act(activity: "a", action: "pause"))
        #expect(model.click(BarClick(.left, item: "a", choice: 1), among: shown)?.arguments == ["activity", "tap", "a", "next"])
        #expect(model.click(BarClick(.right), among: shown) == nil)
        #expect(items(model, at: start).items.first?.isSelected == true)
    }

    private func control(_ id: String, name: String = "Lamp", isOn: Bool? = true, change: (inout ProtoControlSnapshot) -> Void = { _ in }) -> ProtoControlEvent
    {
        .with {
            $0.control = .with {
                $0.control.id = id
                $0.control.kind = "lamp"
                $0.control.name = name
                ($0.kind.id, $0.kind.provider, $0.kind.displayName, $0.kind.type, $0.kind.symbol) = ("lamp", "lamp", "Lamp", .toggle, "lightbulb")
                if let isOn {
                    ($0.value.isOn, $0.value.symbol, $0.value.tint) = (isOn, isOn ? "lightbulb.fill" : "", .with { $0.named = "yellow" })
                    $0.valueState = .loaded
                }
                $0.local = true
                change(&$0)
            }
        }
    }

    @Test("Controls stand behind the widgets, those that are named first, with symbol, title and value, and are pressed by a click")
    func controls() throws {
        let ids = ["0198c000-0000-7000-8000-00000000000", "0198c000-0000-7000-8000-00000000000", "0198c000-0000-7000-8000-00000000000"]
            .enumerated().map { "\($1)\($0)" }
        var model = BarModel(BarSelection(showsActivities: false, showsControls: true, controls: ["Desk"]))
        model.connected(widgetIDs: [], controlIDs: [ids[2]])
        model.apply(control(ids[0]))
        model.apply(control(ids[1], name: "Hall", isOn: nil) { $0.unavailable = "laptop isn't connected" })
        model.apply(control(ids[2], name: "Desk", isOn: false) { $0.loadError = "no answer" })
        #expect(!model.isComplete)
        model.apply(ProtoControlEvent.with { $0.initialStateSent = true })
        #expect(model.isComplete)
        let shown = items(model, at: start).items
        #expect(shown.map(\.text) == ["☼ Desk off", "✹ Lamp on", "☼ Hall"])
        #expect(shown.map(\.shortText) == ["☼", "✹", "☼"])
        #expect(shown.map(\.state) == ["off", "on", "away"])
        #expect(shown.map(\.color) == [nil, .named(.yellow), nil])
        #expect(shown.map(\.details) == [["Desk", "off", "no answer"], ["Lamp", "on"], ["Hall", "unavailable", "laptop isn't connected"]])
        #expect(model.click(BarClick(.left, item: ids[0]), among: shown)?.arguments == ["control", "press", ids[0]])
        #expect(model.click(BarClick(.middle, item: ids[0]), among: shown)?.arguments == ["control", "reload", ids[0]])
        #expect(shown[0].choices.map(\.title) == ["switch", "reload"])
        // After a restart of the daemon, what doesn't come again is gone.
        model.lost(at: start)
        model.connected(widgetIDs: [], controlIDs: [ids[2]])
        model.apply(control(ids[2], name: "Desk"))
        model.apply(ProtoControlEvent.with { $0.initialStateSent = true })
        #expect(items(model, at: start).items.map(\.text) == ["✹ Desk on"])
    }

    @Test("Nothing is printed twice that is the same")
    func printsOnce() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var printer = BarPrinter(.i3bar, output: OutputFile(descriptor: ends[1]), separator: " ", program: "widgetctl", options: [])
        try printer.begin()
        let first = items(model(try activity("a")), at: start).items
        for items in [[], [], first, first, []] { try printer.show(items, hidden: 0) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let lines = String(decoding: buffer[..<read(ends[0], &buffer, buffer.count)], as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[2] == "[]," && lines[3].contains("20 %") && lines[4] == "[],")
    }

    @Test("Clicks as i3bar writes them, in whatever pieces, and what is none")
    func clickEvents() {
        var reader = BarClickReader()
        let text = "[\n{\"name\":\"activity\",\"instance\":\"a\",\"button\":1,\"x\":3}\n,{\"name\":\"widget\",\"instance\":\"b/2\",\"button\":2}\n"
        var clicks: [BarClick] = []
        for byte in text.utf8 { clicks += reader.clicks([byte]) }
        #expect(clicks == [BarClick(.left, item: "a"), BarClick(.middle, item: "b", choice: 2)])
        // i3blocks names its own block.
        #expect(reader.clicks(Array("{\"name\":\"widgets\",\"instance\":\"\",\"button\":3}\n".utf8)) == [BarClick(.right)])
        for nonsense in [
            "", "{}", "{\"button\":4}", "{\"button\":\"1\"}", "x", "[1]", String(repeating: "[", count: 100_000), "{\"button\":99999999999999999999}",
        ] {
            #expect(reader.clicks(Array((nonsense + "\n").utf8)).isEmpty, "\(nonsense.prefix(40))")
        }
    }
}
