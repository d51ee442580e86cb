import Foundation
import Motion
import MotionMessages
import SwiftProtobuf
import Testing
import WidgetAPI
import WidgetCore

/// Messages of motion arrive as they were sent.
@Suite struct MotionMessagesTests {
    static let animations: [Animation] = [
        .default, .linear, .easeInOut(duration: 2), .timingCurve(0.1, -2, 0.3, 4, duration: 1), .timingCurve(.circularEaseIn, duration: 1),
        .timingCurve(.circularEaseOut, duration: 1), .timingCurve(.circularEaseInOut, duration: 0), .spring, .bouncy, .interactiveSpring,
        .spring(response: 0, dampingFraction: 0), .interpolatingSpring(mass: 2, stiffness: 3, damping: 4, initialVelocity: -5),
        .linear.delay(1).speed(2).repeatCount(3, autoreverses: false).delay(-1), .snappy.repeatForever(), .smooth.logicallyComplete(after: 0.25),
        .easeIn.repeatCount(0), Animation(SampledAnimation(samples: [0, 0.5, 1.5])),
    ]

    /// Through the message's bytes, as between two processes.
    func sent<Message: SwiftProtobuf.Message>(_ message: Message) throws -> Message {
        try Message(serializedBytes: message.serializedBytes() as [UInt8])
    }

    @Test(arguments: animations) func anAnimationArrivesAsItWas(animation: Animation) throws {
        #expect(try Animation(sent(ProtoAnimation(animation)), field: "animation") == animation)
    }

