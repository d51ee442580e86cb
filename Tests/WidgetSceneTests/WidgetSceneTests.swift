import LayoutTestSupport
import Motion
import Testing
import WidgetCore
import WidgetLayout
import WidgetScripts

@testable import WidgetScene

/// An entry becomes another as widgets do.
@Suite struct WidgetSceneTests {
    @Test func anEntryByItselfIsItsList() throws {
        let stage = Stage()
        let list = try stage.show(#"{"text": "a"}"#, at: 0)
        #expect(stage.scene.frame(at: 0) == list)
        #expect(stage.scene.nextChange(after: 0) == nil)
    }

    @Test func aTextThatChangesIsBlurredAndFades() throws {
        let stage = Stage()
        try stage.show(#"{"text": "old"}"#, at: 0)
        let next = try stage.show(#"{"text": "new"}"#, at: 1)
        #expect(stage.scene.frame(at: 1).opacity(of: "old") == 1)
        let middle = stage.scene.frame(at: 1.15)
        #expect(middle.texts == ["old", "new"])
        let (old, new) = (try #require(middle.opacity(of: "old")), try #require(middle.opacity(of: "new")))
        #expect(old > 0 && old < 1 && abs(old + new - 1) < 1e-9)
        #expect(middle.nodes.contains { if case .blur(let radius) = $0.effect { radius > 0 } else { false } })
        #expect(stage.scene.frame(at: 3) == next)
        #expect(stage.scene.nextChange(after: 3) == nil)
    }

    @Test func allHasArrivedAfterTwoSeconds() throws {
        let stage = Stage()
        try stage.show(#"{"text": "a", "animation": {"value": 1, "animation": {"curve": "linear", "duration": 10}}}"#, at: 0)
        let next = try stage.show(#"{"text": "b", "animation": {"value": 2, "animation": {"curve": "linear", "duration": 10}}}"#, at: 0)
        #expect(stage.scene.frame(at: 1.9) != next)
        #expect(stage.scene.frame(at: AnimatorLimits.widget) == next)
    }

    @Test func aViewThatComesFadesInAndOneThatLeavesFadesOut() throws {
        let stage = Stage()
        try stage.show(#"{"vstack": ["stays", {"text": "leaves", "id": "l"}]}"#, at: 0)
        let next = try stage.show(#"{"vstack": ["stays", {"text": "comes", "id": "c"}]}"#, at: 0)
        let middle = stage.scene.frame(at: 0.15)
        #expect(try #require(middle.opacity(of: "comes")) < 1)
        #expect(try #require(middle.opacity(of: "leaves")) < 1)
        #expect(middle.opacity(of: "stays") == 1)
        #expect(middle.isWhole)
        #expect(stage.scene.frame(at: 2) == next)
    }

    @Test func nothingIsLeftOnItsWayOutWhereNothingIsDrawnAnyMore() throws {
        let stage = Stage()
        try stage.show(#"{"vstack": ["stays", {"text": "leaves", "id": "l"}]}"#, at: 0)
        let view = #"{"vstack": ["stays", {"text": "comes", "id": "c"}]}"#
        try stage.show(view, at: 0)
        try #require(stage.scene.frame(at: 0.1).texts.contains("leaves"))
        try stage.show(view, at: 0.1) { $0.nodes = [] }
        #expect(stage.scene.frame(at: 0.1).nodes.isEmpty)
        #expect(stage.scene.nextChange(after: 0.1) == nil)
    }

    @Test func theLayersOfASymbolMoveWithIt() throws {
        let stage = Stage()
        let symbol = #"{"image": "cloud.sun.fill", "symbolRenderingMode": "multicolor", "id": 1}"#
        try stage.show(#"{"vstack": [\#(symbol), {"spacer": true}]}"#, at: 0)
        let next = try stage.show(#"{"vstack": [{"spacer": true}, \#(symbol)]}"#, at: 0)
        func tops(_ list: DisplayList) throws -> [Double] {
            let shapes = list.nodes.compactMap { if case .shape(let shape) = $0.content, !shape.symbol.isEmpty { shape } else { nil } }
            // It is one view on its way, not an old one that fades below a new one.
            #expect(shapes.count == 1)
            let shape = try #require(shapes.first)
            return ([shape] + shape.layers).map(\.outline.bounds.minY)
        }
        let (middle, end) = (try tops(stage.scene.frame(at: 0.1)), try tops(next))
        #expect(end.count == 2 && middle.count == 2)
        let steps = zip(middle, end).map { $1 - $0 }
        #expect(steps[0] > 1 && abs(steps[0] - steps[1]) < 1e-6)
    }

    @Test(arguments: [(#""symbolEffect""#, 0.5...1), (#"{"symbolEffect": "upUp"}"#, 1...1.5)])
    func aSymbolIsReplacedByItsEffect(_ transition: String, sizes: ClosedRange<Double>) throws {
        let stage = Stage()
        func view(_ name: String) -> String {
            #"{"image": "\#(name)", "contentTransition": \#(transition), "animation": {"value": "\#(name)", "animation": "linear"}}"#
        }
        try stage.show(view("play"), at: 0)
        let next = try stage.show(view("pause"), at: 0)
        let early = stage.scene.frame(at: 0.07)
        #expect(early.symbols == ["play", "pause"])
        let size = try #require(early.scales.first)
        #expect(size > sizes.lowerBound && size < sizes.upperBound && size != 1, "the old one is \(size) as large")
        #expect(stage.scene.frame(at: 2) == next)
    }

    @Test func anotherLevelOfDetailIsAnimatedAsAnotherEntryIs() throws {
        let document = #"""
            {"for": {"levelOfDetail": "default"}, "view": {"vstack": [{"text": "14", "id": "t"}, {"text": "Sunny", "id": "s"}]},
             "variants": [{"for": {"levelOfDetail": "simplified"}, "view": {"vstack": [{"text": "14", "id": "t"}]}}]}
            """#
        let archive = try ScriptTimeline.decode(Array(document.utf8), family: .systemSmall, now: Timestamp(milliseconds: 0)).entries[0].archive
        let scene = WidgetScene()
        let presentation = Presentation(texts: TextCache(measurer: InterMeasurer()))
        func show(_ level: ViewTraits.LevelOfDetail, at time: Double) -> DisplayList {
            var traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))
            traits.views.levelOfDetail = level
            let list = presentation.displayList(of: archive, traits: traits)
            scene.show(archive.adapted(to: traits.views), list, at: time)
            return list
        }
        let far = show(.default, at: 0)
        let near = show(.simplified, at: 0)
        let middle = scene.frame(at: 0.15)
        #expect(try #require(middle.opacity(of: "Sunny")) < 1)
        let (old, new, now) = (try #require(far.seen("14")), try #require(near.seen("14")), try #require(middle.seen("14")))
        #expect(old < now && now < new, "from \(old) to \(new) it is at \(now)")
        #expect(scene.frame(at: 2) == near)
    }

    @Test(arguments: [false, true]) func aViewThatComesMovesAlongWithItsGeometryGroup(_ isGroup: Bool) throws {
        let stage = Stage()
        func view(_ spacer: Int, _ comer: String) -> String {
            let group = #"{"vstack": ["stays"\#(comer)], "id": "g", "geometryGroup": \#(isGroup), "animation": {"value": \#(spacer), "animation": "linear"}}"#
            return #"{"vstack": [{"shape": "rectangle", "frame": {"height": \#(spacer), "width": 10}}, \#(group), {"spacer": 0}], "spacing": 0}"#
        }
        try stage.show(view(10, ""), at: 0)
        let next = try stage.show(view(60, #", {"text": "comes", "id": "c"}"#), at: 0)
        let middle = stage.scene.frame(at: 0.1)
        let distance = try #require(next.seen("comes")) - (try #require(middle.seen("comes")))
        #expect(isGroup ? distance > 10 : distance == 0, "it is \(distance) points above its place")
        #expect(try #require(next.seen("stays")) - (try #require(middle.seen("stays"))) > 10)
        #expect(stage.scene.frame(at: 2) == next)
    }

    @Test func aSymbolThatComesGrowsAndATextIsThereAtOnce() throws {
        let stage = Stage()
        try stage.show(#"{"vstack": ["stays"]}"#, at: 0)
        let comers = #"{"image": "play", "id": "s", "transition": "symbolEffect"}, {"text": "t", "id": "t", "transition": "symbolEffect"}"#
        try stage.show(#"{"vstack": ["stays", \#(comers)]}"#, at: 0)
        let early = stage.scene.frame(at: 0.05)
        #expect(early.scales.contains { $0 > 0.5 && $0 < 1 })
        #expect(early.opacity(of: "t") == 1)
    }

    @Test func viewsMoveToTheirNewPlaces() throws {
        let stage = Stage()
        let old = try stage.show(#"{"vstack": [{"text": "a", "id": 1}, {"spacer": true}]}"#, at: 0)
        let new = try stage.show(#"{"vstack": [{"spacer": true}, {"text": "a", "id": 1}]}"#, at: 0)
        let (from, to) = (try #require(old.frame(of: "a")), try #require(new.frame(of: "a")))
        try #require(from != to)
        let y = try #require(stage.scene.frame(at: 0.1).frame(of: "a")).minY
        #expect(y > from.minY && y < to.minY)
    }

    @Test func numbersGlideTogetherWithTheirViews() throws {
        let stage = Stage()
        try stage.show(#"{"text": "a", "opacity": 0.2}"#, at: 0)
        try stage.show(#"{"text": "a", "opacity": 0.8}"#, at: 0)
        let opacity = try #require(stage.scene.frame(at: 0.1).opacity(of: "a"))
        #expect(opacity > 0.2 && opacity < 0.8)
    }

    /// The angles of all rotations that are shown, in degrees.
    private func angles(_ scene: WidgetScene, at time: Double) -> [Double] {
        scene.frame(at: time).nodes.compactMap { if case .rotation(let angle, _) = $0.effect { angle * 180 / .pi } else { nil } }
    }

    @Test func anEffectThatIsNewBeginsFromNothing() throws {
        let stage = Stage()
        try stage.show(#"{"text": "a"}"#, at: 0)
        try stage.show(#"{"text": "a", "rotation": 90}"#, at: 0)
        #expect(angles(stage.scene, at: 0.1).contains { $0 > 1 && $0 < 89 })
    }

    @Test func anEffectThatIsLostGoesBackToNothing() throws {
        let stage = Stage()
        try stage.show(#"{"vstack": [{"text": "a", "rotation": 90}, {"text": "b", "opacity": 0.2}]}"#, at: 0)
        let next = try stage.show(#"{"vstack": ["a", "b"]}"#, at: 0)
        #expect(angles(stage.scene, at: 0.1).contains { $0 > 1 && $0 < 89 })
        let opacity = try #require(stage.scene.frame(at: 0.1).opacity(of: "b"))
        #expect(opacity > 0.2 && opacity < 1)
        #expect(stage.scene.frame(at: 0.1).isWhole)
        #expect(stage.scene.frame(at: 2) == next)
        // It comes back from where it is.
        let before = try #require(angles(stage.scene, at: 0.1).first)
        try stage.show(#"{"vstack": [{"text": "a", "rotation": 90}, {"text": "b", "opacity": 0.2}]}"#, at: 0.1)
        #expect(abs(try #require(angles(stage.scene, at: 0.1).first) - before) < 1)
    }

    @Test func aTurnGoesTheWayThatItsAngleGoes() throws {
        let stage = Stage()
        try stage.show(#"{"text": "a", "rotation": 170}"#, at: 0)
        try stage.show(#"{"text": "a", "rotation": 350}"#, at: 0)
        #expect(angles(stage.scene, at: 0.1).allSatisfy { $0 > 170 && $0 < 350 })
        try stage.show(#"{"text": "a", "rotation": 710}"#, at: 3)
        let seen = stride(from: 3.0, to: 4, by: 0.05).compactMap { angles(stage.scene, at: $0).first }
        #expect(seen.contains { $0 > 450 && $0 < 650 }, "a whole turn is seen")
    }

    @Test(arguments: [#""animation": {"value": 2, "animation": null}"#, #""contentTransition": "identity""#])
    func aChangeWithoutAnAnimationIsThereAtOnce(_ rule: String) throws {
        let stage = Stage()
        try stage.show(#"{"text": "a", \#(rule.replacing("2", with: "1"))}"#, at: 0)
        let next = try stage.show(#"{"text": "b", \#(rule)}"#, at: 0)
        #expect(stage.scene.frame(at: 0) == next)
    }

    @Test func anAlwaysOnDisplayShowsNoAnimation() throws {
        var options = WidgetScene.Options()
        options.isAlwaysOn = true
        let stage = Stage(options)
        try stage.show(#"{"text": "a"}"#, at: 0)
        let next = try stage.show(#"{"text": "b"}"#, at: 0)
        #expect(stage.scene.frame(at: 0) == next)
    }

    @Test func lessMotionFadesAndMovesNothing() throws {
        var options = WidgetScene.Options()
        options.reducesMotion = true
        let stage = Stage(options)
        try stage.show(#"{"vstack": [{"text": "95", "contentTransition": "numericText"}, {"text": "l", "id": "l", "transition": "slide"}]}"#, at: 0)
        try stage.show(#"{"vstack": [{"text": "158", "contentTransition": "numericText"}]}"#, at: 0)
        let middle = stage.scene.frame(at: 0.1)
        #expect(!middle.nodes.contains { $0.effect?.mapping != nil })
        #expect(middle.nodes.contains { if case .opacity(let opacity) = $0.effect { opacity < 1 } else { false } })
    }

    @Test func aCardThatFlipsIsSeenFromTheSideOnItsWay() throws {
        let stage = Stage()
        func card(_ angle: Int) -> String { #"{"text": "card", "rotation3D": {"angle": \#(angle), "axis": {"y": 1}}}"# }
        try stage.show(card(0), at: 0)
        let end = try stage.show(card(360), at: 0)
        let widths = stride(from: 0, through: 1, by: 0.02).compactMap { time in
            let list = stage.scene.frame(at: time)
            return list.nodes.indices.first { list.nodes[$0].effect?.mapping != nil }.map { list.extent(of: $0).size.width }
        }
        // A whole turn ends as it began, and yet is seen.
        let whole = try #require(widths.first)
        #expect(widths.contains { $0 < whole / 4 })
        #expect(stage.scene.frame(at: 3) == end)
    }

    @Test func aNumberRollsItsDigits() throws {
        let stage = Stage()
        try stage.show(#"{"text": "95 mg", "contentTransition": "numericText"}"#, at: 0)
        let next = try stage.show(#"{"text": "158 mg", "contentTransition": "numericText"}"#, at: 0)
        let middle = stage.scene.frame(at: 0.2)
        #expect(middle.texts.count == "95".count + "158 mg".count)
        #expect(middle.isWhole)
        // The unit stays, and only moves.
        let unit = try #require(middle.frame(of: "g"))
        let places = next.nodes.compactMap { if case .text(let text) = $0.content { text.lines[0].runs.last?.x } else { nil } }
        let place = try #require(places.last)
        #expect(unit.minX < place)
        #expect(stage.scene.frame(at: 2) == next)
    }

    @Test func anotherChangeGoesOnFromWhereViewsAre() throws {
        let stage = Stage()
        try stage.show(#"{"text": "a", "offset": {"x": 0}}"#, at: 0)
        try stage.show(#"{"text": "a", "offset": {"x": 60}}"#, at: 0)
        let before = try #require(stage.scene.frame(at: 0.2).frame(of: "a"))
        try stage.show(#"{"text": "a", "offset": {"x": 10}}"#, at: 0.2)
        let after = try #require(stage.scene.frame(at: 0.2).frame(of: "a"))
        #expect(abs(before.minX - after.minX) < 1e-6)
        // It was on its way to the right, and doesn't stop at once.
        let later = try #require(stage.scene.frame(at: 0.21).frame(of: "a"))
        #expect(later.minX > after.minX)
    }

    @Test func aClocksTickIsThereAtOnceWhileOthersMove() throws {
        let stage = Stage()
        func view(_ x: Int) -> String { #"{"vstack": [{"timer": {"since": "1970-01-01T00:00:00Z"}}, {"text": "a", "offset": {"x": \#(x)}}]}"# }
        try stage.show(view(0), at: 0)
        try stage.show(view(60), at: 0)
        let before = try #require(stage.scene.frame(at: 0.2).frame(of: "a"))
        let tick = try stage.show(view(60), at: 0.2, now: Timestamp(milliseconds: 5_000))
        let frame = stage.scene.frame(at: 0.2)
        #expect(frame.texts == tick.texts && frame.texts.contains("0:05"))
        #expect(frame.frame(of: "a") == before)
    }

    @Test func anAnimationBesideAnIDHoldsForTheViewsThatComeAndLeave() throws {
        func view(_ id: Int) -> String {
            #"{"vstack": ["s", {"text": "t\#(id)", "id": \#(id), "animation": {"value": \#(id), "animation": {"curve": "linear", "duration": 1}}}]}"#
        }
        let stage = Stage()
        try stage.show(view(1), at: 0)
        try stage.show(view(2), at: 10)
        let middle = stage.scene.frame(at: 10.5)
        #expect(middle.opacity(of: "t1") == 0.5 && middle.opacity(of: "t2") == 0.5)
        #expect(stage.scene.end == 11)
    }

    @Test func theSameWordsInAnotherFontGrow() throws {
        func view(_ size: Int) -> String {
            #"{"text": "words", "font": \#(size), "animation": {"value": \#(size), "animation": {"curve": "linear", "duration": 1}}}"#
        }
        let stage = Stage()
        let old = try stage.show(view(10), at: 0)
        let new = try stage.show(view(30), at: 10)
        let list = stage.scene.frame(at: 10.5)
        let maps = list.nodes.compactMap { if case .transform(let transform) = $0.effect { transform } else { nil } }
        let (small, large) = (try #require(old.frame(of: "words")), try #require(new.frame(of: "words")))
        let middle = (small.size.height + large.size.height) / 2
        #expect(maps.map { ($0.d * 1_000).rounded() } == [middle / small.size.height, middle / large.size.height].map { ($0 * 1_000).rounded() })
        #expect(stage.scene.frame(at: 12) == new)
    }

    @Test func theDigitsOfAClockRollWhereItsTextIsNumeric() throws {
        let stage = Stage()
        let view = #"{"timer": {"since": "1970-01-01T00:00:00Z"}, "contentTransition": "numericText"}"#
        try stage.show(view, at: 0, now: Timestamp(milliseconds: 4_000))
        let next = try stage.show(view, at: 1, now: Timestamp(milliseconds: 5_000))
        let middle = stage.scene.frame(at: 1.1)
        #expect(middle.texts.contains("4") && middle.texts.contains("5"))
        #expect(stage.scene.frame(at: 3) == next)
    }

    @Test func neighboursThatLeaveTogetherBothFade() throws {
        let stage = Stage()
        try stage.show(#"{"vstack": ["a", {"text": "b", "id": "b"}, {"text": "c", "id": "c"}]}"#, at: 0)
        try stage.show(#"{"vstack": ["a"]}"#, at: 0)
        let middle = stage.scene.frame(at: 0.1)
        #expect(Set(middle.texts) == ["a", "b", "c"])
        #expect(middle.isWhole)
    }

    @Test func anotherChangeEndsNoViewsComing() throws {
        let stage = Stage()
        try stage.show(#"{"vstack": ["x"]}"#, at: 0)
        try stage.show(#"{"vstack": ["x", {"text": "c", "id": "c"}]}"#, at: 0)
        let before = try #require(stage.scene.frame(at: 0.1).opacity(of: "c"))
        try stage.show(#"{"vstack": ["y", {"text": "c", "id": "c"}]}"#, at: 0.1)
        #expect(try #require(stage.scene.frame(at: 0.1).opacity(of: "c")) == before)
        #expect(before < 1)
    }

    @Test func aViewThatComesBackGoesTheWayBack() throws {
        let stage = Stage()
        let both = #"{"vstack": ["x", {"text": "c", "id": "c"}]}"#
        try stage.show(both, at: 0)
        try stage.show(#"{"vstack": ["x"]}"#, at: 0)
        let leaving = try #require(stage.scene.frame(at: 0.1).opacity(of: "c"))
        let last = try stage.show(both, at: 0.1)
        let back = stage.scene.frame(at: 0.1)
        #expect(abs(try #require(back.opacity(of: "c")) - leaving) < 1e-9)
        #expect(back.texts.count { $0 == "c" } == 1)
        #expect(stage.scene.frame(at: 2.2) == last)
    }

    @Test func aViewKeepsItsOwnAnimationWhileOthersChange() throws {
        let stage = Stage()
        func view(_ x: Int, _ text: String) -> String {
            let rule = #"{"value": \#(x), "animation": {"curve": "linear", "duration": 1.5}}"#
            return #"{"vstack": [{"text": "a", "offset": {"x": \#(x)}, "animation": \#(rule)}, "\#(text)"]}"#
        }
        try stage.show(view(0, "x"), at: 0)
        let start = try #require(stage.scene.frame(at: 0).frame(of: "a")).minX
        try stage.show(view(60, "x"), at: 0)
        try stage.show(view(60, "y"), at: 0.3)
        #expect(abs(try #require(stage.scene.frame(at: 0.75).frame(of: "a")).minX - start - 30) < 0.5)
    }

    @Test func aNumberThatBecomesLessRollsDown() throws {
        let stage = Stage()
        try stage.show(#"{"text": "95", "contentTransition": {"numericText": 95}}"#, at: 0)
        try stage.show(#"{"text": "80", "contentTransition": {"numericText": 80}}"#, at: 0)
        // The new digits come from above, and the old ones leave downwards.
        let moves = stage.scene.frame(at: 0.01).nodes.compactMap { node -> Double? in
            if case .transform(let transform) = node.effect, transform.a == 1 { transform.ty } else { nil }
        }
        #expect(moves.min() ?? 0 < -5)
    }

    @Test func aTextThatChangesTwiceDoesNotJump() throws {
        let stage = Stage()
        try stage.show(#"{"text": "a"}"#, at: 0)
        try stage.show(#"{"text": "b"}"#, at: 0)
        let before = try #require(stage.scene.frame(at: 0.1).opacity(of: "a"))
        try stage.show(#"{"text": "c"}"#, at: 0.1)
        #expect(abs(try #require(stage.scene.frame(at: 0.1).opacity(of: "a")) - before) < 1e-9)
    }

    @Test func aViewThatLeavesWhileItMovesFadesWhereItIs() throws {
        let stage = Stage()
        func view(_ x: Int) -> String { #"{"vstack": ["x", {"text": "c", "id": "c", "offset": {"x": \#(x)}}]}"# }
        try stage.show(view(0), at: 0)
        try stage.show(view(60), at: 0)
        let place = try #require(stage.scene.frame(at: 0.05).frame(of: "c"))
        try stage.show(#"{"vstack": ["x"]}"#, at: 0.05)
        #expect(try #require(stage.scene.frame(at: 0.05).frame(of: "c")) == place)
    }

    @Test func whatLeavesCanNotBeTapped() throws {
        let stage = Stage()
        try stage.show(#"{"vstack": ["x", {"button": "Add", "intent": "Add"}]}"#, at: 0)
        try stage.show(#"{"vstack": ["x"]}"#, at: 0)
        let middle = stage.scene.frame(at: 0.1)
        #expect(middle.texts.contains("Add") && middle.nodes.allSatisfy { $0.action == nil })
    }

    @Test func anAnimationWithoutBoundsStaysWithinThem() throws {
        let stage = Stage()
        func view(_ tracking: Int) throws -> ViewArchive {
            var text = ViewTree(.view(.text("a")))
            let animation = ViewAnimation(.samples([0, 1e9]))
            text.modifiers = [
                .tracking(Double(tracking)), .animation(AnimationRule(digest: Array(repeating: UInt8(tracking), count: 16), animation: animation)),
            ]
            return try text.archive().validated(family: .systemSmall)
        }
        let traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))
        for archive in [try view(0), try view(1)] {
            stage.scene.show(archive, Presentation(texts: TextCache(measurer: InterMeasurer())).displayList(of: archive, traits: traits), at: 0)
        }
        for case .text(let text) in stage.scene.frame(at: 1.0 / 60).nodes.compactMap(\.content) {
            #expect(text.lines[0].runs.allSatisfy { $0.tracking.magnitude <= 10_000 })
        }
    }

    @Test func aViewTakesThePlaceOfTheOneWithTheSameMatchedGeometry() throws {
        let key = MatchedGeometryKey(digest: Array(repeating: 7, count: 16))
        func view(_ id: String, _ x: Double) throws -> ViewArchive {
            var circle = ViewTree(.view(.shape(.circle))).id(id)
            circle.modifiers += [.frame(ViewFrame(width: 20, height: 20)), .matchedGeometry(key), .position(x: x, y: 50)]
            return try ViewTree(.view(.stack(axis: .depth, alignment: nil, spacing: nil)), children: [circle]).archive().validated(family: .systemSmall)
        }
        let scene = WidgetScene()
        let traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))
        let presentation = Presentation(texts: TextCache(measurer: InterMeasurer()))
        for archive in [try view("a", 20), try view("b", 100)] { scene.show(archive, presentation.displayList(of: archive, traits: traits), at: 0) }
        // Both circles are seen in one place, which goes from the left to the right.
        let moves = scene.frame(at: 0.15).nodes.compactMap { if case .transform(let transform) = $0.effect { transform.tx } else { nil } }
        #expect(moves.count == 2, "\(scene.frame(at: 0.15))")
        #expect(moves.contains { $0 > 5 } && moves.contains { $0 < -5 })
        let start = scene.frame(at: 0).nodes.compactMap { if case .transform(let transform) = $0.effect { transform.tx } else { nil } }
        #expect(start.contains { abs($0 + 80) < 0.01 })
    }

    /// Any view becomes any other, and is there in the end.
    @Test(arguments: zip(GoldenCase.all, GoldenCase.all.dropFirst())) func anyViewBecomesAnyOther(_ first: String, _ second: String) throws {
        let (old, new) = (try GoldenCase(first), try GoldenCase(second))
        let scene = WidgetScene()
        let traits = old.traits(old.looks[0])
        let presentation = Presentation(texts: TextCache(measurer: InterMeasurer()))
        func list(_ archive: ViewArchive) -> DisplayList { presentation.displayList(of: archive.adapted(to: traits.views), traits: traits) }
        // Some cases are beyond the limits of an archive.
        let archives = [old, new].map { (try? $0.archive.validated(family: .systemExtraLarge)) ?? $0.archive }
        let (before, after) = (list(archives[0]), list(archives[1]))
        scene.show(archives[0].adapted(to: traits.views), before, at: 0)
        scene.show(archives[1].adapted(to: traits.views), after, at: 0)
        for time in [0, 0.05, 0.2, 0.6, 1.5] { #expect(scene.frame(at: time).isWhole, "at \(time) s") }
        // A change of mind on the way.
        scene.show(archives[0].adapted(to: traits.views), before, at: 0.3)
        #expect(scene.frame(at: 0.4).isWhole)
        #expect(scene.frame(at: 0.3 + AnimatorLimits.widget) == before)
        #expect(scene.nextChange(after: 0.3 + AnimatorLimits.widget) == nil)
    }
}
