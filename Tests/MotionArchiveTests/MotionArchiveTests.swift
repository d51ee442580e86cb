import Foundation
import Motion
import MotionArchive
import Testing
import WidgetCore

/// What Motion says in an archive is the same when it is read.
@Suite struct MotionArchiveTests {
    static let animations: [Animation] = [
        .default, .linear, .easeInOut(duration: 2), .timingCurve(0.1, -2, 0.3, 4, duration: 1), .timingCurve(.circularEaseIn, duration: 1),
        .timingCurve(.circularEaseOut, duration: 1), .timingCurve(.circularEaseInOut, duration: 0), .spring, .bouncy, .interactiveSpring,
        .spring(response: 0, dampingFraction: 0), .interpolatingSpring(mass: 2, stiffness: 3, damping: 4, initialVelocity: -5),
        .linear.delay(1).speed(2).repeatCount(3, autoreverses: false).delay(-1), .snappy.repeatForever(), .smooth.logicallyComplete(after: 0.25),
        .easeIn.repeatCount(0), Animation(SampledAnimation(samples: [0, 0.5, 1.5])),
    ]

    @Test(arguments: animations) func anAnimationIsReadAsItWas(animation: Animation) {
        #expect(Animation(ViewAnimation(animation)) == animation)
    }

    @Test func anAlgorithmOfOnesOwnBecomesSamples() {
        let archived = ViewAnimation(Animation(Square()).delay(1))
        guard case .samples(let samples) = archived.base else { return #expect(Bool(false), "\(archived)") }
        #expect(samples.count == 31 && archived.modifiers.count == 1)
        let (there, here) = (Animator(0.0), Animator(0.0))
        there.set(100, at: 0, transaction: Transaction(animation: Animation(archived)))
        here.set(100, at: 0, transaction: Transaction(animation: Animation(Square()).delay(1)))
        for frame in 60..<89 { #expect(abs(there.frame(at: Double(frame) / 60).value - here.frame(at: Double(frame) / 60).value) < 0.01) }
    }

    @Test func tooManyModifiersBecomeSamples() {
        let archived = ViewAnimation((0..<20).reduce(Animation.linear(duration: 1)) { animation, _ in animation.delay(0.01) })
        guard case .samples(let samples) = archived.base else { return #expect(Bool(false), "\(archived)") }
        #expect(archived.modifiers.isEmpty && samples.count > 60)
    }

    static let transitions: [TransitionStructure] = [
        .identity, .opacity, .slide, .move(edge: .top), .push(edge: .leading), .move(edge: .bottom), .push(edge: .trailing),
        .offset(CGSize(width: -3, height: 4)), .scale(0.5, anchor: .topLeading), .blurReplace(.downUp), .blurReplace(.upUp),
        .symbolEffect(SymbolEffectConfiguration(kind: .replace, style: .downUp, isByLayer: true), options: .repeat(3).speed(2)),
        .symbolEffect(SymbolEffectConfiguration(kind: .automatic), options: .default),
        .effects(active: TransitionEffects(opacity: 0.5, offset: CGSize(width: 1, height: 2), anchor: .bottom, blurRadius: 3), identity: .identity),
        .asymmetric(insertion: .combined(.opacity, .slide), removal: .animation(.push(edge: .top), .bouncy)), .animation(.opacity, nil),
    ]

    @Test(arguments: transitions) func aTransitionIsReadAsItWas(structure: TransitionStructure) {
        #expect(TransitionStructure(ViewTransition(structure)) == structure)
        #expect(AnyTransition(structure)?.structure == structure)
    }

    @Test func aTransitionOfOnesOwnFades() {
        #expect(ViewTransition(.combined(.custom, .slide)) == .combined(.opacity, .slide))
    }

    static let contentTransitions: [ContentTransition] = [
        .automatic, .identity, .interpolate, .opacity, ContentTransition(kind: .blur), .numericText(), .numericText(countsDown: true),
        .numericText(value: 12.5), .numericText(value: .infinity), .symbolEffect, .symbolEffect(.replace.offUp, options: .nonRepeating.speed(0.5)),
        .symbolEffect(.automatic, options: .repeat(.continuous)), .symbolEffect(.replace, options: .repeating),
    ]

    @Test(arguments: contentTransitions) func aContentTransitionIsReadAsItWas(transition: ContentTransition) {
        #expect(ContentTransition(ViewContentTransition(transition)) == transition)
    }
}

/// An algorithm of one's own.
private struct Square: CustomAnimation {
    func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        time <= 0.5 ? value.scaled(by: time * time * 4) : nil
    }
}
