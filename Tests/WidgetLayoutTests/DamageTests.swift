import LayoutTestSupport
import Testing
import WidgetCore
import WidgetScripts

@testable import WidgetLayout

@Suite("The part of a list that looks different") struct DamageTests {
    private func list(_ view: String, now: Timestamp = GoldenCase.noon) throws -> DisplayList {
        let timeline = try ScriptTimeline.decode(Array(#"{"view": \#(view)}"#.utf8), family: .systemSmall, now: now)
        let traits = PresentationTraits(family: .systemSmall, scale: 1, now: now)
        return Presentation(texts: TextCache(measurer: InterMeasurer())).displayList(of: timeline.entries[0].archive, traits: traits)
    }

    private func text(_ word: String, in list: DisplayList) throws -> Rect {
        let node = list.nodes.first { node in
            if case .text(let text) = node.content { text.lines.contains { $0.runs.contains { $0.text == word } } } else { false }
        }
        return try #require(node).frame
    }

    @Test("The same views have none; another word is around both words, and smaller than the widget")
    func words() throws {
        let old = try list(#"{"vstack": ["Above", "Old", "Below"]}"#)
        #expect(old.damage(since: old) == .zero)
        let new = try list(#"{"vstack": ["Above", "Newer", "Below"]}"#)
        let damage = new.damage(since: old)
        for frame in [try text("Old", in: old), try text("Newer", in: new)] { #expect(damage.union(frame) == damage) }
        let above = try text("Above", in: new).inset(by: 6)
        #expect(damage.size.height < 40 && damage.intersection(above).isEmpty)
    }

    @Test("What comes and what leaves is in it, whatever follows")
    func coming() throws {
        let old = try list(#"{"zstack": [{"text": "A", "id": "a", "offset": {"x": 0, "y": -50}}, {"text": "B", "id": "b", "offset": {"x": 0, "y": 50}}]}"#)
        let new = try list(#"{"zstack": [{"text": "B", "id": "b", "offset": {"x": 0, "y": 50}}]}"#)
        #expect(new.damage(since: old) == old.damage(since: new))
        let damage = new.damage(since: old)
        #expect(!damage.isEmpty && damage.maxY < 79)
    }

    @Test("A moved, faded or blurred group is in it where it was and where it is, and a blur reaches beyond its views")
    func effects() throws {
        let still = try list(#"{"text": "A", "id": "a"}"#)
        let moved = try list(#"{"text": "A", "id": "a", "offset": {"x": 40, "y": 0}}"#)
        #expect(moved.damage(since: still).size.width > 40)
        let narrow = try text("A", in: still).size.width
        let sharp = try list(#"{"text": "A", "id": "a", "blur": 1}"#)
        let blurred = try list(#"{"text": "A", "id": "a", "blur": 10}"#)
        #expect(blurred.damage(since: sharp).size.width >= narrow + 30)
    }

    @Test("A list of another size differs everywhere")
    func size() throws {
        let old = try list(#""A""#)
        var new = old
        new.size = Size(width: 200, height: 100)
        #expect(new.damage(since: old) == Rect(x: 0, y: 0, width: 200, height: 158))
    }
}

@Suite("What can be tapped") struct TargetTests {
    private func list(_ view: String) throws -> DisplayList {
        let timeline = try ScriptTimeline.decode(Array(#"{"view": \#(view)}"#.utf8), family: .systemSmall, now: GoldenCase.noon)
        let traits = PresentationTraits(family: .systemSmall, scale: 1, now: GoldenCase.noon)
        return Presentation(texts: TextCache(measurer: InterMeasurer())).displayList(of: timeline.entries[0].archive, traits: traits)
    }

    @Test("A button is hit within its frame, also where it was moved, enlarged or turned; a finger hits a small one from beside it")
    func hits() throws {
        let plain = try list(#"{"button": "Go", "id": "go", "reload": true}"#)
        let frame = try #require(plain.targets.first).frame
        #expect(plain.target(at: Point(x: frame.midX, y: frame.midY))?.action == "go")
        #expect(plain.target(at: Point(x: 1, y: 1)) == nil)
        let beside = Point(x: frame.midX, y: frame.midY - 21)
        #expect(frame.size.height < 42 && plain.target(at: beside) == nil && plain.target(at: beside, isFinger: true)?.action == "go")
        let moved = try list(#"{"button": "Go", "id": "go", "reload": true, "offset": {"x": 0, "y": 50}}"#)
        #expect(moved.target(at: Point(x: frame.midX, y: frame.midY)) == nil)
        #expect(moved.target(at: Point(x: frame.midX, y: frame.midY + 50))?.action == "go")
        let turned = try list(#"{"button": "Go on and on", "id": "go", "reload": true, "rotation": 90}"#)
        let tall = try #require(turned.targets.first).frame
        #expect(tall.size.height > tall.size.width)
        // Turned away in space, its right side is nearer to the middle than its left side.
        let away = try list(#"{"button": "Go on and on", "id": "go", "reload": true, "rotation3D": {"angle": 60, "axis": {"y": 1}}}"#)
        let seen = try #require(away.targets.first).frame
        #expect(seen.size.width < tall.size.height && seen.maxX - 79 < 79 - seen.minX)
    }

    @Test("Of two that lie over each other the one in front is hit, and one that is clipped away isn't")
    func order() throws {
        let both = try list(#"{"zstack": [{"button": "Wide below", "id": "below", "reload": true}, {"button": "Up", "id": "above", "reload": true}]}"#)
        let middle = try #require(both.targets.last).frame
        #expect(both.target(at: Point(x: middle.midX, y: middle.midY))?.action == "above")
        let clipped = try list(#"{"button": "Go", "id": "go", "reload": true, "offset": {"x": 300, "y": 0}}"#)
        #expect(clipped.targets.isEmpty)
    }

    @Test("A pressed target is fainter, and all other nodes stay as they are")
    func pressing() throws {
        let list = try list(#"{"vstack": ["Above", {"button": "Go", "id": "go", "reload": true}, "Below"]}"#)
        let target = try #require(list.targets.first)
        let pressed = list.pressing(target.node)
        #expect(pressed.nodes.count == list.nodes.count + 1 && pressed.nodes[target.node].effect == .opacity(0.5))
        #expect(pressed.nodes[0].end == pressed.nodes.count)
        let damage = pressed.damage(since: list)
        #expect(!damage.isEmpty && damage.size.height < 60)
        #expect(pressed.targets.map(\.frame) == list.targets.map(\.frame))
        let focused = list.focusing(target.frame, color: .white)
        #expect(focused.damage(since: list).union(target.frame.inset(by: -4)) == focused.damage(since: list))
    }
}
