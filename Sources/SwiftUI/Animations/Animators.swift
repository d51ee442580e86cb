import Foundation
import Motion
import MotionArchive
import WidgetCore

// A surface runs no code of a provider. So the modifiers of every phase, and of every moment of keyframes, are archived. Only modifiers can differ: where a
// phase has other views or texts, those of the first one are shown. Nothing moves in a widget without a new entry. So an animator without a trigger shows its
// first phase, or its initial value.

/// A view that goes to the next phase whenever a trigger changes, and after the last one to the first.
nonisolated public struct PhaseAnimator<Phase: Equatable, Content: View>: PrimitiveView {
    private let states: PhaseStates<Phase>
    private let content: @MainActor (Phase) -> Content

    /// - Parameters:
    ///   - phases: 1 to 121; more are left out. Where there are none a warning is shown.
    ///   - animation: of the change to a phase; nil: it jumps.
    public init(
        _ phases: some Sequence<Phase>, trigger: some Equatable, @ViewBuilder content: @escaping @MainActor (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) {
        states = PhaseStates(phases, trigger: CanonicalDigest.digest(of: trigger), animation)
        self.content = content
    }

    public init(
        _ phases: some Sequence<Phase>, @ViewBuilder content: @escaping @MainActor (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) {
        states = PhaseStates(phases, trigger: nil, animation)
        self.content = content
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { outputs.trees += states.trees(inputs, content) }
}

/// A view that follows keyframes whenever a trigger changes, and then stays at their end.
nonisolated public struct KeyframeAnimator<Value, KeyframePath: Keyframes, Content: View>: PrimitiveView where KeyframePath.Value == Value {
    private let states: KeyframeStates<Value, KeyframePath>
    private let content: @MainActor (Value) -> Content

    /// - Parameter keyframes: from a value on. A widget's animation ends after 2 s, so that what comes later is cut off.
    public init(
        initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping @MainActor (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> KeyframePath
    ) {
        states = KeyframeStates(initialValue: initialValue, trigger: CanonicalDigest.digest(of: trigger), keyframes: keyframes)
        self.content = content
    }

    public init(
        initialValue: Value, repeating: Bool = true, @ViewBuilder content: @escaping @MainActor (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> KeyframePath
    ) {
        states = KeyframeStates(initialValue: initialValue, trigger: nil, keyframes: keyframes)
        self.content = content
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { outputs.trees += states.trees(inputs, content) }
}

extension View {
    /// Goes to the next phase whenever the trigger changes, as ``PhaseAnimator``.
    nonisolated public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, trigger: some Equatable,
        @ViewBuilder content: @escaping @MainActor (PlaceholderContentView<Self>, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View {
        AnimatedView(content: self, states: PhaseStates(phases, trigger: CanonicalDigest.digest(of: trigger), animation), animated: content)
    }
    nonisolated public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, @ViewBuilder content: @escaping @MainActor (PlaceholderContentView<Self>, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View {
        AnimatedView(content: self, states: PhaseStates(phases, trigger: nil, animation), animated: content)
    }

    /// Follows keyframes whenever the trigger changes, as ``KeyframeAnimator``.
    nonisolated public func keyframeAnimator<Value>(
        initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping @MainActor (PlaceholderContentView<Self>, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> some Keyframes<Value>
    ) -> some View {
        let states = KeyframeStates(initialValue: initialValue, trigger: CanonicalDigest.digest(of: trigger), keyframes: keyframes)
        return AnimatedView(content: self, states: states, animated: content)
    }
    nonisolated public func keyframeAnimator<Value>(
        initialValue: Value, repeating: Bool = true, @ViewBuilder content: @escaping @MainActor (PlaceholderContentView<Self>, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> some Keyframes<Value>
    ) -> some View {
        AnimatedView(content: self, states: KeyframeStates(initialValue: initialValue, trigger: nil, keyframes: keyframes), animated: content)
    }
}

/// The states that a view goes through.
private protocol AnimatedStates {
    associatedtype State
    /// The nodes of a view in the first state, with animators where others differ.
    @MainActor func trees(_ inputs: _ViewInputs, _ content: @MainActor (State) -> some View) -> [ViewTree]
}

/// A view inside the modifiers of such states.
nonisolated private struct AnimatedView<Content: View, States: AnimatedStates, Animated: View>: PrimitiveView {
    let content: Content
    let states: States
    let animated: @MainActor (PlaceholderContentView<Content>, States.State) -> Animated

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let content = content
        let placeholder = PlaceholderContentView<Content> { outputs, inputs in content._append(to: &outputs, inputs.child(.content)) }
        outputs.trees += states.trees(inputs) { animated(placeholder, $0) }
    }
}

nonisolated private struct PhaseStates<Phase>: AnimatedStates {
    let phases: [Phase]
    /// The trigger's digest; nil: nothing starts it.
    let trigger: [UInt8]?
    let animation: (Phase) -> Animation?

    init(_ phases: some Sequence<Phase>, trigger: [UInt8]?, _ animation: @escaping (Phase) -> Animation?) {
        self.phases = Array(phases.prefix(Limits.motionSamples))
        self.trigger = trigger
        self.animation = animation
    }

    @MainActor func trees(_ inputs: _ViewInputs, _ content: @MainActor (Phase) -> some View) -> [ViewTree] {
        guard let first = phases.first else { return inputs.all(Text(verbatim: "\(PhaseWarning.noPhases)").foregroundStyle(.red)) }
        guard let trigger else { return inputs.all(content(first)) }
        return ViewTree.animated(phases.map { inputs.all(content($0)) }, by: trigger) { states in
            .phases(zip(phases, states).map { ViewAnimator.Phase(modifiers: $1, animation: animation($0).map { ViewAnimation($0, in: inputs.environment) }) })
        }
    }
}

nonisolated private struct KeyframeStates<Value, Path: Keyframes>: AnimatedStates where Path.Value == Value {
    let initialValue: Value
    /// The trigger's digest; nil: nothing starts it.
    let trigger: [UInt8]?
    let keyframes: (Value) -> Path

    @MainActor func trees(_ inputs: _ViewInputs, _ content: @MainActor (Value) -> some View) -> [ViewTree] {
        guard let trigger else { return inputs.all(content(initialValue)) }
        // The first change starts from the initial value. The later ones start from the end of the keyframes.
        let first = samples(from: initialValue)
        let later = samples(from: first.last ?? initialValue)
        return ViewTree.animated((first + later).map { inputs.all(content($0)) }, by: trigger) { states in
            .keyframes(first: Array(states.prefix(first.count)), later: Array(states.dropFirst(first.count)))
        }
    }

    /// The values at each 60th of a second. The last one is that of the end, however long the keyframes are.
    private func samples(from value: Value) -> [Value] {
        let timeline = KeyframeTimeline(initialValue: value) { keyframes(value) }
        let count = min(Double(Limits.motionSamples - 1), (timeline.duration * 60).rounded(.up))
        return (0..<Int(count)).map { timeline.value(time: Double($0) / 60) } + [timeline.value(time: timeline.duration)]
    }
}

extension ViewTree {
    /// The first state of views, with an animator on each whose modifiers differ.
    /// - Parameter kind: of the modifiers in each state, as many as there are states.
    fileprivate static func animated(_ states: [[ViewTree]], by trigger: [UInt8], kind: ([[WidgetCore.ViewModifier]]) -> ViewAnimator.Kind) -> [ViewTree] {
        guard let first = states.first, states.allSatisfy({ $0.count == first.count }) else { return states.first ?? [] }
        return first.indices.map { index in
            let views = states.map { $0[index] }
            var view = views[0]
            view.children = animated(views.map(\.children), by: trigger, kind: kind)
            let modifiers = views.map(\.modifiers)
            let shortest = modifiers.map(\.count).min() ?? 0
            let shared = (0..<shortest).prefix { place in modifiers.allSatisfy { $0[place] == modifiers[0][place] } }.count
            guard modifiers.contains(where: { $0 != modifiers[0] }) else { return view }
            // An animator within another one waits at its beginning.
            let changing = modifiers.map { $0.dropFirst(shared).filter { if case .animator = $0 { false } else { true } } }
            view.modifiers = modifiers[0].prefix(shared) + changing[0]
            view.modifiers.append(.animator(ViewAnimator(trigger: trigger, modifiers: changing[0].count, kind: kind(changing))))
            return view
        }
    }
}
