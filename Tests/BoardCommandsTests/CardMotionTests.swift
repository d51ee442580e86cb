import LayoutTestSupport
import Motion
import Testing
import WidgetCore
import WidgetLayout
import WidgetSurfaces

@testable import BoardCommands

/// A terminal's cards are animated from one entry to the next.
@Suite struct CardMotionTests {
    /// Moments of an animation, in seconds.
    private let moments = (0...60).map { Double($0) / 30 }

    /// Changes of each kind of view.
    static let changes: [(String, String)] = [
        (#"{"text": "old"}"#, #"{"text": "new, and longer"}"#),
        (#"{"vstack": ["one", "two", {"text": "three", "id": "t"}]}"#, #"{"vstack": [{"text": "three", "id": "t"}, "one", "two", "four"]}"#),
        (#"{"text": "12", "contentTransition": "numericText"}"#, #"{"text": "37", "contentTransition": "numericText"}"#),
        (
            #"{"text": "8", "font": "largeTitle", "contentTransition": "numericText"}"#,
            #"{"text": "9", "font": "largeTitle", "contentTransition": "numericText"}"#
        ),
        (#"{"progress": 0.1}"#, #"{"progress": 0.9}"#),
        (#"{"gauge": 0.2, "style": "accessoryCircularCapacity"}"#, #"{"gauge": 0.8, "style": "accessoryCircularCapacity"}"#),
        (#"{"chart": [{"values": [1, 2, 3]}], "style": "bar"}"#, #"{"chart": [{"values": [3, 2, 1]}], "style": "bar"}"#),
        (#"{"text": "a", "background": "red"}"#, #"{"text": "a", "background": "blue"}"#),
    ]

    @Test(arguments: changes) func theFirstFrameIsWhatWasThereAndTheLastWhatIsThere(old: String, new: String) throws {
        let stage = CardStage()
        let cards = try stage.change(old, new)
        #expect(stage.frame(cards.new, at: 0).text == cards.old.text)
        #expect(stage.frame(cards.new, at: AnimatorLimits.widget) == cards.new)
        #expect(stage.motion.nextChange(after: AnimatorLimits.widget) == nil)
    }

    @Test(arguments: GoldenCase.all) func theDrawingsOfAViewMakeTheSameCells(name: String) throws {
        let stage = CardStage(columns: 40, rows: 20)
        let archive = try GoldenCase(name).archive
        let card = stage.card(archive)
        var plain = card
        plain.recording = nil
        #expect(plain == stage.card(archive, records: false))
        let recording = try #require(card.recording)
        var book = CellBook()
        let list = book.list(of: recording, size: card.size)
        let drawn = book.draw(list, on: card, terminal: stage.terminal)
        #expect(drawn.text == card.text)
        #expect(drawn == card)
    }

    @Test func everyViewBecomesEveryOther() throws {
        let stage = CardStage(columns: 40, rows: 20)
        let cards = try GoldenCase.all.map { stage.card(try GoldenCase($0).archive) }
        for (step, card) in (cards + cards.reversed()).enumerated() {
            // Each change comes while the one before is on its way.
            let start = Double(step) * 0.3
            for moment in moments.prefix(9) { #expect(stage.frame(card, at: start + moment).lines.map(\.count) == card.lines.map(\.count)) }
        }
        let last = try #require(cards.first)
        #expect(stage.frame(last, at: 1_000) == last)
    }

    // MARK: Moves

    @Test func digitsGoThroughThoseBetween() throws {
        let stage = CardStage()
        func view(_ value: Int) -> String { #"{"text": "\#(value)", "contentTransition": {"numericText": \#(value)}}"# }
        let up = try stage.change(view(52), view(58)).new
        var seen = moments.map { stage.frame(up, at: $0).text[1].filter(\.isNumber) }
        #expect(seen.isSorted && Set(seen).isSuperset(of: ["52", "53", "54", "55", "56", "57", "58"]))
        let down = try stage.card(view(49))
        seen = moments.map { stage.frame(down, at: 10 + $0).text[1].filter(\.isNumber) }
        #expect(seen.first == "58" && seen.last == "49")
    }

    @Test(arguments: [("3", "2", "32"), ("8", "1", "8901"), ("2", "6", "23456"), ("0", "4", "01234"), ("9", "0", "90"), ("a", "b", "ab")])
    func digitsTakeTheShortWay(old: String, new: String, seen: String) throws {
        let stage = CardStage()
        func view(_ text: String) -> String { #"{"text": "\#(text)", "contentTransition": "numericText"}"# }
        let cards = try stage.change(view(old), view(new))
        var shown = ""
        for step in 0...400 {
            let text = stage.frame(cards.new, at: Double(step) / 400).text[1].filter { $0.isNumber || $0.isLetter }
            if !shown.hasSuffix(text) { shown += text }
        }
        #expect(shown == seen)
    }

    @Test func largeDigitsScrollByHalfRows() throws {
        let stage = CardStage()
        func view(_ value: Int) -> String { #"{"text": "\#(value)", "font": "largeTitle", "contentTransition": "numericText"}"# }
        let cards = try stage.change(view(1), view(2))
        let frames = Set(moments.map { stage.frame(cards.new, at: $0).text })
        #expect(frames.count > 4)
        // No letter leaves the rows of its line.
        let used = cards.new.text.indices.filter { cards.new.text[$0] != cards.new.text[8] }
        for frame in frames {
            for row in frame.indices where !used.contains(row) { #expect(frame[row] == cards.new.text[row]) }
        }
    }

    @Test(arguments: [#"{"progress": VALUE}"#, #"{"gauge": VALUE, "style": "accessoryCircularCapacity"}"#])
    func barsAndRingsGlide(view: String) throws {
        let stage = CardStage()
        let cards = try stage.change(view.replacing("VALUE", with: "0.1"), view.replacing("VALUE", with: "0.9"))
        func filled(_ card: RenderedWidget) -> Int { card.lines.joined().count { $0.style.foreground == .named(.accent) } }
        let seen = moments.map { filled(stage.frame(cards.new, at: $0)) }
        #expect(seen.first == filled(cards.old) && seen.last == filled(cards.new))
        #expect(seen.isSorted && Set(seen).count > 8)
    }

    @Test func aBarThatIsOutOfDateMeanwhileGlides() throws {
        let stage = CardStage()
        let archives = try [0.1, 0.9].map { try stage.card(#"{"progress": \#($0), "invalidatable": true}"#).recording?.archive }
        let (old, new) = (try #require(archives[0]), try #require(archives[1]))
        func filled(_ card: RenderedWidget) -> Int { card.lines[1].count { $0.character == "█" } }
        _ = stage.frame(stage.card(old), at: -10)
        let dim = stage.card(old, isInvalidated: true)
        #expect(dim.lines[1].contains { $0.character == "█" && $0.style.isDim })
        _ = stage.frame(dim, at: -1)
        let card = stage.card(new)
        let seen = moments.map { stage.frame(card, at: $0) }
        #expect(seen.allSatisfy { filled($0) >= filled(dim) } && Set(seen.map(filled)).count > 8)
        #expect(seen.last == card)
    }

    @Test func barsOfAChartGlide() throws {
        let stage = CardStage()
        func view(_ value: Double) -> String { #"{"chart": [{"values": [\#(value), 4]}], "style": "bar", "min": 0, "max": 4}"# }
        let cards = try stage.change(view(1), view(3))
        let seen = moments.map { stage.frame(cards.new, at: $0).text }
        #expect(Set(seen).count > 8)
    }

    @Test func rowsMoveFromCellToCell() throws {
        let stage = CardStage()
        let cards = try stage.change(
            #"{"vstack": [{"text": "moves", "id": "m"}, {"spacer": 64}, {"text": "up"}]}"#,
            #"{"vstack": [{"spacer": 64}, {"text": "up"}, {"text": "moves", "id": "m"}]}"#)
        let (from, to) = (try #require(cards.old.row(of: "moves")), try #require(cards.new.row(of: "moves")))
        let rows = moments.compactMap { stage.frame(cards.new, at: $0).row(of: "moves") }
        #expect(to - from > 3)
        #expect(rows.first == from && rows.last == to && rows.isSorted)
        #expect(Set(rows).count > 3)
    }

    @Test func rowsThatPassEachOtherStayReadable() throws {
        let stage = CardStage()
        let rows = ["ab", "alphabet", "gamma"]
        func view(_ order: [String]) -> String {
            #"{"vstack": ["# + order.map { #"{"text": "\#($0)", "id": "\#($0)"}"# }.joined(separator: ",") + "]}"
        }
        let cards = try stage.change(view(rows), view(rows.reversed()))
        for moment in moments {
            for line in stage.frame(cards.new, at: moment).text.dropFirst().dropLast() {
                let word = line.filter { $0.isLetter }
                #expect(word.isEmpty || rows.contains(word), "at \(moment)")
            }
        }
    }

    // MARK: Colours

    @Test func whatComesAndLeavesFadesTowardsTheBackground() throws {
        let stage = CardStage()
        let cards = try stage.change(
            #"{"vstack": ["stays", {"text": "-", "id": "l", "foregroundStyle": "red"}]}"#,
            #"{"vstack": ["stays", {"text": "+", "id": "c", "foregroundStyle": "red"}]}"#)
        let leaving = moments.compactMap { stage.frame(cards.new, at: $0).red(of: "-") }
        let coming = moments.compactMap { stage.frame(cards.new, at: $0).red(of: "+") }
        #expect(leaving.count > 2 && leaving.reversed().isSorted)
        #expect(coming.count > 2 && coming.isSorted && coming.contains { $0 > 0x80 && $0 < 0xFF })
        #expect(stage.frame(cards.new, at: 2).row(of: "-") == nil)
    }

    @Test(arguments: [SurfaceTraits.ColorDepth.none, .sixteen]) func withoutColoursToMixThingsComeAndLeaveAtHalf(depth: SurfaceTraits.ColorDepth) throws {
        let stage = CardStage(depth)
        let cards = try stage.change(#"{"text": "old"}"#, #"{"text": "new"}"#)
        for moment in moments {
            let frame = stage.frame(cards.new, at: moment)
            #expect(frame.lines == cards.old.lines || frame.lines == cards.new.lines)
        }
        let bars = try stage.change(#"{"progress": 0.1}"#, #"{"progress": 0.9}"#)
        #expect(Set(moments.map { stage.frame(bars.new, at: $0).text }).count > 8)
    }

    // MARK: Over time

    @Test func aChangeOnTheWayGoesOnFromWhereItIs() throws {
        let stage = CardStage(columns: 44)
        func view(_ value: Double) -> String { #"{"progress": \#(value)}"# }
        _ = try stage.change(view(0), view(1))
        func filled(_ card: RenderedWidget) -> Int { card.text[1].count { $0 == "█" } }
        let back = try stage.card(view(0.2))
        let before = filled(stage.frame(try stage.card(view(1)), at: 0.149))
        let after = filled(stage.frame(back, at: 0.15))
        #expect(before > 8 && abs(after - before) <= 1)
        // It goes on upwards for a while: its velocity is kept.
        #expect(filled(stage.frame(back, at: 0.2)) > after)
        #expect(stage.frame(back, at: 2.15) == back)
    }

    @Test func longAnimationsEndAfterTwoSeconds() throws {
        let stage = CardStage()
        func view(_ value: Double) -> String {
            #"{"progress": \#(value), "animation": {"value": \#(value), "animation": {"curve": "linear", "duration": 10}}}"#
        }
        let cards = try stage.change(view(0.1), view(0.9))
        #expect(stage.frame(cards.new, at: 1.9) != cards.new)
        #expect(stage.frame(cards.new, at: AnimatorLimits.widget) == cards.new)
    }

    @Test func theSelectionOfACardIsNoChangeOfItsViews() throws {
        let stage = CardStage()
        let cards = try stage.change(#"{"progress": 0.1}"#, #"{"progress": 0.9}"#)
        let middle = stage.frame(cards.new, at: 0.1)
        let selected = stage.frame(try stage.card(#"{"progress": 0.9}"#, isSelected: true), at: 0.1)
        #expect(selected.text[1].dropFirst().dropLast() == middle.text[1].dropFirst().dropLast())
        #expect(selected.text[0] != middle.text[0])
    }

    @Test func anotherSizeIsThereAtOnce() throws {
        let stage = CardStage()
        _ = try stage.change(#"{"progress": 0.1}"#, #"{"progress": 0.9}"#)
        let narrow = try CardStage(columns: 18).card(#"{"progress": 0.9}"#)
        #expect(stage.frame(narrow, at: 0.1) == narrow)
        #expect(stage.motion.nextChange(after: 0.1) == nil)
    }
}

extension Sequence where Element: Comparable {
    fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}
