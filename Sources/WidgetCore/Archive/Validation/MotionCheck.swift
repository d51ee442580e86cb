/// The checks on a node's transitions and animations.
struct MotionCheck {
    let node: NodeCheck

    func check(_ transition: ViewTransition, depth: Int) throws(ArchiveFault) {
        try node.require(depth <= Limits.motionDepth) { "transitions nest at most \(Limits.motionDepth) deep" }
        switch transition {
        case .identity, .opacity, .slide, .blurReplaceDownUp, .blurReplaceUpUp, .move, .push: break
        case .offset(let offset): try node.check(offset, "transition.offset")
        case .scale(let scale, let anchor):
            try node.check(signedLength: scale, "transition.scale")
            try node.check(anchor, "transition.scale.anchor")
        case .symbolEffect(let effect): try check(effect)
        case .phases(let active, let identity):
            try check(active)
            try check(identity)
        case .asymmetric(let first, let second), .combined(let first, let second):
            try check(first, depth: depth + 1)
            try check(second, depth: depth + 1)
        case .animated(let transition, let animation):
            if let animation { try check(animation) }
            try check(transition, depth: depth + 1)
        }
    }

    func check(_ transition: ViewContentTransition) throws(ArchiveFault) {
        switch transition {
        case .automatic, .identity, .interpolate, .opacity, .numericTextUp, .numericTextDown, .blur: break
        case .numericText(let value): try node.require(!value.isNaN) { "content_transition.value must be a number" }
        case .symbolEffect(let effect): try check(effect)
        }
    }

    func check(_ animation: ViewAnimation) throws(ArchiveFault) {
        switch animation.base {
        case .automatic: break
        case .timingCurve(let curve, let duration):
            if case .bezier(let start, let end) = curve {
                try node.check(start, "animation.curve.start")
                try node.check(end, "animation.curve.end")
            }
            try node.check(length: duration, "animation.duration")
        case .spring(let response, let damping, let blend):
            try node.check(length: response, "animation.response")
            try node.check(length: damping, "animation.damping_fraction")
            try node.check(signedLength: blend, "animation.blend_duration")
        case .interpolatingSpring(let mass, let stiffness, let damping, let velocity):
            for (number, field) in [(mass, "mass"), (stiffness, "stiffness"), (damping, "damping"), (velocity, "initial_velocity")] {
                try node.check(finite: number, "animation.\(field)")
            }
        case .samples(let samples):
            try node.require(samples.count <= Limits.motionSamples) { "an animation has at most \(Limits.motionSamples) samples, not \(samples.count)" }
            for sample in samples { try node.check(finite: sample, "animation.samples") }
        }
        try node.require(animation.modifiers.count <= Limits.motionModifiers) {
            "an animation has at most \(Limits.motionModifiers) modifiers, not \(animation.modifiers.count)"
        }
        for modifier in animation.modifiers {
            switch modifier {
            case .delay(let delay): try node.check(signedLength: delay, "animation.delay")
            case .speed(let speed): try node.check(signedLength: speed, "animation.speed")
            case .repeats(let count, _): if let count { try node.require(count >= 1) { "an animation's repeat count is at least 1, not \(count)" } }
            case .logicallyComplete(let time): try node.check(signedLength: time, "animation.logically_complete_after")
            }
        }
    }

    private func check(_ effects: ViewTransition.Effects) throws(ArchiveFault) {
        try node.check(finite: effects.opacity, "transition.opacity")
        try node.check(effects.offset, "transition.offset")
        try node.check(effects.scale, "transition.scale")
        try node.check(effects.anchor, "transition.anchor")
        try node.check(signedLength: effects.rotation, "transition.rotation")
        try node.check(finite: effects.blurRadius, "transition.blur_radius")
    }

    private func check(_ effect: ViewSymbolEffect) throws(ArchiveFault) {
        try node.check(signedLength: effect.speed, "symbol_effect.speed")
        if case .periodic(let count, let delay) = effect.repetition {
            if let count { try node.require(count >= 1) { "a symbol effect's repeat count is at least 1, not \(count)" } }
            if let delay { try node.check(length: delay, "symbol_effect.delay") }
        }
    }
}
