import Foundation
import SwiftProtobuf
import Testing
import WidgetAPI
import WidgetCore
import WidgetScripts
import WidgetSurfaces

@testable import CommandRendering
@testable import WidgetCommands

/// `make goldens` writes the files anew.
@Suite("The board's screens are those that somebody has looked at")
struct BoardGoldenTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Goldens")
    private static let isWriting = ProcessInfo.processInfo.environment["WIDGETD_GOLDENS"] == "write"

    static let sizes = [(80, 24), (120, 40), (200, 60)]

    @Test("The characters", arguments: sizes)
    func characters(columns: Int, rows: Int) throws {
        let traits = TerminalTraits(isTerminal: true, columns: columns, rows: rows, color: .none, isUnicode: true)
        try Self.compare(try Self.lines(traits), "board-\(columns)x\(rows).txt")
    }

    @Test("ASCII alone")
    func ascii() throws {
        let traits = TerminalTraits(isTerminal: true, columns: 80, rows: 24, color: .none, isUnicode: false)
        try Self.compare(try Self.lines(traits), "board-80x24-ascii.txt")
    }

    @Test("The colours, on a dark terminal and on a light one", arguments: sizes, ["dark", "light"])
    func colors(size: (columns: Int, rows: Int), ground: String) throws {
        let color = CellColor.named(ground == "dark" ? .black : .white)
        let traits = TerminalTraits(
            isTerminal: true, columns: size.columns, rows: size.rows, color: .trueColor, isUnicode: true, background: color)
        let lines = try Self.lines(traits).map { $0.replacing("\u{1B}", with: "\\e") }
        try Self.compare(lines, "board-\(size.columns)x\(size.rows)-\(ground).ansi")
    }

    private static func lines(_ traits: TerminalTraits) throws -> [String] {
        try BoardDrawing(descriptor: -1, traits: traits).lines(model(), now: dates.now).lines
    }

    private static func compare(_ lines: [String], _ name: String) throws {
        let file = folder.appending(path: name)
        let text = lines.joined(separator: "\n") + "\n"
        if isWriting { try Data(text.utf8).write(to: file) }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(text == expected, "\(name) differs; `make goldens` writes it anew. Now:\n\(text)")
    }

    // MARK: The board's contents

    private static func archive(_ view: String, _ family: WidgetFamily) throws -> ProtoViewArchive {
        ProtoViewArchive(try ScriptTimeline.decode(Array(#"{"view": \#(view)}"#.utf8), family: family, now: dates.now).entries[0].archive)
    }

    /// A morning: two activities that run, four that ended, widgets of every kind of trouble, two controls.
    private static func model() throws -> BoardModel {
        var model = BoardModel()
        var number = 0
        func id() -> String {
            number += 1
            return "01979a3c-0000-7000-8000-0000000000\(number < 10 ? "0" : "")\(number)"
        }
        func task(_ task: TaskActivity, since seconds: Int64, device: String = "", ended: Int64? = nil) throws {
            let archive = try ProtoActivityArchive(serializedBytes: ActivityArchiveCodec.encode(task.views))
            let activity = id()
            model.apply(
                ProtoActivityEvent.with {
                    $0.activity.activity = .with {
                        ($0.id, $0.type, $0.attributes) = (activity, TaskActivity.type, task.attributes)
                        $0.content.state = task.state
                        $0.state = ended == nil ? .active : .ended
                        $0.startDate = date(-seconds)
                        if let ended { $0.endedAt = date(-ended) }
                    }
                    $0.activity.archive = archive
                    $0.activity.local = device.isEmpty
                    $0.activity.deviceName = device
                })
        }
        try task(TaskActivity(title: "make -j8 world", symbol: "hammer", detail: "[812/1900] linking libwidgets.so", progress: 0.43), since: 754)
        try task(TaskActivity(title: "Upload of the holiday's pictures", symbol: "arrow.up", detail: "12 of 64", progress: 0.19), since: 42, device: "laptop")
        try task(TaskActivity(title: "swift build", outcome: .success), since: 900, ended: 300)
        try task(TaskActivity(title: "backup", outcome: .failure), since: 5_000, ended: 1_800)
        try task(TaskActivity(title: "swift test", outcome: .success), since: 9_000, ended: 7_200)
        try task(TaskActivity(title: "rsync", outcome: .success), since: 20_000, ended: 14_000)
        func widget(
            _ kind: String, _ name: String, _ family: WidgetFamily, _ view: String?, _ change: (inout ProtoWidgetSnapshot) -> Void = { _ in }
        ) throws {
            let archive = try view.map { try Self.archive($0, family) }
            let widget = id()
            model.apply(
                event(
                    snapshot(widget) {
                        ($0.widget.kind, $0.displayName, $0.widget.family) = (kind, name, ProtoWidgetFamily(family))
                        if let archive { $0.archive = archive } else { $0.state = .placeholder }
                        change(&$0)
                    }))
        }
        try widget("system", "System", .systemMedium, system)
        try widget("caffeine", "Caffeine", .systemSmall, caffeine)
        try widget("agenda", "Agenda", .systemLarge, agenda)
        try widget("disk", "Disk", .accessoryCircular, #"{"gauge": 0.82, "label": "Disk", "style": "circular"}"#)
        try widget("next", "Next", .accessoryRectangular, next)
        try widget("weather", "Weather in Bergen", .systemSmall, weather) {
            $0.state = .stale
            $0.lastError = "no route to host"
        }
        try widget("mail", "Mail", .systemSmall, nil) { $0.lastError = "the program ended with status 1: no such account" }
        for (name, type, isOn) in [("Caffeine", ProtoControlKind.TypeEnum.toggle, true), ("Backup now", .button, false)] {
            let control = id()
            model.apply(
                ProtoControlEvent.with {
                    $0.control.control.id = control
                    ($0.control.kind.id, $0.control.kind.type, $0.control.kind.displayName, $0.control.kind.symbol) = ("k", type, name, "cup.and.saucer")
                    if isOn { $0.control.value.isOn = true }
                })
        }
        return model
    }

    private static let system = #"""
        {"vstack": [
          {"hstack": [{"label": "System", "symbol": "cpu"}, {"spacer": true}, {"text": "up 3 d", "color": "secondary"}]},
          {"gauge": 0.42, "label": "CPU", "value": "42 %"}, {"gauge": 6.2, "max": 16, "label": "Memory", "value": "6.2 GiB", "tint": "green"},
          {"gauge": 0.91, "label": "Disk", "value": "91 %", "tint": "red"}
        ], "alignment": "leading"}
        """#
    private static let caffeine = #"""
        {"vstack": [
          {"text": "Caffeine", "font": "caption", "color": "secondary"}, {"text": "95 mg", "font": "title", "bold": true},
          {"hstack": [{"button": "Espresso", "intent": "A"}, {"button": "Cappuccino", "intent": "B"}, {"button": "Tea", "intent": "C"}]}
        ], "alignment": "leading", "containerBackground": "brown"}
        """#
    private static let agenda = #"""
        {"vstack": [
          {"text": "Agenda", "font": "headline"},
          {"hstack": [{"text": "09:00", "color": "yellow"}, "Stand-up"]}, {"hstack": [{"text": "11:30", "color": "yellow"}, "Donaudampfschifffahrtsgesellschaftskapitänstreffen"]},
          {"hstack": [{"text": "15:00", "color": "yellow"}, "Review of the board with everybody who has looked at it"]}
        ], "alignment": "leading"}
        """#
    private static let next = #"""
        {"vstack": [{"text": "Piano lesson", "bold": true, "color": "blue"}, {"text": "in room 4", "color": "white"}, "15:00"],
         "alignment": "leading", "containerBackground": "indigo"}
        """#
    private static let weather = #"""
        {"vstack": [{"hstack": [{"image": "cloud.rain"}, {"text": "12°", "font": "largeTitle"}]}, {"text": "Rain until 17:00", "color": "cyan"}], "alignment": "leading"}
        """#
}
