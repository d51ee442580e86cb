import SwiftUI
import Testing
import WidgetCore

/// Phase and keyframe animators leave the modifiers of every phase, and of every moment.
@MainActor @Suite struct AnimatorTests {
    private func found(_ node: ViewNode?) -> ViewAnimator? {
        node?.modifiers.lazy.compactMap { if case .animator(let animator) = $0 { animator } else { nil } }.first
    }

    private func scales(_ states: [[WidgetCore.ViewModifier]]) -> [Double] {
        states.compactMap { $0.lazy.compactMap { if case .scale(let x, _) = $0 { x } else { nil } }.first }
    }

    @Test func phasesHaveTheirModifiersAndAnimations() throws {
        let view = Text("a").bold().phaseAnimator([1.0, 2, 4], trigger: 7) { content, phase in
            content.scaleEffect(phase)
        } animation: { phase in
            phase == 4 ? nil : .linear(duration: phase)
        }
        .padding(3)
        let node = try archive(of: view).nodes[0]
        #expect(node.modifiers.prefix(2) == [.font(ViewFont(weight: .bold)), .scale(x: 1, y: 1)])
        #expect(node.modifiers.last == .padding(ViewInsets(top: 3, leading: 3, bottom: 3, trailing: 3)))
        let animator = try #require(found(node))
        #expect(animator.modifiers == 1)
        guard case .phases(let phases) = animator.kind else { return #expect(Bool(false), "no phases") }
        #expect(scales(phases.map(\.modifiers)) == [1, 2, 4])
        #expect(phases.map { $0.animation == nil } == [false, false, true])
    }

    @Test func eachViewOfAContainerHasItsOwn() throws {
        let view = PhaseAnimator([false, true], trigger: "x") { phase in
            VStack {
                Text("still")
                Text("moves").opacity(phase ? 1 : 0.5)
            }
            .offset(y: phase ? 10 : 0)
        }
        let nodes = try archive(of: view).nodes
        #expect(nodes.map { found($0) != nil } == [true, false, true])
    }

    @Test func anotherTriggerIsAnotherDigest() throws {
        func trigger(_ value: Int) throws -> [UInt8]? {
            found(try archive(of: Text("a").phaseAnimator([0.0, 1], trigger: value) { $0.opacity($1) }).nodes[0])?.trigger
        }
        #expect(try trigger(1) == trigger(1))
        #expect(try trigger(1) != trigger(2))
    }

    @Test func withoutATriggerTheFirstPhaseIsShown() throws {
        let node = try archive(of: Text("a").phaseAnimator([0.25, 1]) { $0.opacity($1) }).nodes[0]
        #expect(node.modifiers == [.opacity(0.25)])
    }

    @Test func withoutPhasesAWarningIsShown() throws {
        let node = try archive(of: Text("a").phaseAnimator([Double](), trigger: 1) { $0.opacity($1) }).nodes[0]
        guard case .text(let text) = node.content else { return #expect(Bool(false), "no text") }
        #expect(text.contains("at least one phase"))
    }

    struct Shake { var scale = 1.0 }

    @Test func keyframesAreSampledFromTheStartAndFromTheEnd() throws {
        let view = Text("a").keyframeAnimator(initialValue: Shake(), trigger: 1) { content, value in
            content.scaleEffect(value.scale)
        } keyframes: { _ in
            KeyframeTrack(\.scale) {
                LinearKeyframe(3, duration: 0.5)
                LinearKeyframe(2, duration: 0.5)
            }
        }
        let animator = try #require(found(try archive(of: view).nodes[0]))
        guard case .keyframes(let first, let later) = animator.kind else { return #expect(Bool(false), "no keyframes") }
        #expect(first.count == 61 && later.count == 61)
        #expect([0, 15, 30, 60].map { scales(first)[$0] } == [1, 2, 3, 2])
        #expect([0, 30, 60].map { scales(later)[$0] } == [2, 3, 2])
    }

    @Test func aSymbolEffectPlaysWhenItsValueChanges() throws {
        let view = Image(systemName: "bell").symbolEffect(.bounce, options: .speed(2), value: 3)
        guard case .keyframes(let first, let later) = try #require(found(try archive(of: view).nodes[0])).kind else { return }
        #expect(first == later && first.count == 22)
        #expect(try #require(scales(first).max()) > 1.1)
        #expect(scales(first).first == 1 && scales(first).last == 1)
    }

    @Test func longKeyframesEndAfterTwoSeconds() throws {
        let view = Text("a").keyframeAnimator(initialValue: 0.0, trigger: 1) {
            $0.scaleEffect($1)
        } keyframes: { _ in
            LinearKeyframe(8, duration: 8)
        }
        guard case .keyframes(let first, _) = try #require(found(try archive(of: view).nodes[0])).kind else { return }
        #expect(first.count == 121)
        #expect(scales(first).suffix(2).map { ($0 * 100).rounded() / 100 } == [1.98, 8])
    }
}

/// Transitions of a provider's own, and effects that depend on the size of their view.
@MainActor @Suite struct OwnEffectTests {
    struct RotatingFade: Transition {
        func body(content: Content, phase: TransitionPhase) -> some View {
            content.opacity(phase.isIdentity ? 1 : 0).rotationEffect(.radians(phase.value))
        }
    }

    private func transition(_ view: some View) throws -> ViewTransition? {
        try archive(of: view).nodes[0].modifiers.lazy.compactMap { if case .transition(let transition) = $0 { transition } else { nil } }.first
    }

    @Test func aTransitionOfOnesOwnMayTurnTheView() throws {
        let (there, gone) = (ViewTransition.Effects(), ViewTransition.Effects(opacity: 0, rotation: 1))
        let coming = ViewTransition.phases(active: ViewTransition.Effects(opacity: 0, rotation: -1), identity: there)
        #expect(
            try transition(Text("a").transition(.rotatingFade)) == .asymmetric(insertion: coming, removal: .phases(active: gone, identity: there)))
    }

    struct Faded<Base: Transition>: Transition {
        let base: Base
        func body(content: Content, phase: TransitionPhase) -> some View { base.apply(content: content.opacity(phase.isIdentity ? 1 : 0.5), phase: phase) }
    }

    @Test func aTransitionCanBeMadeOfAnotherOne() throws {
        let active = ViewTransition.Effects(opacity: 0.5, scale: ViewPoint(x: 2, y: 2))
        #expect(
            try transition(Text("a").transition(Faded(base: ScaleTransition(2)))) == .phases(active: active, identity: ViewTransition.Effects()))
    }

    @Test func anEffectKnowsTheSizeOfItsView() throws {
        let view = Color.red.frame(width: 40, height: 20).visualEffect { effect, proxy in effect.offset(x: proxy.size.width, y: proxy.size.height) }.padding(3)
        #expect(try archive(of: VStack { view }).nodes[1].modifiers.contains(.offset(x: 40, y: 20)))
    }

    struct Shift: GeometryEffect {
        func effectValue(size: CGSize) -> ProjectionTransform { ProjectionTransform(CGAffineTransform(translationX: size.width, y: size.height)) }
    }

    @Test func aGeometryEffectKnowsTheSizeOfItsView() throws {
        let view = Color.red.frame(width: 40, height: 20).modifier(Shift().ignoredByLayout())
        #expect(try archive(of: VStack { view }).nodes[1].modifiers.contains(.projection([1, 0, 0, 0, 1, 0, 40, 20, 1])))
    }

    /// As fast as the view's environment says.
    struct Paced: CustomAnimation {
        func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
            let duration = context.environment.isLuminanceReduced ? 1.0 : 0.5
            return time < duration ? value.scaled(by: time / duration) : nil
        }
    }

