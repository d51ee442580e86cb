import Motion

/// The names that can be written for a value of a type: those that make one, and those that change it.
struct SpecType<Value> {
    /// As it may stand before the first dot.
    let name: String
    /// In a sentence.
    let noun: String
    let made: [SpecFunction<Value>]
    let changed: [SpecFunction<(Value) -> Value>]

    /// The value of names strung together with dots.
    func value(of chain: [SpecCall]) throws -> Value {
        var calls = chain[...]
        if calls.first?.name == name {
            if calls.first?.arguments != nil {
                calls[calls.startIndex].name = "init"
            } else {
                calls.removeFirst()
            }
        }
        guard let first = calls.popFirst() else { throw AnimationSpecError(chain.first?.end ?? 1, "which \(name)? Known: \(names(made))") }
        guard calls.count <= PlotLimits.modifiers else {
            throw AnimationSpecError(calls[calls.startIndex + PlotLimits.modifiers].position, "\(noun) has at most \(PlotLimits.modifiers) modifiers")
        }
        var value = try meaning(of: first, noun, among: made)
        for call in calls { value = try meaning(of: call, "a modifier of \(noun)", among: changed)(value) }
        return value
    }

    /// The result of the function with that name and those parameters.
    private func meaning<Result>(of call: SpecCall, _ noun: String, among functions: [SpecFunction<Result>]) throws -> Result {
        let named = functions.filter { $0.name == call.name }
        guard !named.isEmpty else { throw AnimationSpecError(call.position, "\"\(call.shown)\" isn't \(noun); known: \(names(functions))") }
        let fitting = named.filter { $0.isProperty == (call.arguments == nil) }
        var fault: AnimationSpecError?
        for function in fitting {
            do {
                var arguments = SpecArguments(call)
                return try function.make(&arguments)
            } catch let error as AnimationSpecError {
                // The function that was meant is the one that understands most.
                if error.position > fault?.position ?? 0 { fault = error }
            }
        }
        guard let fault else {
            let wrong = call.arguments == nil ? "has parameters" : "has no parameters"
            throw AnimationSpecError(call.position, "\"\(call.shown)\" \(wrong); known: \(forms(named))")
        }
        // One that comes from within a value says itself what is known there.
        throw fault.message.contains("; known: ") ? fault : AnimationSpecError(fault.position, "\(fault.message); known: \(forms(fitting))")
    }

    private func forms<Result>(_ functions: [SpecFunction<Result>]) -> String {
        functions.map { $0.name == "init" ? name + $0.form.dropFirst($0.name.count) : $0.form }.joined(separator: ", ")
    }

    /// Each name once.
    private func names<Result>(_ functions: [SpecFunction<Result>]) -> String {
        let names = functions.map(\.name).reduce(into: [String]()) { names, name in if !names.contains(name) { names.append(name) } }
        return names.isEmpty ? "none" : names.map { $0 == "init" ? name : $0 }.joined(separator: ", ")
    }
}

// The tables: what may be written, by the names that the code has.

extension SpecType<Animation> {
    static var animation: Self {
        Self(name: "Animation", noun: "an animation", made: timingCurves + springs + interpolatingSprings, changed: modifiers)
    }

    private static var timingCurves: [SpecFunction<Animation>] {
        [
            SpecFunction("linear", .linear),
            SpecFunction("linear", .number("duration"), make: Animation.linear(duration:)),
            SpecFunction("easeIn", .easeIn),
            SpecFunction("easeIn", .number("duration"), make: Animation.easeIn(duration:)),
            SpecFunction("easeOut", .easeOut),
            SpecFunction("easeOut", .number("duration"), make: Animation.easeOut(duration:)),
            SpecFunction("easeInOut", .easeInOut),
            SpecFunction("easeInOut", .number("duration"), make: Animation.easeInOut(duration:)),
            SpecFunction("timingCurve", .value(nil, of: .curve), .number("duration"), make: Animation.timingCurve(_:duration:)),
            SpecFunction(
                "timingCurve", .number(nil), .number(nil), .number(nil), .number(nil), .number("duration", Animation.defaultDuration),
                make: Animation.timingCurve(_:_:_:_:duration:)),
        ]
    }

