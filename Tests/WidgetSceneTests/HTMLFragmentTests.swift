import Motion
import Testing
import WidgetCore
import WidgetLayout

@testable import WidgetScene
@testable import WidgetVector

/// The change of an entry as a browser plays it.
@Suite struct HTMLFragmentTests {
    /// The fragment of the change from one view to another.
    private func change(_ old: String, _ new: String) throws -> HTMLFragment {
        let stage = Stage()
        try stage.show(old, at: 0)
        try stage.show(new, at: 1)
        return try fragment(stage.scene, from: 1)
    }

    private func fragment(_ scene: WidgetScene, from start: Double) throws -> HTMLFragment {
        let motion = try #require(scene.motion(from: start))
        return HTMLRenderer().fragment(motion, prefix: "w")
    }

    @Test func aListThatStandsStillIsOneDrawing() throws {
        let stage = Stage()
        let list = try stage.show(#"{"vstack": ["a", "b", {"gauge": 0.5}]}"#, at: 0)
        #expect(stage.scene.motion(from: 0) == nil)
        let fragment = HTMLRenderer().fragment(list, prefix: "w")
        #expect(fragment.html.ranges(of: "<svg").count == 1)
        #expect(fragment.animations.isEmpty && fragment.departed.isEmpty)
    }

    @Test func aTextThatChangesIsTwoDrawingsOfWhichTheOldOneGoes() throws {
        let fragment = try change(#"{"vstack": ["stays", {"text": "old", "id": 1}]}"#, #"{"vstack": ["stays", {"text": "new", "id": 1}]}"#)
        #expect(fragment.html.contains(">old<") && fragment.html.contains(">new<"))
        let old = try #require(fragment.departed.first)
        #expect(fragment.departed.count == 1)
        let leaving = try #require(fragment.animations.first { $0.element == old })
        #expect(leaving.keyframes.first?.properties["opacity"] == "1" && leaving.keyframes.last?.properties["opacity"] == "0")
        #expect(leaving.keyframes.last?.properties["filter"]?.hasPrefix("blur(") == true)
        #expect(!fragment.animations.contains { $0.keyframes.contains { $0.properties["transform"] != nil } })
    }

    @Test func aViewThatMovesIsADrawingThatMovesByASpring() throws {
        let fragment = try change(
            #"{"vstack": [{"text": "a", "id": 1}, {"spacer": true}]}"#, #"{"vstack": [{"spacer": true}, {"text": "a", "id": 1}]}"#)
        let animation = try #require(fragment.animations.first)
        #expect(fragment.animations.count == 1 && fragment.departed.isEmpty)
        #expect(animation.easing.hasPrefix("linear(0,."))
        #expect(animation.keyframes.last?.properties["transform"] == "matrix(1,0,0,1,0,0)")
        // 22 points are enough for a thousandth; a few more are let through here.
        #expect(animation.easing.utf8.count < 270)
    }

    @Test(arguments: [Spring.smooth, .snappy, .bouncy, Spring(duration: 0.5, bounce: 0.8), Spring(duration: 0.1)])
    func aCurveStaysWithinAThousandthOfItsSpring(_ spring: Spring) throws {
        let times = (0...90).map { Double($0) / 90 }
        let progress = times.map { $0 == 1 ? 1 : spring.value(target: 1.0, time: $0 * 1.5) }
        let css = EasingCurve(times: times, progress: progress).css
        let stops = css.dropFirst("linear(".count).dropLast().split(separator: ",").map { $0.split(separator: " ") }
        let points = try stops.enumerated().map { index, words in
            let time = words.count > 1 ? try #require(Double(words[1].dropLast())) / 100 : index == 0 ? 0 : 1
            return (time: time, progress: try #require(Double(words[0])))
        }
        for (time, wanted) in zip(times, progress) {
            let next = try #require(points.firstIndex { $0.time >= time && $0.time > 0 })
            let (from, to) = (points[next - 1], points[next])
            let value = from.progress + (to.progress - from.progress) * (time - from.time) / (to.time - from.time)
            #expect((value - wanted).magnitude <= 1e-3, "at \(time) it is \(value) instead of \(wanted)")
        }
        #expect(points.count < 70, "\(points.count) points")
    }

    @Test func eachLayerOfASymbolChangesItsOwnColour() throws {
        func symbol(_ colors: String) -> String { #"{"image": "checkmark.circle.fill", "foregroundStyle": [\#(colors)], "id": 1}"# }
        let fragment = try change(symbol(#""white", "red""#), symbol(#""black", "blue""#))
        let fills = fragment.animations.compactMap { $0.keyframes.last?.properties["fill"] }
        #expect(Set(fills).count == 2)
        #expect(Set(fragment.animations.map(\.element)).count == 2)
    }

    @Test func aTurnInSpaceHasAVanishingPointInABrowser() throws {
        let stage = Stage()
        func card(_ angle: Int) -> String { #"{"text": "card", "rotation3D": {"angle": \#(angle), "axis": {"y": 1}}}"# }
        let list = try stage.show(card(45), at: 0)
        #expect(HTMLRenderer().fragment(list, prefix: "w").html.contains("transform:matrix3d("))
        let fragment = try change(card(0), card(180))
        let animation = try #require(fragment.animations.first)
        #expect(animation.keyframes.count > 4)
        #expect(animation.keyframes.allSatisfy { $0.properties["transform"]?.hasPrefix("matrix3d(") == true })
    }

    @Test func effectsAroundEachOtherAreOneElement() throws {
        let fragment = try change(
            #"{"vstack": ["a"]}"#, #"{"vstack": ["a", {"text": "b", "transition": ["opacity", {"scale": 0.5}]}]}"#)
        let come = fragment.animations.filter { $0.keyframes.first?.properties["opacity"] == "0" }
        #expect(come.count == 1)
    }

    @Test func aMotionThatIsTurnedGoesThroughItsPlaces() throws {
        let stage = Stage()
        let (top, bottom) = (#"{"vstack": [{"text": "a", "id": 1}, {"spacer": true}]}"#, #"{"vstack": [{"spacer": true}, {"text": "a", "id": 1}]}"#)
        try stage.show(top, at: 0)
        try stage.show(bottom, at: 0)
        try stage.show(top, at: 0.1)
        let animation = try #require(fragment(stage.scene, from: 0.1).animations.first)
        // It still moves down for a moment.
        #expect(animation.easing.contains(",-."))
        #expect(animation.keyframes.first?.properties["transform"] != "matrix(1,0,0,1,0,0)")
    }

    @Test func aRecordedMotionHasTheNodesOfAllMoments() throws {
        let stage = Stage()
        try stage.show(#"{"vstack": [{"text": "95", "contentTransition": "numericText", "id": 1}, {"text": "x", "id": 2}]}"#, at: 0)
        let next = try stage.show(#"{"vstack": [{"text": "158", "contentTransition": "numericText", "id": 1}]}"#, at: 0)
        let motion = try #require(stage.scene.motion(from: 0))
        #expect(motion.list.isWhole)
        #expect(motion.times.first == 0 && motion.times.last ?? 0 <= AnimatorLimits.widget)
        #expect(motion.tracks.values.allSatisfy { $0.count == motion.times.count && $0.last != nil })
        // Without those that have left, and without effects that change nothing, it is the next list.
        let stays = motion.list.nodes.indices.filter { index in !motion.departed.contains { index >= $0 && index < motion.list.nodes[$0].end } }
        let texts = stays.compactMap { index -> String? in if case .text(let text) = motion.list.nodes[index].content { text.plainText } else { nil } }
        #expect(texts.joined() == next.texts.joined())
        #expect(!motion.departed.isEmpty)
    }
}
