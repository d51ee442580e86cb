import SwiftProtobuf
import Testing
import WidgetAPI
import WidgetCore
import WidgetSurfaces

@testable import CommandRendering
@testable import WidgetCommands

@Suite("Activities on the board")
struct BoardActivityTests {
    /// A task that runs for five minutes; ended: three minutes ago.
    private static func task(
        _ id: String, title: String, progress: Double? = nil, detail: String = "", outcome: TaskActivity.Outcome? = nil,
        _ change: (inout ProtoActivitySnapshot) -> Void = { _ in }
    ) throws -> ProtoActivityEvent {
        let task = TaskActivity(title: title, detail: detail, progress: progress, outcome: outcome)
        return .with {
            $0.activity.activity = .with {
                $0.id = id
                $0.type = TaskActivity.type
                $0.attributes = task.attributes
                $0.content.state = task.state
                $0.state = outcome == nil ? .active : .ended
                $0.startDate = date(-300)
                if outcome != nil { $0.endedAt = date(-180) }
            }
            $0.activity.local = true
            change(&$0.activity)
        }
    }

    private static func drawn(_ model: BoardModel, columns: Int = 80, rows: Int = 24) -> [String] {
        let traits = TerminalTraits(isTerminal: true, columns: columns, rows: rows, color: .none, isUnicode: true)
        return BoardDrawing(descriptor: -1, traits: traits).lines(model, now: dates.now).lines
    }

    private static func model(_ events: ProtoActivityEvent...) -> BoardModel {
        var model = BoardModel()
        model.apply(event(snapshot("w")))
        for event in events { model.apply(event) }
        return model
    }

    @Test("One that runs is a line: its title, how far it is, its device where that is another one, and for how long; two where it is selected")
    func line() throws {
        let model = Self.model(
            try Self.task("a", title: "Build", progress: 0.5, detail: "linking"),
            try Self.task("b", title: "Upload", progress: 0.25) {
                $0.local = false
                $0.deviceName = "laptop"
            })
        let lines = Self.drawn(model)
        #expect(
            lines[1].hasPrefix("▸ ⚙  Build ") && lines[1].contains("██████▌░░░░░░") && lines[1].contains("50 % ") && !lines[1].contains("linking")
                && lines[1].hasSuffix("5 min"),
            "\(lines[1])")
        #expect(lines[2].contains("linking"), "\(lines[2])")
        #expect(lines[3].hasPrefix("  ⚙  Upload ") && lines[3].contains("25 %") && lines[3].hasSuffix("on laptop  5 min"), "\(lines[3])")
        #expect(lines[4].hasPrefix("╭"), "then come the widgets")
        for columns in [1, 10, 30, 59, 200] { #expect(Self.drawn(model, columns: columns).allSatisfy { DisplayWidth.of($0) <= columns }) }
    }

    @Test("However many have ended, they take one line, behind what runs; unfolded, one each")
    func ended() throws {
        var model = Self.model(
            try Self.task("a", title: "Build", outcome: .success), try Self.task("b", title: "Backup", outcome: .failure),
            try Self.task("c", title: "Upload", progress: 0.25))
        #expect(model.items == [.activity("c"), .ended, .widget("w")])
        var lines = Self.drawn(model)
        #expect(lines[3].hasPrefix("  › 2 ended: Backup ✗, Build ✓"), "\(lines[3])")
        #expect(lines[4].hasPrefix("╭"))
        _ = model.press(.next)
        #expect(model.press(.enter) == nil)
        #expect(model.items == [.activity("c"), .ended, .activity("b"), .activity("a"), .widget("w")])
        lines = Self.drawn(model)
        #expect(lines[2].hasPrefix("▸ ⌄ 2 ended"), "\(lines[2])")
        #expect(lines[3].contains("✗  Backup") && lines[3].hasSuffix("3 min"), "\(lines[3])")
        #expect(model.press(.letter("x")) == .dismiss(activities: ["b", "a"]))
        _ = model.press(.letter("v"))
        #expect(model.items == [.activity("c"), .ended, .widget("w")])
        for number in 0..<40 { model.apply(try Self.task("e\(number)", title: "Test \(number)", outcome: .success)) }
        lines = Self.drawn(model)
        #expect(lines[2].hasPrefix("▸ › 42 ended:") && lines[2].contains(", …") && lines[3].hasPrefix("╭"), "\(lines[2])")
    }

    @Test("One that ends while it is selected is folded away, and the line of what has ended selected: no key meets another one")
    func endsWhileSelected() throws {
        var model = Self.model(try Self.task("a", title: "Build", progress: 0.5), try Self.task("b", title: "Upload", progress: 0.25))
        _ = model.press(.home)
        model.apply(try Self.task("a", title: "Build", outcome: .success))
        #expect(model.selected == .ended)
        #expect(model.items == [.activity("b"), .ended, .widget("w")])
    }

    @Test("The whole view is shown when it is unfolded, and its buttons can be reached either way")
    func unfolding() throws {
        let view = ViewTree.vstack([.text("Whole view"), .button("Cancel it", intent: "Cancel")])
        let archive = try ProtoViewArchive(view.archive())
        var model = Self.model(
            try Self.task("a", title: "Copy", progress: 0.5) {
                $0.archive.views = [
                    .with {
                        $0.presentation = .lockScreen
                        $0.archive = archive
                    }
                ]
            })
        #expect(Self.drawn(model)[2].contains("[ 1 Cancel it ]"))
        #expect(!Self.drawn(model).contains { $0.contains("Whole view") })
        #expect(model.press(.digit(1)) == .perform(action: "Cancel", of: .activity("a")))
        _ = model.press(.letter("v"))
        #expect(Self.drawn(model).contains { $0.contains("Whole view") })
        _ = model.press(.enter)
        #expect(!Self.drawn(model).contains { $0.contains("Whole view") })
    }

