import Dispatch
import Glibc
import SwiftProtobuf
import Testing
import WidgetAPI
import WidgetCore
import WidgetLayout
import WidgetSurfaces

@testable import CommandRendering
@testable import WidgetCommands

@Suite("The board")
struct BoardTests {
    private func model(_ ids: String...) -> BoardModel {
        var model = BoardModel()
        for id in ids { model.apply(event(snapshot(id))) }
        return model
    }

    // MARK: Model

    @Test("Widgets stand in the order of placing, whatever the order of events; the first is selected, not what comes first")
    func order() {
        var model = BoardModel()
        for id in ["b", "c", "a", "b"] { model.apply(event(snapshot(id))) }
        #expect(model.widgets.ids == ["a", "b", "c"])
        #expect(model.selected == .widget("a"))
        model.apply(activity("t", .active))
        #expect(model.selected == .activity("t"), "not everything is there yet")
    }

    @Test("Once everything is there, or a user has selected something, what comes selects nothing else")
    func settled() {
        var model = model("a", "b")
        model.apply(ProtoWatchEvent.with { $0.initialStateSent = true })
        model.apply(ProtoActivityEvent.with { $0.initialStateSent = true })
        model.apply(ProtoControlEvent.with { $0.initialStateSent = true })
        model.apply(activity("t", .active))
        #expect(model.items.first == .activity("t") && model.selected == .widget("a"))
        var chosen = self.model("a", "b")
        _ = chosen.press(.next)
        chosen.apply(activity("t", .active))
        #expect(chosen.selected == .widget("b"))
        var empty = BoardModel()
        empty.apply(ProtoWatchEvent.with { $0.initialStateSent = true })
        empty.apply(event(snapshot("a")))
        #expect(empty.selected == .widget("a"))
    }

    @Test("Where the selected widget is removed, its neighbour is selected")
    func removal() {
        var model = model("a", "b")
        _ = model.press(.next)
        #expect(model.selected == .widget("b"))
        model.apply(ProtoWatchEvent.with { $0.removedWidgetID = "b" })
        #expect(model.selected == .widget("a"))
        model.apply(ProtoWatchEvent.with { $0.removedWidgetID = "a" })
        #expect(model.selected == nil)
        #expect(model.press(.enter) == nil)
        #expect(model.press(.next) == nil)
    }

    private func stacked(_ names: [(id: String, stack: String)]) -> BoardModel {
        var model = BoardModel()
        for (id, stack) in names { model.apply(event(snapshot(id) { $0.widget.stack = stack })) }
        return model
    }

    @Test("Of a stack one widget is seen, in the place of the first: that of most use, until a user turns it")
    func stacks() {
        var model = stacked([("a", ""), ("b", "s"), ("c", ""), ("d", "s")])
        #expect(model.stackNames == ["s"] && model.shownWidgets == ["a", "b", "c"])
        model.apply([.with { $0.widgetID = "d" }, .with { $0.widgetID = "b" }], of: "s")
        #expect(model.shownWidgets == ["a", "d", "c"])
        #expect(model.press(.letter(")")) == nil && model.note.contains("no stack"))
        _ = model.press(.next)
        #expect(model.selected == .widget("d"))
        #expect(model.press(.letter(">")) == .move(widget: "@stack/s", past: "c", isEarlier: false))
        _ = model.press(.letter(")"))
        #expect(model.shownWidgets == ["a", "b", "c"] && model.selected == .widget("b"))
        model.apply([.with { $0.widgetID = "d" }, .with { $0.widgetID = "b" }], of: "s")
        #expect(model.shownWidgets == ["a", "b", "c"], "the same is first as before")
        model.apply([.with { $0.widgetID = "b" }, .with { $0.widgetID = "d" }], of: "s")
        model.apply([.with { $0.widgetID = "d" }, .with { $0.widgetID = "b" }], of: "s")
        #expect(model.shownWidgets == ["a", "d", "c"] && model.selected == .widget("d"))
        model.apply(event(snapshot("b")))
        model.apply(event(snapshot("d")))
        #expect(model.shownWidgets == ["a", "b", "c", "d"] && model.stackNames.isEmpty)
    }

