import Testing
import WidgetCore
import WidgetLayout

@testable import WidgetScene

/// Phases and keyframes, as an archive has them.
@Suite struct AnimatorTests {
    private let presentation = Presentation(texts: TextCache(measurer: EvenMeasurer()))

    /// A square whose size the animator changes.
    private func square(_ trigger: UInt8, _ kind: ViewAnimator.Kind, from size: Double) throws -> ViewArchive {
        var view = ViewTree(.view(.shape(.rectangle)))
        view.modifiers = [
            .frame(ViewFrame(width: 20, height: 20)), .scale(x: size, y: size),
            .animator(ViewAnimator(trigger: Array(repeating: trigger, count: 16), modifiers: 1, kind: kind)),
        ]
        return try view.archive().validated(family: .systemSmall)
    }

    private func phases(_ trigger: UInt8, animation: ViewAnimation? = ViewAnimation(.timingCurve(.linear, duration: 1))) throws -> ViewArchive {
        let phases = [1.0, 2, 4].map { ViewAnimator.Phase(modifiers: [.scale(x: $0, y: $0)], animation: animation) }
        return try square(trigger, .phases(phases), from: 1)
    }

    /// From 1 to 4 within a second, and then to the end at once.
    private func keyframes(_ trigger: UInt8, end: Double = 1, later: Double = 1) throws -> ViewArchive {
        func run(_ start: Double) -> [[ViewModifier]] {
            ((0..<60).map { start + 3 * Double($0) / 60 } + [end]).map { [.scale(x: $0, y: $0)] }
        }
        return try square(trigger, .keyframes(first: run(1), later: run(later)), from: 1)
    }

