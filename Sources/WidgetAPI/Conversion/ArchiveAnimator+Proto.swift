internal import WidgetCore

extension ViewAnimator {
    /// - Throws: INVALID_ARGUMENT for an unknown colour in one of its modifiers.
    init(_ proto: ProtoAnimator, field: String) throws(WidgetError) {
        let kind: Kind
        if proto.keyframes.isEmpty {
            var phases: [Phase] = []
            for (index, phase) in proto.phases.enumerated() {
                let modifiers = try [ViewModifier](known: phase.modifiers, field: "\(field).phases[\(index)]")
                phases.append(Phase(modifiers: modifiers, animation: phase.hasAnimation ? .known(phase.animation) : nil))
            }
            kind = .phases(phases)
        } else {
            let first = try Self.keyframes(proto.keyframes, field: "\(field).keyframes")
            let later = try Self.keyframes(proto.laterKeyframes, field: "\(field).later_keyframes")
            kind = .keyframes(first: first, later: later.isEmpty ? first : later)
        }
        self.init(trigger: Array(proto.trigger), modifiers: Int(proto.modifiers), kind: kind)
    }

    private static func keyframes(_ proto: [ProtoAnimator.Modifiers], field: String) throws(WidgetError) -> [[ViewModifier]] {
        var keyframes: [[ViewModifier]] = []
        for (index, keyframe) in proto.enumerated() { keyframes.append(try [ViewModifier](known: keyframe.modifiers, field: "\(field)[\(index)]")) }
        return keyframes
    }
}

extension ProtoAnimator {
    init(_ animator: ViewAnimator) {
        self.init()
        trigger = .init(animator.trigger)
        modifiers = UInt32(clamping: animator.modifiers)
        switch animator.kind {
        case .phases(let phases):
            self.phases = phases.map { phase in
                .with {
                    $0.modifiers = phase.modifiers.map { ProtoViewModifier($0) }
                    if let animation = phase.animation { $0.animation = ProtoAnimation(animation) }
                }
            }
        case .keyframes(let first, let later):
            keyframes = first.map(Self.modifiers)
            if later != first { laterKeyframes = later.map(Self.modifiers) }
        }
    }

    private static func modifiers(_ modifiers: [ViewModifier]) -> Modifiers { .with { $0.modifiers = modifiers.map { ProtoViewModifier($0) } } }
}