    @Test("The wheel turns the stack that it is over; the terminal's surface names the stack and its widgets")
    func wheel() {
        var model = stacked([("a", "s"), ("b", "s"), ("c", "")])
        model.apply([.with { $0.widgetID = "a" }, .with { $0.widgetID = "b" }], of: "s")
        let layout = BoardLayout(sizes: Array(repeating: CellSize(columns: 20, rows: 5), count: 2), columns: 80)
        model.didShow(BoardScene(items: model.items, layout: layout, height: 20))
        _ = model.press(.wheel(isDown: true, column: 3, row: 3))
        #expect(model.shownWidgets == ["b", "c"])
        _ = model.press(.wheel(isDown: true, column: 30, row: 3))
        #expect(model.shownWidgets == ["b", "c"])
        let contents = model.contents
        #expect(contents.pages == [["@stack/s", "c"]] && contents.stacks == ["@stack/s": ["a", "b"]] && contents.current == 0)
    }

    @Test("A widget that was removed while the daemon was away is gone once everything has come again, not before")
    func reconnection() {
        var model = model("a", "b")
        model.link = .lost("gone")
        model.connected()
        #expect(model.link == .live)
        model.apply(event(snapshot("b")))
        #expect(model.widgets.ids == ["a", "b"])
        model.apply(ProtoWatchEvent.with { $0.initialStateSent = true })
        #expect(model.widgets.ids == ["b"])
    }

    @Test("Keys perform the actions of the selected widget by number, and none that isn't there")
    func actions() {
        var model = BoardModel()
        model.apply(event(snapshot("a") { $0.archive.actions = [.with { $0.id = "one" }, .with { $0.id = "two" }] }))
        #expect(model.press(.enter) == .perform(action: "one", of: .widget("a")))
        #expect(model.press(.digit(2)) == .perform(action: "two", of: .widget("a")))
        #expect(model.press(.digit(3)) == nil)
        #expect(model.note == "It has no action 3.")
        #expect(model.press(.letter("r")) == .reload(widget: "a"))
        #expect(model.press(.letter("q")) == .quit)
    }

