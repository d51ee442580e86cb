import Foundation
import Motion
import Testing

@Suite("Transitions that are made of others")
struct TransitionCombinationTests {
    @Test("use the insertion unless the view disappears, and both parts are there all the time")
    func asymmetric() {
        let transition = AsymmetricTransition(insertion: MoveTransition(edge: .top), removal: OpacityTransition())
        #expect(transition.table() == [[moved(0, -50), .identity], [.identity, .identity], [.identity, faded]])
    }

    @Test("do both at once, the first one inside")
    func combined() {
        let transition = MoveTransition(edge: .top).combined(with: .opacity)
        #expect(transition.table() == [[moved(0, -50), faded], [.identity, .identity], [moved(0, -50), faded]])
    }

    @Test("are animated as they say, each part by itself, and otherwise as the change is")
    func animation() {
        let transition = MoveTransition(edge: .top).combined(with: .opacity.animation(Marker.animation(1)))
        let layers = transition.layers(phase: .willAppear, in: window)
        #expect(layers.map(\.animation) == [.inherited, .replaced(Marker.animation(1))])
        let change = Transaction(animation: Marker.animation(7))
        #expect(layers.map { $0.transaction(change).animation } == [Marker.animation(7), Marker.animation(1)])
        #expect(layers.map(\.effects) == [moved(0, -50), faded])
    }

    @Test("aren't animated where the animation is none")
    func noAnimation() {
        let layer = OpacityTransition().animation(nil).layers(phase: .willAppear, in: window)[0]
        #expect(layer.animation == .replaced(nil))
        #expect(layer.transaction(Transaction(animation: Marker.animation(7))).animation == nil)
    }

    @Test("keep what else the change carries")
    func rest() {
        var change = Transaction()
        change.isContinuous = true
        let layer = OpacityTransition().animation(Marker.animation(1)).layers(phase: .willAppear, in: window)[0]
        #expect(layer.transaction(change).isContinuous)
    }

    @Test("are animated by the innermost of several animations")
    func innermost() {
        let transition = OpacityTransition().animation(Marker.animation(1)).combined(with: .slide).animation(Marker.animation(2))
        #expect(transition.layers(phase: .identity, in: window).map(\.animation) == [.replaced(Marker.animation(1)), .replaced(Marker.animation(2))])
    }

    @Test("do the same without their types")
    func erased() {
        let typed = AsymmetricTransition(
            insertion: PushTransition(edge: .top).animation(Marker.animation(1)), removal: SlideTransition().combined(with: .opacity))
        let erased = AnyTransition.asymmetric(
            insertion: .push(from: .top).animation(Marker.animation(1)), removal: .slide.combined(with: .opacity))
        for phase in phases { #expect(erased.layers(phase: phase, in: widget) == typed.layers(phase: phase, in: widget)) }
        #expect(erased.structure == typed.structure)
        #expect(erased.base is AsymmetricTransition<AnimatedTransition<PushTransition>, CombinedTransition<SlideTransition, OpacityTransition>>)
    }

    @Test("between two sets of effects use one when the view is there, and the other otherwise")
    func modifier() {
        let transition = AnyTransition.modifier(active: moved(1, 2), identity: moved(3, 4))
        #expect(phases.map { transition.layers(phase: $0, in: window).map(\.effects) } == [[moved(1, 2)], [moved(3, 4)], [moved(1, 2)]])
    }
}

@Suite("A transition for less motion")
struct ReducedMotionTests {
    @Test("is one of opacity where something moves, and itself where nothing does")
    func adjusted() {
        for transition in Samples.transitions {
            #expect(transition.adjusted(reducesMotion: false).structure == transition.structure)
            #expect(transition.adjusted(reducesMotion: true).structure == (transition.base.hasMotion ? .opacity : transition.structure))
        }
        #expect(AnyTransition.slide.animation(nil).adjusted(reducesMotion: true).structure == .opacity)
        #expect(AnyTransition.identity.adjusted(reducesMotion: true).structure == .identity)
    }
}

@Suite("A transition's structure")
struct TransitionStructureTests {
    @Test("makes the same transition again")
    func roundTrip() throws {
        for transition in Samples.transitions where transition.structure != .custom {
            let again = try #require(AnyTransition(transition.structure))
            #expect(again.structure == transition.structure)
            for phase in phases { #expect(again.layers(phase: phase, in: mirrored) == transition.layers(phase: phase, in: mirrored)) }
        }
    }

    @Test("makes none where a part is somebody else's")
    func custom() {
        #expect(AnyTransition(.custom)?.structure == nil)
        #expect(AnyTransition(AnyTransition(Spin()).animation(nil).structure)?.structure == nil)
        #expect(AnyTransition(.combined(.opacity, .custom))?.structure == nil)
        #expect(AnyTransition(.asymmetric(insertion: .custom, removal: .opacity))?.structure == nil)
    }

    @Test("goes through many transitions inside of one another")
    func deep() {
        var transition = AnyTransition.opacity
        for _ in 0..<30 { transition = transition.combined(with: .slide) }
        #expect(transition.layers(phase: .willAppear, in: window).count == 31)
        #expect(AnyTransition(transition.structure)?.structure == transition.structure)
    }
}
