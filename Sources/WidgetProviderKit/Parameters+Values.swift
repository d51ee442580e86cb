extension Parameters {
    /// The text under `name`; nil where there is none.
    public func text(_ name: String) -> String? {
        if case .text(let text)? = self[name] { text } else { nil }
    }

    /// The whole number under `name`; nil where there is none.
    public func integer(_ name: String) -> Int64? {
        if case .integer(let integer)? = self[name] { integer } else { nil }
    }

    /// The number under `name`, whole or not; nil where there is none.
    public func number(_ name: String) -> Double? {
        switch self[name] {
        case .number(let number): number
        case .integer(let integer): Double(integer)
        default: nil
        }
    }

    /// The truth value under `name`; nil where there is none.
    public func boolean(_ name: String) -> Bool? {
        if case .boolean(let flag)? = self[name] { flag } else { nil }
    }
}