    @Test("A reload that the daemon is slow to answer doesn't hold the board up; its answer is told when it comes", .timeLimit(.minutes(5)))
    func slowReload() throws {
        let place = try SocketPlace()
        let answer = DispatchSemaphore(value: 0)
        try place.serve(connections: 1) { _, _ in
            answer.wait()
            return try ProtoReloadResponse.with { $0.receipts = [.with { $0.outcome = .accepted }] }.serializedBytes()
        }
        let request = try BoardRequest.reload("a", at: place.client().location, dates: dates)
        #expect(request.end() == nil)
        answer.signal()
        var entry = pollfd(fd: try #require(request.descriptor), events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, -1) == 1)
        #expect(request.end() == "Reload: the provider is asked for a new timeline.")
    }

    @Test("The selection goes round")
    func selection() {
        var model = model("a", "b", "c")
        _ = model.press(.previous)
        #expect(model.selected == .widget("c"))
        _ = model.press(.next)
        #expect(model.selected == .widget("a"))
        _ = model.press(.end)
        #expect(model.selected == .widget("c"))
        _ = model.press(.home)
        #expect(model.selected == .widget("a"))
    }

    // MARK: Order and pages

    private func put(_ id: String, page: UInt32 = 0, key: String = "") -> ProtoWatchEvent {
        event(snapshot(id) { ($0.widget.page, $0.widget.position) = (page, key) })
    }

    @Test("Widgets stand as a user has put them; a key moves one past its neighbour, and the selection goes with it")
    func moving() {
        var model = BoardModel()
        for event in [put("c", key: "0"), put("a"), put("b")] { model.apply(event) }
        #expect(model.widgets.ids == ["c", "a", "b"])
        _ = model.press(.next)
        #expect(model.press(.letter(">")) == .move(widget: "a", past: "b", isEarlier: false))
        model.apply(put("a", key: "c"))
        #expect(model.widgets.ids == ["c", "b", "a"] && model.selected == .widget("a"))
        #expect(model.revealsSelection)
        #expect(model.press(.earlier) == .move(widget: "a", past: "b", isEarlier: true))
        #expect(model.press(.later) == nil && model.note.contains("--page"))
    }

    @Test("Pages: only where there are several is there a word of them; one that becomes empty gives way to the one before it")
    func pages() {
        var model = self.model("a", "b")
        func header() -> String { BoardFrame.lines(model, body: [], columns: 80, rows: 10, .plain)[0] }
        #expect(header() == "widgetd  2 widgets")
        #expect(model.press(.letter("]")) == nil && model.note.contains("--page 2"))
        model.apply(put("b", page: 12))
        model.apply(put("x", page: 3))
        #expect(model.items == [.widget("a")] && header() == "widgetd  3 widgets, page [1] 3 12")
        _ = model.press(.letter("]"))
        #expect(model.items == [.widget("x")] && model.selected == .widget("x"))
        _ = model.press(.letter("]"))
        #expect(model.items == [.widget("b")])
        _ = model.press(.letter("["))
        model.apply(put("x", page: 12))
        #expect(model.items == [.widget("a")] && model.selected == .widget("a") && header() == "widgetd  3 widgets, page [1] 12")
        var other = BoardModel(page: 12)
        other.apply(put("a"))
        #expect(other.items == [.widget("a")])
        other.apply(put("b", page: 12))
        #expect(other.items == [.widget("b")] && other.selected == .widget("b"))
    }

    @Test("move takes one place; a list says which widgets are on other pages, where some are")
    func moveCommand() throws {
        #expect(try MoveCommand.parse(["system", "3"]).place == 3)
        let negative = GlobalOptions.withNumbers(["move", "system", "-1"], message: "Unknown option '-1'")
        #expect(negative == ["move", "system", "--", "-1"] && GlobalOptions.withNumbers(["move", "-1"], message: "Unknown option '--x'") == nil)
        let error = #expect(throws: (any Error).self) { try RootCommand.parseAsRoot(negative) }
        #expect(error.map { RootCommand.fullMessage(for: $0).contains("a whole number from 1 on") } == true)
        for words in [["system"], ["system", "0"], ["system", "1", "--first"], ["system", "--page", "100"], ["system", "--before", "a", "--after", "b"]] {
            #expect(throws: (any Error).self) { try MoveCommand.parse(words) }
        }
        func list(_ widgets: ProtoWidgetSnapshot...) -> String {
            WidgetRendering.table(widgets, ShortIDs(widgets.map(\.widget.id)), dates, .plain, width: nil)
        }
        #expect(!list(snapshot(firstID), snapshot(secondID)).contains("page"))
        #expect(list(snapshot(firstID), snapshot(secondID) { $0.widget.page = 2 }).contains("\nOn page 2: 01979a3c"))
    }

    // MARK: Activities and controls

    private static let lampA = "01979a3c-0000-7000-8000-00000000000a"
    private static let lampB = "01979a3c-0000-7000-8000-00000000000b"

    /// An activity, a widget and two controls.
    private func whole() -> BoardModel {
        var model = model("w")
        for id in [Self.lampB, Self.lampA] {
            model.apply(
                ProtoControlEvent.with {
                    $0.control = .with {
                        $0.control.id = id
                        $0.kind.type = .toggle
                        $0.kind.displayName = "Lamp \(id.suffix(1))"
                        $0.value.isOn = id == Self.lampA
                    }
                })
        }
        model.apply(activity("t", .active))
        return model
    }

    private func activity(_ id: String, _ state: ProtoActivity.State, score: Double = 0) -> ProtoActivityEvent {
        .with {
            $0.activity = .with {
                $0.activity.id = id
                $0.activity.tag = "backup"
                $0.activity.state = state
                $0.activity.content.relevanceScore = score
                $0.local = true
            }
        }
    }

    @Test("Activities are above the widgets and controls below, and the selection goes through all")
    func sections() {
        var model = whole()
        #expect(model.items == [.activity("t"), .widget("w"), .control(Self.lampA), .control(Self.lampB)])
        #expect(model.selected == .activity("t"))
        #expect(model.press(.letter("x")) == .dismiss(activities: ["t"]))
        _ = model.press(.previous)
        #expect(model.press(.enter) == .press(control: Self.lampB))
        let drawing = BoardDrawing(descriptor: -1, traits: TerminalTraits(isTerminal: true, columns: 80, rows: 40, color: .none, isUnicode: true))
        let lines = drawing.lines(model, now: dates.now).lines
        let rows = ["◆  backup", "─ Lamp a", "◉ on", "━ ▸ Lamp b", "○ off"].map { text in lines.firstIndex { $0.contains(text) } }
        #expect(!rows.contains(nil), "\(lines.joined(separator: "\n"))")
        #expect(rows[0] == 1 && lines[0] == "widgetd  1 activity, 1 widget, 2 controls")
        let widget = lines.firstIndex { $0.contains("╭") }
        #expect(widget.map { row in row > 1 && row < rows[1] ?? 0 } == true)
    }

    @Test("The most relevant activity stands first; one that is dismissed is gone, and its neighbour selected")
    func activities() {
        var model = whole()
        model.apply(activity("u", .active, score: 5))
        #expect(model.items.prefix(2) == [.activity("u"), .activity("t")])
        _ = model.press(.next)
        _ = model.press(.previous)
        _ = model.press(.next)
        #expect(model.selected == .activity("t"))
        model.apply(activity("t", .dismissed))
        #expect(model.items.first == .activity("u") && model.selected == .widget("w"))
        model.connected()
        model.apply(ProtoActivityEvent.with { $0.initialStateSent = true })
        #expect(model.items.first == .widget("w"), "it didn't come again")
    }

    // MARK: Controls

    private func toggle(_ change: (inout ProtoControlSnapshot) -> Void) -> ProtoControlEvent {
        .with {
            $0.control.control.id = Self.lampA
            ($0.control.kind.id, $0.control.kind.type, $0.control.kind.displayName, $0.control.kind.symbol) = ("lamp", .toggle, "Lamp", "lightbulb")
            $0.control.kind.tint.named = "yellow"
            change(&$0.control)
        }
    }

    private func card(_ event: ProtoControlEvent, color: SurfaceTraits.ColorDepth = .none, isUnicode: Bool = true) -> String {
        let drawing = WidgetDrawing(color: color, isUnicode: isUnicode, now: dates.now, localTime: .utc)
        let size = ControlDrawing.boardSize(limit: 80)
        return ControlDrawing(drawing: drawing).boardCard(event.control, size: size, isSelected: false).ansiLines(color).joined(separator: "\n")
    }

    @Test("A control has its symbol, in its tint unless it is off; one whose value is hidden or isn't known looks neither on nor off")
    func controls() {
        let on = toggle { $0.value.isOn = true }
        #expect(card(on).contains("☼ ◉ on"), "\(card(on))")
        #expect(card(on, isUnicode: false).contains("o [x] on"), "\(card(on, isUnicode: false))")
        let off = toggle { $0.value.isOn = false }
        #expect(card(off).contains("☼ ○ off"))
        #expect(card(on, color: .trueColor).contains("38;2;") && !card(off, color: .trueColor).contains("38;2;"), "\(card(on, color: .trueColor))")
        for (event, words) in [(toggle { $0.valueHidden = true }, "☼ hidden"), (toggle { _ in }, "☼ not known yet")] {
            let text = card(event)
            #expect(text.contains(words) && !text.contains("○") && !text.contains("◉"), "\(text)")
        }
        let button = toggle {
            $0.kind.type = .button
            $0.value = .init()
        }
        #expect(card(button).contains("☼ press"))
        #expect(card(.with { $0.control.control.kind = "gone" }).contains("No provider gives it"))
    }

    @Test("1 presses a control, as Enter does; it has nothing else to press")
    func digit() {
        var model = BoardModel()
        model.apply(toggle { _ in })
        #expect(model.press(.digit(1)) == .press(control: Self.lampA) && model.press(.enter) == .press(control: Self.lampA))
        #expect(model.press(.digit(2)) == nil && model.note == "It has no action 2.")
    }

    @Test("What became of a tap is told once it is known, whether that comes before its answer or after it")
    func outcome() {
        func ended(_ key: String) -> ProtoControlEvent {
            toggle { $0.receipts = [.with { ($0.idempotencyKey, $0.outcome, $0.isOn) = (key, .confirmed, true) }] }
        }
        var model = BoardModel()
        model.apply(toggle { _ in })
        model.answered("Pressed: being performed.", tap: BoardTap(control: Self.lampA, key: "1", dates: dates))
        #expect(model.note == "Pressed: being performed.")
        model.apply(ended("other"))
        #expect(model.note == "Pressed: being performed.")
        model.apply(ended("1"))
        #expect(model.note == "Pressed: confirmed: on.")
        model.apply(ended("2"))
        model.answered("Pressed: being performed.", tap: BoardTap(control: Self.lampA, key: "2", dates: dates))
        #expect(model.note == "Pressed: confirmed: on.")
        model.note = "Reload accepted."
        model.apply(ended("2"))
        #expect(model.note == "Reload accepted.", "it is told once")
    }

    // MARK: Layout

    @Test(
        "A frame has as many lines as the terminal has rows, none wider than it, however small",
        arguments: [(80, 24), (10, 5), (3, 3), (1, 1), (80, 2), (1, 60)])
    func fits(columns: Int, rows: Int) {
        var model = model("a", "b")
        model.note = String(repeating: "note ", count: 40)
        let drawing = BoardDrawing(descriptor: -1, traits: TerminalTraits(isTerminal: true, columns: columns, rows: rows, color: .none, isUnicode: true))
        for showsHelp in [false, true] {
            model.showsHelp = showsHelp
            let lines = drawing.lines(model, now: dates.now).lines
            #expect(lines.count == rows)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
        }
    }

    @Test("The selected widget is marked and in sight on a board that is longer than the terminal")
    func scrolling() {
        var model = BoardModel()
        for id in ["a", "b", "c", "d"] { model.apply(event(snapshot(id) { $0.displayName = "Widget \(id)" })) }
        _ = model.press(.previous)
        let drawing = BoardDrawing(descriptor: -1, traits: TerminalTraits(isTerminal: true, columns: 22, rows: 14, color: .none, isUnicode: true))
        let text = drawing.lines(model, now: dates.now).lines.joined(separator: "\n")
        #expect(text.contains("▸ Widget d"))
        #expect(!text.contains("Widget a"))
    }

    @Test("It says that the daemon is away, and keeps what it showed")
    func lost() {
        var model = model("a")
        model.link = .lost("connection refused")
        let lines = BoardFrame.lines(model, body: ["x"], columns: 80, rows: 10, .plain)
        #expect(lines[0].contains("connection refused"))
        #expect(lines[1] == "x")
    }

    @Test("An empty board says how to place a widget; help covers the widgets until the next ?")
    func messages() {
        var model = BoardModel()
        #expect(BoardFrame.lines(model, body: [], columns: 80, rows: 10, .plain)[1].contains("widgetctl place"))
        _ = model.press(.letter("?"))
        #expect(BoardFrame.lines(model, body: ["x"], columns: 80, rows: 10, .plain).contains { $0.contains("select") })
        _ = model.press(.letter("?"))
        #expect(!model.showsHelp)
    }

    @Test("On a narrow terminal no key is cut: what doesn't fit beside is below, or left to the help")
    func narrow() {
        var model = BoardModel()
        model.apply(event(snapshot("a") { $0.archive.actions = [.with { $0.id = "log-espresso" }, .with { $0.id = "undo" }] }))
        let keys = BoardFrame.lines(model, body: [], columns: 28, rows: 16, .plain).last
        #expect(keys == "q quit  ? help  r reload  …")
        #expect(BoardFrame.lines(model, body: [], columns: 60, rows: 16, .plain).last == "q quit  ? help  r reload  1 log-espresso  2 undo")
        _ = model.press(.letter("?"))
        let help = BoardFrame.lines(model, body: [], columns: 28, rows: 30, .plain)
        #expect(help.contains("1 to 9") && help.contains("  perform an action"))
        #expect(!help.contains { $0.contains("…") && !$0.hasPrefix("q quit") })
        #expect(BoardFrame.lines(model, body: [], columns: 80, rows: 30, .plain).contains("r                       ask for a new timeline"))
    }

    @Test("A widget whose provider fails says why on its card: inside where there is no timeline, in the frame where there is one")
    func failing() {
        let drawing = BoardDrawing(descriptor: -1, traits: TerminalTraits(isTerminal: true, columns: 60, rows: 30, color: .none, isUnicode: true))
        var model = BoardModel()
        model.apply(event(snapshot("a")))
        model.apply(
            event(
                snapshot("b") {
                    $0.state = .placeholder
                    $0.lastError = "provider sky: exited with status 3: no city is called so"
                    $0.archive.nodes = [.with { $0.text.literal = "████████" }]
                }))
        model.apply(
            event(
                snapshot("c") {
                    $0.state = .stale
                    $0.lastError = "offline"
                    $0.receivedAt = date(-300)
                    $0.archive.nodes = [.with { $0.text.literal = "12°" }]
                }))
        let picture = drawing.lines(model, now: dates.now)
        let (lines, change) = (picture.lines, picture.nextChange)
        // The last two lines are the selected widget's, which doesn't fail.
        let cards = lines.dropLast(2).joined(separator: "\n")
        // Whole words, and nothing of the placeholder.
        #expect(cards.contains("no city is") && cards.contains("called so") && cards.contains("─ failed ─"), "\(cards)")
        #expect(!cards.contains("exited"), "what every error of a provider begins with takes the room of what it says")
        #expect(!cards.contains("████"), "\(cards)")
        #expect(cards.contains("─ stale, 5 min:"), "\(cards)")
        let minute: Timestamp? = dates.now + Milliseconds.seconds(60)
        #expect(change == minute, "the age is another one then")
    }

    @Test("A widget whose device is away says so, with the age of what it shows")
    func away() {
        let drawing = WidgetDrawing(color: .none, isUnicode: true, now: dates.now, localTime: .utc)
        let old = snapshot {
            ($0.state, $0.widget.family, $0.deviceName, $0.unavailable) = (.stale, .systemMedium, "pc", "the device 'pc' isn't connected")
            $0.receivedAt = date(-7_260)
            $0.archive.nodes = [.with { $0.text.literal = "12°" }]
        }
        let lines = drawing.card(old, columns: nil, limit: 80).ansiLines(.none)
        #expect(lines.last?.contains("─ away, 2 h: the device 'pc' isn't") == true, "\(lines)")
        #expect(lines.joined().contains("12°"))
    }

    // MARK: Screen

    @Test("Only lines that differ are written, and nothing where none does; what was there is erased before, not with the last column of what is")
    func updates() {
        #expect(FullScreen.update(from: ["a", "b"], to: ["a", "b"]).isEmpty)
        #expect(FullScreen.update(from: ["a", "b", "c"], to: ["a", "B", "c"]) == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[0m\u{1B}[2KB\u{1B}[?2026l")
        #expect(FullScreen.update(from: ["a", "b"], to: ["a"]) == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[0m\u{1B}[2K\u{1B}[?2026l")
    }
}