    private static var springs: [SpecFunction<Animation>] {
        [
            SpecFunction("default", .default),
            SpecFunction("spring", .spring),
            SpecFunction(
                "spring", .number("duration", 0.5), .number("bounce", 0), .number("blendDuration", 0), make: Animation.spring(duration:bounce:blendDuration:)),
            SpecFunction(
                "spring", .number("response", 0.5), .number("dampingFraction", 0.825), .number("blendDuration", 0),
                make: Animation.spring(response:dampingFraction:blendDuration:)),
            SpecFunction("spring", .value(nil, of: .spring), .number("blendDuration", 0), make: Animation.spring(_:blendDuration:)),
            SpecFunction("interactiveSpring", .interactiveSpring),
            SpecFunction(
                "interactiveSpring", .number("duration", 0.15), .number("extraBounce", 0), .number("blendDuration", 0.25),
                make: Animation.interactiveSpring(duration:extraBounce:blendDuration:)),
            SpecFunction(
                "interactiveSpring", .number("response", 0.15), .number("dampingFraction", 0.86), .number("blendDuration", 0.25),
                make: Animation.interactiveSpring(response:dampingFraction:blendDuration:)),
            SpecFunction("smooth", .smooth),
            SpecFunction("smooth", .number("duration", 0.5), .number("extraBounce", 0), make: Animation.smooth(duration:extraBounce:)),
            SpecFunction("snappy", .snappy),
            SpecFunction("snappy", .number("duration", 0.5), .number("extraBounce", 0), make: Animation.snappy(duration:extraBounce:)),
            SpecFunction("bouncy", .bouncy),
            SpecFunction("bouncy", .number("duration", 0.5), .number("extraBounce", 0), make: Animation.bouncy(duration:extraBounce:)),
        ]
    }

    private static var interpolatingSprings: [SpecFunction<Animation>] {
        [
            SpecFunction("interpolatingSpring", .interpolatingSpring),
            SpecFunction(
                "interpolatingSpring", .number("mass", 1), .number("stiffness"), .number("damping"), .number("initialVelocity", 0),
                make: Animation.interpolatingSpring(mass:stiffness:damping:initialVelocity:)),
            SpecFunction(
                "interpolatingSpring", .number("duration", 0.5), .number("bounce", 0), .number("initialVelocity", 0),
                make: Animation.interpolatingSpring(duration:bounce:initialVelocity:)),
            SpecFunction(
                "interpolatingSpring", .value(nil, of: .spring), .number("initialVelocity", 0), make: Animation.interpolatingSpring(_:initialVelocity:)),
        ]
    }

    private static var modifiers: [SpecFunction<(Animation) -> Animation>] {
        [
            SpecFunction("delay", .number(nil)) { seconds in { $0.delay(seconds) } },
            SpecFunction("speed", .number(nil)) { speed in { $0.speed(speed) } },
            SpecFunction("repeatCount", .count(nil), .flag("autoreverses", true)) { count, reverses in { $0.repeatCount(count, autoreverses: reverses) } },
            SpecFunction("repeatForever", .flag("autoreverses", true)) { reverses in { $0.repeatForever(autoreverses: reverses) } },
            SpecFunction("logicallyComplete", .number("after")) { seconds in { $0.logicallyComplete(after: seconds) } },
        ]
    }
}

extension SpecType<UnitCurve> {
    static var curve: Self {
        Self(
            name: "UnitCurve", noun: "a curve",
            made: [
                SpecFunction("linear", .linear), SpecFunction("easeIn", .easeIn), SpecFunction("easeOut", .easeOut), SpecFunction("easeInOut", .easeInOut),
                SpecFunction("circularEaseIn", .circularEaseIn), SpecFunction("circularEaseOut", .circularEaseOut),
                SpecFunction("circularEaseInOut", .circularEaseInOut),
                SpecFunction(
                    "bezier", .value("startControlPoint", of: .point), .value("endControlPoint", of: .point),
                    make: UnitCurve.bezier(startControlPoint:endControlPoint:)),
            ],
            changed: [SpecFunction("inverse") { $0.inverse }])
    }
}

extension SpecType<Spring> {
    static var spring: Self {
        Self(
            name: "Spring", noun: "a spring",
            made: [
                SpecFunction("smooth", .smooth), SpecFunction("snappy", .snappy), SpecFunction("bouncy", .bouncy),
                SpecFunction("smooth", .number("duration", 0.5), .number("extraBounce", 0), make: Spring.smooth(duration:extraBounce:)),
                SpecFunction("snappy", .number("duration", 0.5), .number("extraBounce", 0), make: Spring.snappy(duration:extraBounce:)),
                SpecFunction("bouncy", .number("duration", 0.5), .number("extraBounce", 0), make: Spring.bouncy(duration:extraBounce:)),
                SpecFunction("init", .number("duration", 0.5), .number("bounce", 0), make: Spring.init(duration:bounce:)),
                SpecFunction("init", .number("response"), .number("dampingRatio"), make: Spring.init(response:dampingRatio:)),
                SpecFunction(
                    "init", .number("mass", 1), .number("stiffness"), .number("damping"), .flag("allowOverDamping", false),
                    make: Spring.init(mass:stiffness:damping:allowOverDamping:)),
                SpecFunction(
                    "init", .number("settlingDuration"), .number("dampingRatio"), .number("epsilon", 0.001),
                    make: Spring.init(settlingDuration:dampingRatio:epsilon:)),
            ],
            changed: [])
    }
}

extension SpecType<UnitPoint> {
    static var point: Self {
        Self(
            name: "UnitPoint", noun: "a point",
            made: [SpecFunction("init", .number("x"), .number("y")) { UnitPoint(x: .init($0), y: .init($1)) }], changed: [])
    }
}