    /// - Returns: how large the square is at a moment.
    private func show(_ archive: ViewArchive, in scene: WidgetScene, at time: Double) -> (Double) -> Double {
        scene.show(archive, at: time) { presentation.displayList(of: $0, traits: PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))) }
        return { ((scene.frame(at: $0).scales.first ?? .nan) * 1_000).rounded() / 1_000 }
    }

    @Test func eachChangeOfTheTriggerLeadsToTheNextPhase() throws {
        let scene = WidgetScene()
        let first = try show(phases(1), in: scene, at: 0)
        #expect(first(0) == 1)
        let second = try show(phases(2), in: scene, at: 10)
        #expect([10, 10.5, 11].map(second) == [1, 1.5, 2])
        // The same trigger in another entry leads nowhere.
        let same = try show(phases(2), in: scene, at: 20)
        #expect([20, 20.5, 21].map(same) == [2, 2, 2])
        let third = try show(phases(3), in: scene, at: 30)
        #expect([30, 30.5, 31].map(third) == [2, 3, 4])
        let again = try show(phases(4), in: scene, at: 40)
        #expect(again(41) == 1, "the first one follows the last one")
    }

    @Test func aPhaseWithoutAnAnimationJumps() throws {
        let scene = WidgetScene()
        _ = try show(phases(1, animation: nil), in: scene, at: 0)
        let second = try show(phases(2, animation: nil), in: scene, at: 10)
        #expect(second(10) == 2)
        #expect(scene.nextChange(after: 10) == nil)
    }

    @Test func aChangeOfTheTriggerPlaysTheKeyframesAndTheirEndStays() throws {
        let scene = WidgetScene()
        let first = try show(keyframes(1, end: 2), in: scene, at: 0)
        #expect(first(0) == 1)
        let playing = try show(keyframes(2, end: 2), in: scene, at: 10)
        #expect([10, 10.25, 10.5].map(playing) == [1, 1.75, 2.5])
        #expect(scene.nextChange(after: 10.5) == 10.5)
        #expect(scene.end == 11)
        #expect([11, 15].map(playing) == [2, 2])
        #expect(scene.nextChange(after: 11) == nil)
    }

    @Test func aLaterChangeStartsFromTheEndOfTheKeyframes() throws {
        let scene = WidgetScene()
        for (trigger, time) in [(UInt8(1), 0.0), (2, 10)] { _ = try show(keyframes(trigger, end: 2, later: 2), in: scene, at: time) }
        let playing = try show(keyframes(3, end: 2, later: 2), in: scene, at: 20)
        #expect([20, 20.5, 21].map(playing) == [2, 3.5, 2])
    }

    @Test func aChangeMeanwhileGoesOnFromWhereTheViewIs() throws {
        let scene = WidgetScene()
        for (trigger, time) in [(UInt8(1), 0.0), (2, 10)] { _ = try show(keyframes(trigger), in: scene, at: time) }
        let playing = try show(keyframes(3), in: scene, at: 10.5)
        #expect(playing(10.5) == 2.5)
        #expect(playing(13) == 1)
    }

    @Test func anotherEntryMeanwhileLetsTheKeyframesGoOn() throws {
        let scene = WidgetScene()
        for (trigger, time) in [(UInt8(1), 0.0), (2, 10)] { _ = try show(keyframes(trigger), in: scene, at: time) }
        var entry = try keyframes(2)
        entry.nodes[0].accessibilityLabel = "another entry"
        let playing = show(entry, in: scene, at: 10.25)
        #expect([10.25, 10.5, 11].map(playing) == [1.75, 2.5, 1])
    }

    @Test func withoutMotionTheEndIsShownAtOnce() throws {
        var options = WidgetScene.Options()
        options.reducesMotion = true
        let scene = WidgetScene(options: options)
        _ = try show(keyframes(1, end: 2), in: scene, at: 0)
        let playing = try show(keyframes(2, end: 2), in: scene, at: 10)
        #expect(playing(10) == 2)
    }

    @Test func aViewThatIsDearToLayOutHasFewerKeyframes() throws {
        var layouts = 0
        func show(_ trigger: UInt8, in scene: WidgetScene, at time: Double) throws {
            var column = ViewTree.vstack([ViewTree(.view(.shape(.rectangle)))])
            column.children += Array(repeating: ViewTree(.view(.shape(.rectangle))), count: 990)
            column.children[0].modifiers = [
                .scale(x: 1, y: 1),
                .animator(
                    ViewAnimator(
                        trigger: Array(repeating: trigger, count: 16), modifiers: 1,
                        kind: .keyframes(first: (0...120).map { [.scale(x: Double($0), y: 1)] }, later: [[]]))),
            ]
            scene.show(try column.archive().validated(family: .systemSmall), at: time) {
                layouts += 1
                return presentation.displayList(of: $0, traits: PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0)))
            }
        }
        let scene = WidgetScene()
        try show(1, in: scene, at: 0)
        layouts = 0
        try show(2, in: scene, at: 10)
        #expect(layouts > 2 && layouts < 100, "it was laid out \(layouts) times")
        #expect(scene.frame(at: 11).scales.first.map { ($0 - 60).magnitude < 1 } ?? false)
        #expect(scene.frame(at: 12).scales.first == 120)
    }

    @Test func anAnimatorReplacesOnlyModifiersBeforeIt() throws {
        var view = ViewTree(.view(.shape(.rectangle)))
        view.modifiers = [.opacity(1), .animator(ViewAnimator(trigger: Array(repeating: 1, count: 16), modifiers: 2, kind: .phases([])))]
        #expect(throws: WidgetError.self) { try view.archive().validated(family: .systemSmall) }
        view.modifiers[1] = .animator(
            ViewAnimator(
                trigger: Array(repeating: 1, count: 16), modifiers: 2, kind: .phases([.init(modifiers: [], animation: nil)])))
        let error = #expect(throws: WidgetError.self) { try view.archive().validated(family: .systemSmall) }
        #expect(error?.message.contains("animator.modifiers is at most 1") ?? false)
    }

    @Test func aFilmHasTheKeyframes() throws {
        let scene = WidgetScene()
        for trigger: UInt8 in [1, 2] { _ = try show(keyframes(trigger), in: scene, at: 0) }
        let motion = try #require(scene.motion(from: 0))
        let track = try #require(motion.tracks.values.first { if case .scale = $0[0].effect { true } else { false } })
        guard case .scale(let size, _, _) = track[30].effect else { return }
        #expect(abs(size - 2.5) < 1e-9)
    }
}
