import Testing
import WidgetCore
import WidgetLayout
import WidgetSurfaces

@testable import BoardCommands
@testable import WidgetScene

/// A terminal's frames and those of surfaces that draw in points are of the same plan.
@Suite struct AgreementTests {
    private static let moments = (1...10).map { Double($0) * 0.045 }

    /// A widget in points and in cells, from the old view to the new one at second 0.
    private struct Pair {
        let stage = CardStage()
        let scene = WidgetScene()
        let cards: (old: RenderedWidget, new: RenderedWidget)
        let lists: (old: DisplayList, new: DisplayList)

        init(_ old: String, _ new: String) throws {
            let presentation = Presentation(texts: TextCache(measurer: EvenMeasurer()))
            cards = try stage.change(old, new)
            let archives = try [cards.old, cards.new].map { try #require($0.recording?.archive) }
            let traits = PresentationTraits(family: .systemSmall, now: CardStage.now)
            lists = (presentation.displayList(of: archives[0], traits: traits), presentation.displayList(of: archives[1], traits: traits))
            scene.show(archives[0], lists.old, at: -10)
            scene.show(archives[1], lists.new, at: 0)
        }

        /// How far a number of a node that is in both lists has come in points, 0 to 1; the one that goes farthest.
        func part(of id: DisplayID, at time: Double) throws -> Double {
            func numbers(_ list: DisplayList) throws -> [Double] { try #require(list.nodes.first { $0.id == id }).vector.numbers }
            let (old, new, now) = (try numbers(lists.old), try numbers(lists.new), try numbers(scene.frame(at: time)))
            let index = try #require(old.indices.max { abs(new[$0] - old[$0]) < abs(new[$1] - old[$1]) })
            return (now[index] - old[index]) / (new[index] - old[index])
        }

        /// The node whose numbers differ most.
        func mover() throws -> DisplayID {
            func way(_ node: DisplayNode) -> Double {
                guard let past = lists.old.nodes.first(where: { $0.id == node.id }), past.isLike(node) else { return 0 }
                return zip(past.vector.numbers, node.vector.numbers).map { abs($0 - $1) }.max() ?? 0
            }
            return try #require(lists.new.nodes.max { way($0) < way($1) }).id
        }
    }

    private final class EvenMeasurer: TextMeasurer {
        func advances(of text: String, in font: DisplayFont) -> [Double] { text.map { _ in font.size / 2 } }
    }

    @Test(arguments: [#""spring""#, #"{"curve": "linear", "duration": 0.4}"#, #""bouncy""#]) func barsAreEquallyFull(animation: String) throws {
        func view(_ value: Double) -> String { #"{"progress": \#(value), "animation": {"value": \#(value), "animation": \#(animation)}}"# }
        let pair = try Pair(view(0.1), view(0.8))
        let mover = try pair.mover()
        let columns = 20.0
        for moment in Self.moments {
            let cells = pair.stage.frame(pair.cards.new, at: moment).text[1].reduce(0.0) { sum, character in
                sum + (Array("▏▎▍▌▋▊▉█").firstIndex(of: character).map { Double($0 + 1) / 8 } ?? 0)
            }
            let expected = columns * min(1, 0.1 + 0.7 * (try pair.part(of: mover, at: moment)))
            #expect(abs(cells - expected) <= 0.5, "at \(moment) s")
        }
    }

    @Test func rowsAreEquallyFar() throws {
        let pair = try Pair(
            #"{"vstack": [{"text": "moves", "id": "m"}, {"text": "up"}, {"spacer": 80}]}"#,
            #"{"vstack": [{"spacer": 80}, {"text": "up"}, {"text": "moves", "id": "m"}]}"#)
        func list(_ list: DisplayList) throws -> DisplayNode {
            try #require(list.nodes.first { if case .text(let text) = $0.content { text.plainText == "moves" } else { false } })
        }
        let id = try list(pair.lists.new).id
        let (from, to) = (try #require(pair.cards.old.row(of: "moves")), try #require(pair.cards.new.row(of: "moves")))
        #expect(to - from >= 4)
        for moment in Self.moments {
            // Where it passes behind the other text it isn't seen.
            guard let row = pair.stage.frame(pair.cards.new, at: moment).row(of: "moves") else { continue }
            let expected = Double(from) + Double(to - from) * (try pair.part(of: id, at: moment))
            #expect(abs(Double(row) - expected) <= 0.5 + 1e-6, "at \(moment) s")
        }
    }

    @Test func whatComesIsEquallySeen() throws {
        let pair = try Pair(#"{"vstack": ["stays"]}"#, #"{"vstack": ["stays", {"text": "x", "foregroundStyle": "red", "id": "x"}]}"#)
        for moment in Self.moments {
            var opacity = 1.0
            var open: [(end: Int, opacity: Double)] = []
            for (index, node) in pair.scene.frame(at: moment).nodes.enumerated() {
                open.removeAll { $0.end <= index }
                if case .opacity(let own) = node.effect { open.append((node.end, own)) }
                if case .text(let text) = node.content, text.plainText == "x" { opacity = open.reduce(1) { $0 * $1.opacity } }
            }
            // Below a sixteenth nothing is drawn, and from 1 on it has a name.
            guard opacity > 0.07, opacity < 0.99 else { continue }
            let red = try #require(pair.stage.frame(pair.cards.new, at: moment).red(of: "x"), "at \(moment) s, \(opacity)")
            #expect(abs(Double(red) / 255 - opacity) < 0.01, "at \(moment) s")
        }
    }
}
