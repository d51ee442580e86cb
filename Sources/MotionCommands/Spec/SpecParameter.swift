/// A parameter of a function that may be written in an animation.
struct SpecParameter<Value> {
    /// Nil: it has none.
    let label: String?
    /// What it is where nothing is written; nil: it has to be written.
    let fallback: Value?
    /// What is written as its value, in words.
    let kind: String
    /// Nil: it isn't of this kind.
    let read: (SpecValue) throws -> Value?

    var shown: String { label ?? "_" }
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

extension SpecParameter {
    /// A value of a type that has names of its own, such as a curve.
    static func value(_ label: String?, of type: SpecType<Value>) -> Self {
        Self(label: label, fallback: nil, kind: type.noun) { value in
            guard case .chain(let calls) = value else { return nil }
            return try type.value(of: calls)
        }
    }
}
