/// A function or a property that may be written in an animation, and what it makes.
struct SpecFunction<Result> {
    let name: String
    /// `spring(duration:bounce:)`; a property's is its name.
    let form: String
    let isProperty: Bool
    /// Makes it of the arguments, all of which it must know.
    let make: (inout SpecArguments) throws -> Result

    init(_ name: String, _ value: Result) {
        self.name = name
        form = name
        isProperty = true
        make = { _ in value }
    }

    init<each Value>(_ name: String, _ parameters: repeat SpecParameter<each Value>, make: @escaping (repeat each Value) -> Result) {
        self.name = name
        var labels = ""
        for parameter in repeat each parameters { labels += parameter.shown + ":" }
        form = "\(name)(\(labels))"
        isProperty = false
        self.make = { arguments in
            let result = try make(repeat arguments.take(each parameters))
            try arguments.finish()
            return result
        }
    }
}

/// The arguments of a call, taken one after the other in the order of the parameters, as the language has it.
struct SpecArguments {
    private let call: SpecCall
    private var rest: ArraySlice<SpecArgument>

    init(_ call: SpecCall) {
        self.call = call
        rest = (call.arguments ?? [])[...]
    }

    mutating func take<Value>(_ parameter: SpecParameter<Value>) throws -> Value {
        guard let next = rest.first, next.label == parameter.label else {
            if let fallback = parameter.fallback { return fallback }
            throw AnimationSpecError(rest.first?.position ?? call.end, "\"\(call.shown)\" needs \(parameter.kind) for \"\(parameter.shown)\" here")
        }
        rest.removeFirst()
        guard let value = try parameter.read(next.value) else {
            throw AnimationSpecError(next.position, "\"\(parameter.shown)\" of \"\(call.shown)\" takes \(parameter.kind), not \(next.value.found)")
        }
        return value
    }

    func finish() throws {
        guard let next = rest.first else { return }
        throw AnimationSpecError(next.position, "\"\(call.shown)\" has no parameter \"\(next.label ?? "_")\" here")
    }
}

/// A parameter of a function that may be written in an animation.
struct SpecParameter<Value> {
    /// Nil: it has none.
    let label: String?
    /// The value where nothing is written; nil: it has to be written.
    let fallback: Value?
    /// The kind of its value, in words.
    let kind: String
    /// Nil: it isn't of this kind.
    let read: (SpecValue) throws -> Value?

    var shown: String { label ?? "_" }

    /// A value of a type that has names of its own, such as a curve.
    static func value(_ label: String?, of type: SpecType<Value>) -> Self {
        Self(label: label, fallback: nil, kind: type.noun) { value in
            guard case .chain(let calls) = value else { return nil }
            return try type.value(of: calls)
        }
    }
}

extension SpecParameter<Double> {
    static func number(_ label: String?, _ fallback: Double? = nil) -> Self {
        Self(label: label, fallback: fallback, kind: "a number") { value in
            guard case .number(let number) = value else { return nil }
            return number
        }
    }
}

extension SpecParameter<Int> {
    static func count(_ label: String?) -> Self {
        Self(label: label, fallback: nil, kind: "a whole number up to \(PlotNumber.short(PlotLimits.repetitions))") { value in
            guard case .number(let number) = value, abs(number) <= PlotLimits.repetitions else { return nil }
            return Int(exactly: number)
        }
    }
}

extension SpecParameter<Bool> {
    static func flag(_ label: String, _ fallback: Bool) -> Self {
        Self(label: label, fallback: fallback, kind: "true or false") { value in
            guard case .flag(let flag) = value else { return nil }
            return flag
        }
    }
}
