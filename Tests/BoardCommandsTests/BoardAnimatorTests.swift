import Testing
import WidgetSurfaces

@testable import BoardCommands

/// The board draws while something moves, and no oftener than is seen.
@Suite struct BoardAnimatorTests {
    private final class Clock {
        var now = 100.0
    }

    private let clock = Clock()
    private let stage = CardStage()

    private func animator() -> BoardAnimator { BoardAnimator { [clock] in clock.now } }

    /// Draws a frame of cards.
    private func draw(_ cards: [String: RenderedWidget], _ animator: BoardAnimator) -> (seen: [String: RenderedWidget], pause: Int?) {
        animator.begin(stage.terminal, columns: 80)
        let seen = Dictionary(uniqueKeysWithValues: cards.map { ($0.key, animator.frame(of: $0.value, at: $0.key)) })
        return (seen, animator.end())
    }

    @Test func framesComeAtMostThirtyTimesASecondAndEnd() throws {
        let animator = animator()
        let cards = (old: try stage.card(#"{"progress": 0.1}"#), new: try stage.card(#"{"progress": 0.9}"#))
        #expect(draw(["a": cards.old], animator).pause == nil)
        var frames = 0
        let start = clock.now
        while let pause = draw(["a": cards.new], animator).pause {
            #expect(pause >= 34)
            clock.now += Double(pause) / 1_000
            frames += 1
        }
        #expect(frames > 10 && clock.now - start <= 2.04)
        #expect(Double(frames) / (clock.now - start) <= 30)
        #expect(draw(["a": cards.new], animator).seen == ["a": cards.new])
    }

    @Test func aCardGoesToItsNewPlaceAndIsThereAtOnceInATerminalOfAnotherSize() {
        let animator = animator()
        func place(_ column: Int, columns: Int = 80) -> (column: Int, pause: Int?) {
            animator.begin(stage.terminal, columns: columns)
            let place = animator.place(CellRect(column: column, row: 3, size: CellSize(columns: 20, rows: 5)), of: "a")
            return (place.column, animator.end())
        }
        #expect(place(0) == (0, nil))
        var columns: [Int] = []
        while let pause = place(40).pause {
            columns.append(place(40).column)
            clock.now += Double(pause) / 1_000
        }
        #expect(columns.first == 0 && columns == columns.sorted() && Set(columns).count > 5, "\(columns)")
        #expect(place(40) == (40, nil))
        #expect(place(0, columns: 100) == (0, nil))
    }

    @Test func aCardThatWaitsIsNotDrawnMeanwhile() throws {
        let animator = animator()
        func view(_ value: Double) -> String {
            #"{"progress": \#(value), "animation": {"value": \#(value), "animation": {"curve": "linear", "duration": 0.2, "delay": 1}}}"#
        }
        _ = draw(["a": try stage.card(view(0.1))], animator)
        let pause = try #require(draw(["a": try stage.card(view(0.9))], animator).pause)
        #expect(pause >= 900)
    }

    @Test func whatCameOutOfSightIsThereAtOnceWhenItComesBack() throws {
        let animator = animator()
        let cards = (old: try stage.card(#"{"progress": 0.1}"#), new: try stage.card(#"{"progress": 0.9}"#))
        _ = draw(["a": cards.old, "b": cards.old], animator)
        _ = draw(["b": cards.old], animator)
        let frame = draw(["a": cards.new, "b": cards.new], animator)
        #expect(frame.seen["a"] == cards.new)
        #expect(frame.seen["b"]?.text == cards.old.text)
    }

    @Test func anUnreadableCardIsShownAsItIs() throws {
        let animator = animator()
        var card = try stage.card(#"{"progress": 0.1}"#)
        _ = draw(["a": card], animator)
        card.recording = nil
        let frame = draw(["a": card], animator)
        #expect(frame.seen == ["a": card] && frame.pause == nil)
    }
}