    @Test func anAlgorithmOfOnesOwnReadsTheEnvironment() throws {
        func samples(_ isReduced: Bool) throws -> Int? {
            let view = Text("a").animation(Animation(Paced()), value: 1).environment(\.isLuminanceReduced, isReduced)
            for case .animation(let rule) in try archive(of: view).nodes[0].modifiers {
                if case .samples(let samples)? = rule.animation?.base { return samples.count }
            }
            return nil
        }
        #expect(try samples(false) == 30)
        #expect(try samples(true) == 60)
    }

    @Test func theEnvironmentsContentTransitionIsArchived() throws {
        #expect(try archive(of: Text("a").environment(\.contentTransition, .opacity)).nodes[0].modifiers == [.contentTransition(.opacity)])
    }

    @Test func viewsInAnotherLayoutStayTheSameViews() throws {
        func ids(_ layout: AnyLayout) throws -> [String: NodeID] {
            try archive(
                of: layout {
                    Text("a"); Text("b")
                }
            ).textIDs
        }
        #expect(try ids(AnyLayout(HStackLayout())) == ids(AnyLayout(VStackLayout())))
    }

    @Test func aTimelineViewShowsTheLastDateThatHasCome() throws {
        var environment = EnvironmentValues()
        environment.renderingDate = Date(timeIntervalSinceReferenceDate: 12)
        let view = TimelineView(.periodic(from: Date(timeIntervalSinceReferenceDate: 0), by: 5)) { context in
            Text(verbatim: "\(context.date.timeIntervalSinceReferenceDate), \(context.cadence)")
        }
        func text() throws -> ViewContent? { try tree(of: view, environment: environment).archive().nodes[0].content }
        #expect(try text() == .text("10.0, seconds"))
        environment.isLuminanceReduced = true
        #expect(try text() == .text("10.0, minutes"))
    }
}

extension Transition where Self == OwnEffectTests.RotatingFade {
    fileprivate static var rotatingFade: OwnEffectTests.RotatingFade { OwnEffectTests.RotatingFade() }
}