    @Test func anAlgorithmOfOnesOwnArrivesAsSamples() throws {
        let message = try sent(ProtoAnimation(Animation(Square()).delay(1)))
        #expect(message.samples.covered.count == 31 && message.modifiers.count == 1)
        let arrived = try Animation(message, field: "animation")
        let (there, here) = (Animator(0.0), Animator(0.0))
        there.set(100, at: 0, transaction: Transaction(animation: arrived))
        here.set(100, at: 0, transaction: Transaction(animation: Animation(Square()).delay(1)))
        for frame in 60..<89 { #expect(abs(there.frame(at: Double(frame) / 60).value - here.frame(at: Double(frame) / 60).value) < 0.01) }
    }

    @Test func tooManyModifiersBecomeSamples() throws {
        let animation = (0..<20).reduce(Animation.linear(duration: 1)) { animation, _ in animation.delay(0.01) }
        let message = ProtoAnimation(animation)
        #expect(message.modifiers.isEmpty && message.samples.covered.count > 60)
    }

    @Test(arguments: [
        (ProtoAnimation.with { $0.timingCurve.duration = .nan }, "animation.timing_curve.duration"),
        (.with { $0.spring.response = .infinity }, "animation.spring.response"),
        (.with { $0.samples.covered = Array(repeating: 0, count: 122) }, "at most 121"),
        (.with { $0.samples.covered = [0, -.infinity] }, "animation.samples[1]"),
        (.with { $0.modifiers = Array(repeating: .with { $0.delay = 1 }, count: 17) }, "at most 16"),
        (.with { $0.modifiers = [ProtoAnimation.Modifier()] }, "animation.modifiers[0]"),
        (.with { $0.timingCurve.curve.circular = .UNRECOGNIZED(9) }, "animation.timing_curve.curve.circular"),
        (.with { $0.timingCurve.curve.bezier.end.y = .nan }, "animation.timing_curve.curve.bezier.end.y"),
    ])
    func aBadAnimationIsRefusedByName(message: ProtoAnimation, complaint: String) throws {
        let error = try #require(throws: WidgetError.self) { try Animation(message, field: "animation") }
        #expect(error.code == .invalidArgument && error.message.contains(complaint), "\(error)")
    }

    static let transitions: [TransitionStructure] = [
        .identity, .opacity, .slide, .move(edge: .top), .push(edge: .leading), .move(edge: .bottom), .push(edge: .trailing),
        .offset(CGSize(width: -3, height: 4)), .scale(0.5, anchor: .topLeading), .blurReplace(.downUp), .blurReplace(.upUp),
        .symbolEffect(SymbolEffectConfiguration(kind: .replace, style: .downUp, isByLayer: true), options: .repeat(3).speed(2)),
        .symbolEffect(SymbolEffectConfiguration(kind: .automatic), options: .default),
        .effects(active: TransitionEffects(opacity: 0.5, offset: CGSize(width: 1, height: 2), anchor: .bottom, blurRadius: 3), identity: .identity),
        .asymmetric(insertion: .combined(.opacity, .slide), removal: .animation(.push(edge: .top), .bouncy)), .animation(.opacity, nil),
    ]

    @Test(arguments: transitions) func aTransitionArrivesAsItWas(structure: TransitionStructure) throws {
        #expect(try TransitionStructure(sent(ProtoTransition(structure)), field: "transition") == structure)
        #expect(AnyTransition(structure)?.structure == structure)
    }

    @Test func aTransitionOfOnesOwnFades() throws {
        #expect(try TransitionStructure(ProtoTransition(.combined(.custom, .slide)), field: "") == .combined(.opacity, .slide))
    }

    @Test func transitionsAreNestedEightDeep() throws {
        let deep = (0..<7).reduce(TransitionStructure.opacity) { structure, _ in .combined(structure, .slide) }
        #expect(try TransitionStructure(sent(ProtoTransition(deep)), field: "transition") == deep)
        let error = try #require(throws: WidgetError.self) { try TransitionStructure(ProtoTransition(.combined(deep, .slide)), field: "transition") }
        #expect(error.message.contains("8 deep"))
    }

    static let contentTransitions: [ContentTransition] = [
        .automatic, .identity, .interpolate, .opacity, ContentTransition(kind: .blur), .numericText(), .numericText(countsDown: true),
        .numericText(value: 12.5), .numericText(value: .infinity), .symbolEffect, .symbolEffect(.replace.offUp, options: .nonRepeating.speed(0.5)),
        .symbolEffect(.automatic, options: .repeat(.continuous)), .symbolEffect(.replace, options: .repeating),
    ]

    @Test(arguments: contentTransitions) func aContentTransitionArrivesAsItWas(transition: ContentTransition) throws {
        #expect(try ContentTransition(sent(ProtoContentTransition(transition)), field: "content_transition") == transition)
    }

    @Test func aTrackOfKeyframesArrivesAsItWas() throws {
        let track = AnyKeyframeTrack(
            property: "offset",
            keyframes: [
                .move(to: [1, 2]), .linear(to: [3, 4], duration: 0.5, timingCurve: .easeIn),
                .cubic(to: [5, 6], duration: 1, startVelocity: nil, endVelocity: [7, 8]),
                .cubic(to: [0, 0], duration: 1, startVelocity: [0, 0], endVelocity: nil),
                .spring(to: [9, 10], duration: nil, spring: .bouncy, startVelocity: nil),
                .spring(to: [9, 10], duration: 0, spring: Spring(response: 1, dampingRatio: 2), startVelocity: [1, 1]),
            ])
        #expect(try AnyKeyframeTrack(sent(ProtoKeyframeTrack(track)), field: "track") == track)
    }

    @Test(arguments: [
        (ProtoKeyframeTrack.with { $0.property = String(repeating: "x", count: 65) }, "track.property"),
        (.with { $0.keyframes = Array(repeating: .with { $0.to = [1] }, count: 257) }, "at most 256"),
        (.with { $0.keyframes = [.with { $0.to = Array(repeating: 1, count: 17) }] }, "at most 16"),
        (.with { $0.keyframes = [.with { $0.to = [1] }, .with { $0.to = [1, 2] }] }, "track.keyframes[1].to"),
        (.with { $0.keyframes = [.with { $0.to = [.nan] }] }, "track.keyframes[0].to"),
        (
            .with {
                $0.keyframes = [
                    .with {
                        $0.to = [1]; $0.cubic.startVelocity = [1, 2]
                    }
                ]
            }, "cubic.start_velocity"
        ),
        (
            .with {
                $0.keyframes = [
                    .with {
                        $0.to = [1]; $0.spring.duration = .infinity
                    }
                ]
            }, "spring.duration"
        ),
    ])
    func aBadTrackIsRefusedByName(message: ProtoKeyframeTrack, complaint: String) throws {
        let error = try #require(throws: WidgetError.self) { try AnyKeyframeTrack(message, field: "track") }
        #expect(error.code == .invalidArgument && error.message.contains(complaint), "\(error)")
    }

    /// A choice that this version doesn't have stands in a field that it doesn't know: where nothing is chosen, that isn't the default.
    @Test func aChoiceOfALaterVersionIsNotTakenForTheDefault() throws {
        // Field 22, empty.
        let later: [UInt8] = [0xB2, 0x01, 0x00]
        func refusal(_ read: () throws -> Void) -> String { (#expect(throws: WidgetError.self, performing: read))?.message ?? "" }
        #expect(refusal { _ = try Animation(ProtoAnimation(serializedBytes: later), field: "x") }.hasPrefix("x: no animation"))
        #expect(refusal { _ = try UnitCurve(ProtoUnitCurve(serializedBytes: later), field: "x") }.hasPrefix("x: no curve"))
        #expect(refusal { _ = try ContentTransition(ProtoContentTransition(serializedBytes: later), field: "x") }.hasPrefix("x: no content transition"))
        let track = ProtoKeyframeTrack.with { $0.keyframes = [(try? .init(serializedBytes: later)) ?? .init()] }
        #expect(refusal { _ = try AnyKeyframeTrack(track, field: "x") }.hasPrefix("x.keyframes[0]: no keyframe"))
        let curve = try ProtoAnimation.with { $0.timingCurve.curve = try .init(serializedBytes: later) }
        #expect(refusal { _ = try Animation(curve, field: "x") }.hasPrefix("x.timing_curve.curve: no curve"))
        // Known fields go first, and a message that says nothing at all is the default.
        let both = try Animation(ProtoAnimation(serializedBytes: later + ProtoAnimation(.bouncy).serializedBytes()), field: "x")
        #expect(both == .bouncy)
        #expect(try Animation(ProtoAnimation(), field: "x") == .default)
    }

    @Test func whatALaterVersionSaysIsRefusedByName() {
        #expect(throws: WidgetError.self) { try ContentTransition(.with { $0.simple = .UNRECOGNIZED(99) }, field: "x") }
        #expect(throws: WidgetError.self) { try TransitionStructure(.with { $0.simple = .UNRECOGNIZED(99) }, field: "x") }
        #expect(throws: WidgetError.self) { try TransitionStructure(.with { $0.move = .UNRECOGNIZED(99) }, field: "x") }
        #expect(throws: WidgetError.self) { try TransitionStructure(ProtoTransition(), field: "x") }
        #expect(throws: WidgetError.self) { try TransitionStructure(.with { $0.symbolEffect.speed = -1 }, field: "x") }
        #expect(throws: WidgetError.self) { try TransitionStructure(.with { $0.symbolEffect.kind = .UNRECOGNIZED(99) }, field: "x") }
    }
}

/// An algorithm of one's own.
private struct Square: CustomAnimation {
    func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        time <= 0.5 ? value.scaled(by: time * time * 4) : nil
    }
}