    @Test("A line changes when what it says does: after seconds the next second, after minutes the next minute")
    func tick() throws {
        func next(_ seconds: Int64) throws -> Timestamp? {
            let model = Self.model(try Self.task("a", title: "Build", progress: 0.5) { $0.activity.startDate = date(-seconds) })
            let traits = TerminalTraits(isTerminal: true, columns: 80, rows: 24, color: .none, isUnicode: true)
            return BoardDrawing(descriptor: -1, traits: traits).lines(model, now: dates.now).nextChange
        }
        #expect(try next(5) == dates.now + .seconds(1))
        #expect(try next(90) == dates.now + .seconds(30))
    }

    // MARK: Places

    /// Two activities, and widgets in two rows.
    private static func board(columns: Int = 60, rows: Int = 14) throws -> BoardModel {
        var model = Self.model(try task("a", title: "Build", progress: 0.5), try task("b", title: "Upload", progress: 0.25))
        for id in ["x", "y", "z"] { model.apply(event(snapshot(id))) }
        return drawnOnce(model, columns: columns, rows: rows)
    }

    private static func drawnOnce(_ model: BoardModel, columns: Int = 60, rows: Int = 14) -> BoardModel {
        var model = model
        let traits = TerminalTraits(isTerminal: true, columns: columns, rows: rows, color: .none, isUnicode: true)
        model.didShow(BoardDrawing(descriptor: -1, traits: traits).lines(model, now: dates.now).scene)
        return model
    }

    @Test("Arrows go to what lies there")
    func arrows() throws {
        var model = try Self.board()
        func press(_ key: Key) -> BoardItem? {
            _ = model.press(key)
            model = Self.drawnOnce(model)
            return model.selected
        }
        #expect(press(.right) == .activity("a"), "nothing lies there")
        #expect(press(.down) == .activity("b"))
        #expect(press(.down) == .widget("w"))
        #expect(press(.right) == .widget("x"))
        #expect(press(.down) == .widget("z"))
        #expect(press(.left) == .widget("y"))
        #expect(press(.letter("k")) == .widget("w"))
        #expect(press(.up) == .activity("b"))
        #expect(press(.pageDown) == .widget("y"))
        #expect(press(.pageUp) == .widget("w"))
        #expect(press(.pageUp) == .activity("a"))
    }

    @Test("It opens at the top, and what comes scrolls nothing: only a user does")
    func scrolling() throws {
        var model = try Self.board(rows: 12)
        #expect(model.scene.top == 0)
        model.apply(try Self.task("c", title: "Another", progress: 0.1))
        model = Self.drawnOnce(model, rows: 12)
        #expect(model.scene.top == 0)
        _ = model.press(.end)
        model = Self.drawnOnce(model, rows: 12)
        let top = model.scene.top
        #expect(top > 0)
        func rowOfSelected() -> Int? { model.scene.items.firstIndex(of: .widget("z")).map { model.scene.layout.places[$0].row - model.scene.top } }
        let row = rowOfSelected()
        model.apply(try Self.task("d", title: "One more", progress: 0.1))
        model = Self.drawnOnce(model, rows: 12)
        #expect(model.scene.top == top + 1 && rowOfSelected() == row, "what a user looks at stays where it is")
        _ = model.press(.wheel(isDown: false, column: 0, row: 0))
        model = Self.drawnOnce(model, rows: 12)
        #expect(model.scene.top == top + 1 - BoardLimits.wheelRows && model.selected == .widget("z"))
        _ = model.press(.home)
        model = Self.drawnOnce(model, rows: 12)
        #expect(model.scene.top == 0)
    }

    @Test("A click selects; on a button it performs that; on what is selected it does what Enter does")
    func clicks() throws {
        var model = try Self.board(rows: 30)
        #expect(model.press(.click(column: 5, row: 3)) == nil && model.selected == .activity("b"))
        let button = ViewTree.vstack(alignment: .leading, [.text("Text"), .button("Log", intent: "LogIt")])
        let archive = try ProtoViewArchive(button.archive())
        model.apply(event(snapshot("w") { $0.archive = archive }))
        model = Self.drawnOnce(model, rows: 30)
        let lines = Self.drawn(model, columns: 60, rows: 30)
        let row = try #require(lines.firstIndex { $0.contains("[ Log ]") })
        let column = try #require(lines[row].firstIndex(of: "[").map { lines[row].distance(from: lines[row].startIndex, to: $0) })
        #expect(model.press(.click(column: column, row: row)) == .perform(action: "LogIt", of: .widget("w")))
        #expect(model.selected == .widget("w"))
        #expect(model.press(.click(column: column, row: row - 1)) == nil)
        #expect(model.press(.click(column: 0, row: 0)) == nil && model.press(.click(column: 59, row: 29)) == nil, "header and footer")
        model.apply(ProtoControlEvent.with { $0.control.control.id = "lamp" })
        model = Self.drawnOnce(model, rows: 60)
        let index = try #require(model.scene.items.firstIndex(of: .control("lamp")))
        let place = model.scene.layout.places[index]
        let click = Key.click(column: place.column, row: place.row + BoardFrame.headerRows)
        #expect(model.press(click) == nil)
        #expect(model.press(click) == .press(control: "lamp"))
    }
}
