import Testing
import WidgetAPI
import WidgetCore
import WidgetSurfaces

@testable import BoardCommands
@testable import CommandRendering
@testable import WidgetCommands

/// The line of a Live Activity on the board, over time.
@Suite struct ActivityLineTests {
    private final class Clock {
        var now = 100.0
    }

    private func task(_ id: String, progress: Double, detail: String) -> ProtoActivityEvent {
        let task = TaskActivity(title: "Build", detail: detail, progress: progress)
        return .with {
            $0.activity.activity = .with {
                ($0.id, $0.type, $0.attributes, $0.content.state, $0.state) = (id, TaskActivity.type, task.attributes, task.state, .active)
                $0.startDate = .init(CardStage.now)
            }
            $0.activity.local = true
        }
    }

    @Test func itsFigureRollsAndItsWordsFadeWhileItsAgeIsThereAtOnce() throws {
        let clock = Clock()
        let traits = TerminalTraits(isTerminal: true, columns: 80, rows: 12, color: .trueColor, isUnicode: true)
        let drawing = BoardDrawing(descriptor: -1, traits: traits, motion: BoardAnimator { clock.now })
        var model = BoardModel()
        var seconds = 5.0
        func frame() throws -> (text: String, pause: Int?) {
            let picture = drawing.lines(model, now: CardStage.now + Milliseconds(Int64(seconds * 1_000)))
            // The first activity is selected, and has two lines.
            let cells = try #require(picture.cells[BoardFrame.headerRows + 2])
            return (cells.map(\.character).joined(), picture.nextFrame)
        }
        model.apply(task("a", progress: 0, detail: ""))
        model.apply(task("b", progress: 0.2, detail: "compiles"))
        let before = try frame()
        #expect(before.text.contains("20 %") && before.text.contains("compiles") && before.text.hasSuffix(" 5 s") && before.pause == nil)
        seconds = 6
        #expect(try frame().text.hasSuffix(" 6 s") && frame().pause == nil, "an age changes every second")
        model.apply(task("b", progress: 0.5, detail: "links"))
        var texts: [String] = []
        while let pause = try frame().pause {
            texts.append(try frame().text)
            clock.now += Double(pause) / 1_000
        }
        #expect(texts.first?.contains("20 %") == true && texts.first?.contains("compiles") == true, "\(texts.first ?? "")")
        #expect(try frame().text.contains("50 %") && frame().text.contains("links"))
        #expect(Set(texts.map { $0.contains("links") }) == [false, true])
    }
}
