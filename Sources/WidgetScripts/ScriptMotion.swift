import WidgetCore

/// How views change, in the script form: `transition`, `contentTransition` and `animation`.
enum ScriptMotion {
    /// A name such as `"slide"`, or an object such as `{"push": "bottom"}`.
    static func transition(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewTransition {
        try transition(value, path, depth: 1)
    }

    private static func transition(_ value: JSONValue, _ path: JSONPath, depth: Int) throws(WidgetError) -> ViewTransition {
        guard depth <= Limits.motionDepth else { throw .invalid("\(path)", "transitions nest at most \(Limits.motionDepth) deep") }
        let names: [(String, ViewTransition)] = [
            ("identity", .identity), ("opacity", .opacity), ("slide", .slide), ("blurReplace", .blurReplaceDownUp), ("scale", .scale(0, anchor: .center)),
            ("symbolEffect", .symbolEffect(ViewSymbolEffect(kind: .automatic))),
        ]
        if case .string(let name) = value {
            guard let found = names.first(where: { $0.0 == name }) else {
                throw .invalid("\(path)", Suggestion.refusal(of: name, shown: JSONField.shown(name), choices: names.map(\.0), source: JSONField.documentation))
            }
            return found.1
        }
        if case .array(let parts) = value {
            // Several at the same time.
            guard let first = parts.first else { throw .invalid("\(path)", "has at least one transition") }
            var combined = try transition(first, path[0], depth: depth + 1)
            for (index, part) in parts.enumerated().dropFirst() { combined = .combined(combined, try transition(part, path[index], depth: depth + 1)) }
            return combined
        }
        var reader = try JSONObjectReader(value, at: path, expecting: "a transition's name, an array of transitions, or an object")
        let result: ViewTransition
        if let edge = try reader.optional("push", edge) {
            result = .push(edge)
        } else if let edge = try reader.optional("move", edge) {
            result = .move(edge)
        } else if let offset = try reader.optional("offset", ScriptStyles.point) {
            result = .offset(offset)
        } else if let scale = try reader.optional("scale", JSONField.number) {
            result = .scale(scale, anchor: try reader.optional("anchor", ScriptStyles.unitPoint) ?? .center)
        } else {
            func part(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewTransition { try transition(value, path, depth: depth + 1) }
            guard let insertion = try reader.optional("insertion", part) else {
                throw .invalid("\(path)", "needs \"push\", \"move\", \"offset\", \"scale\", or \"insertion\" and \"removal\"")
            }
            result = .asymmetric(insertion: insertion, removal: try reader.required("removal", "a transition", part))
        }
        let animation = try reader.optional("animation", self.animation)
        try reader.finish("a transition")
        return animation.map { .animated(result, $0) } ?? result
    }

    private static func edge(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewTransition.Edge {
        try JSONField.choice(value, path, of: ViewTransition.Edge.allCases)
    }

    /// `"numericText"`, `"opacity"`, `"interpolate"`, `"identity"`, `"symbolEffect"`, `{"numericText": 42}` or `{"symbolEffect": "upUp"}`.
    static func contentTransition(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewContentTransition {
        let names: [(String, ViewContentTransition)] = [
            ("numericText", .numericTextUp), ("opacity", .opacity), ("interpolate", .interpolate), ("identity", .identity),
            ("symbolEffect", .symbolEffect(ViewSymbolEffect(kind: .automatic))),
        ]
        if case .string(let name) = value {
            guard let found = names.first(where: { $0.0 == name }) else {
                throw .invalid("\(path)", Suggestion.refusal(of: name, shown: JSONField.shown(name), choices: names.map(\.0), source: JSONField.documentation))
            }
            return found.1
        }
        var reader = try JSONObjectReader(value, at: path, expecting: "a content transition's name, {\"numericText\": 42} or {\"symbolEffect\": \"upUp\"}")
        let result: ViewContentTransition
        if let style = try reader.optional("symbolEffect", replacement) {
            result = .symbolEffect(ViewSymbolEffect(kind: .replace, style: style))
        } else {
            result = .numericText(value: try reader.required("numericText", "the value", JSONField.number))
        }
        try reader.finish("a content transition")
        return result
    }

    /// How one symbol becomes another.
    private static func replacement(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewSymbolEffect.Style {
        try JSONField.choice(value, path, of: [.downUp, .upUp, .offUp])
    }

    /// Animates changes while `value` changes: `{"value": 3, "animation": "bouncy"}`. A null animation: the changes aren't animated.
    static func rule(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> AnimationRule {
        var reader = try JSONObjectReader(value, at: path, expecting: "an object with \"value\" and \"animation\"")
        guard let watched = reader.take("value") else { throw .invalid("\(path)", "needs \"value\", which is watched") }
        let animation: ViewAnimation? =
            switch reader.take("animation") {
            case nil: ViewAnimation(.automatic)
            case .null?: nil
            case let value?: try self.animation(value, path["animation"])
            }
        try reader.finish("an animation")
        let digest = ContentDigest(of: Array(JSONText.text(of: watched).utf8)).bytes.prefix(Limits.motionDigestBytes)
        return AnimationRule(digest: Array(digest), animation: animation)
    }

    /// A name such as `"bouncy"`, or an object with `duration`, `bounce`, `delay`, `speed`.
    static func animation(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ViewAnimation {
        if case .string(let name) = value { return ViewAnimation(try base(name, duration: nil, bounce: nil, at: path)) }
        var reader = try JSONObjectReader(value, at: path, expecting: "an animation's name or an object with \"curve\"")
        let name = try reader.optional("curve", JSONField.text) ?? "spring"
        let duration = try reader.optional("duration", JSONField.number)
        var animation = ViewAnimation(try base(name, duration: duration, bounce: try reader.optional("bounce", JSONField.number), at: path["curve"]))
        if let delay = try reader.optional("delay", JSONField.number) { animation.modifiers.append(.delay(delay)) }
        if let speed = try reader.optional("speed", JSONField.number) { animation.modifiers.append(.speed(speed)) }
        try reader.finish("an animation")
        return animation
    }

    /// SwiftUI's animations: curves last 0.35 s, springs 0.5 s. A spring's damping is 1 - its bounce.
    private static func base(_ name: String, duration: Double?, bounce: Double?, at path: JSONPath) throws(WidgetError) -> ViewAnimation.Base {
        let curves: [String: ViewCurve] = [
            "linear": .linear, "easeIn": .bezier(start: ViewPoint(x: 0.42, y: 0), end: ViewPoint(x: 1, y: 1)),
            "easeOut": .bezier(start: ViewPoint(x: 0, y: 0), end: ViewPoint(x: 0.58, y: 1)),
            "easeInOut": .bezier(start: ViewPoint(x: 0.42, y: 0), end: ViewPoint(x: 0.58, y: 1)),
        ]
        let springs = ["spring": 0.0, "smooth": 0, "snappy": 0.15, "bouncy": 0.3]
        if name == "default", duration == nil, bounce == nil { return .automatic }
        if let curve = curves[name] {
            guard bounce == nil else { throw .invalid("\(path)", "a curve has no bounce; use \"spring\"") }
            return .timingCurve(curve, duration: duration ?? 0.35)
        }
        guard let own = springs[name] else {
            let choices = ["default"] + curves.keys.sorted() + springs.keys.sorted()
            throw .invalid("\(path)", Suggestion.refusal(of: name, shown: JSONField.shown(name), choices: choices, source: JSONField.documentation))
        }
        return .spring(response: duration ?? 0.5, dampingFraction: 1 - (bounce ?? own), blendDuration: 0)
    }
}
