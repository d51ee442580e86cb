import Foundation
import Motion
import Testing

@Suite("Effects")
struct TransitionEffectsTests {
    private let some = TransitionEffects(
        opacity: 0.25, offset: CGSize(width: 3, height: -4), scale: CGSize(width: 2, height: -1), anchor: UnitPoint(x: 0.25, y: 0.75), blurRadius: 5)

    @Test("have all their parts in what is animated")
    func animatableData() {
        var copy = TransitionEffects.identity
        copy.animatableData = some.animatableData
        #expect(copy == some)
    }

    @Test("are half way between in the middle of an animation")
    func interpolation() {
        var middle = TransitionEffects.identity
        middle.animatableData = TransitionEffects.identity.animatableData.interpolated(towards: some.animatableData, amount: 0.5)
        #expect(middle.opacity == 0.625)
        #expect(middle.offset == CGSize(width: 1.5, height: -2))
        #expect(middle.scale == CGSize(width: 1.5, height: 0))
        #expect(middle.anchor == UnitPoint(x: 0.375, y: 0.625))
        #expect(middle.blurRadius == 2.5)
    }

    @Test("beyond what can be drawn are drawn as far as they can")
    func clamped() {
        #expect(some.clamped == some)
        #expect(TransitionEffects(opacity: 1.2, blurRadius: -1).clamped == .identity)
        #expect(TransitionEffects(opacity: -0.2).clamped == faded)
        let broken = TransitionEffects(
            opacity: .nan, offset: CGSize(width: CGFloat.infinity, height: .nan), scale: CGSize(width: CGFloat.nan, height: -.infinity),
            anchor: UnitPoint(x: .nan, y: .infinity), blurRadius: .infinity)
        #expect(broken.clamped == .identity)
    }

    @Test("of transitions with numbers that are none change nothing")
    func brokenTransitions() {
        for phase in phases {
            #expect(OffsetTransition(CGSize(width: CGFloat.nan, height: .infinity)).layers(phase: phase, in: window).map(\.effects) == [.identity])
            #expect(
                ScaleTransition(.nan, anchor: UnitPoint(x: .nan, y: .nan)).layers(phase: phase, in: mirrored).map(\.effects) == [.identity])
        }
    }

    @Test("of a view whose size is negative or none don't move it")
    func brokenSizes() {
        for size in [CGSize(width: -5, height: -5), CGSize(width: CGFloat.nan, height: .infinity), .zero] {
            let context = TransitionContext(size: size)
            #expect(context.size == .zero)
            for edge in Edge.allCases { #expect(MoveTransition(edge: edge).table(in: context)[0] == [.identity]) }
        }
    }

    @Test("of a huge view or factor stay what they are")
    func huge() {
        let context = TransitionContext(size: CGSize(width: 1e300, height: 1))
        #expect(SlideTransition().table(in: context)[2] == [moved(1e300, 0)])
        #expect(ScaleTransition(-1e300).table()[0] == [scaled(-1e300)])
    }
}

@Suite("The part of the way")
struct TransitionTimelineTests {
    @Test("begins where it says and ends with the way")
    func progress() {
        let timeline = TransitionTimeline(begin: 0.5, duration: 0.25)
        #expect([0, 0.5, 0.625, 0.75].map { timeline.progress($0) } == [0, 0, 0.5, 1])
        #expect([0, 0.3, 1].map { TransitionTimeline.whole.progress($0) } == [0, 0.3, 1])
    }

    @Test("goes beyond its end with a spring that does, but not before its begin")
    func overshoot() {
        #expect(TransitionTimeline(begin: 0.5, duration: 0.5).progress(1.1) > 1)
        #expect(TransitionTimeline.whole.progress(-0.1) == 0)
    }

    @Test("is all of the way where it is none")
    func broken() {
        for (begin, duration) in [(-1, 1), (2, 1), (.nan, 1), (0, 0), (0, -1), (0, .nan), (0, .infinity)] as [(Double, Double)] {
            #expect(TransitionTimeline(begin: begin, duration: duration) == .whole)
        }
    }
}
