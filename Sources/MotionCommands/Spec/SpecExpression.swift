/// A name with what is in parentheses behind it: `spring(duration: 0.4)`.
struct SpecCall {
    var name: String
    /// The name as it is written.
    let shown: String
    let position: Int
    /// Nil: there are no parentheses.
    let arguments: [SpecArgument]?
    /// Where the parentheses end, or the name.
    let end: Int
}

/// What stands in parentheses, between commas.
struct SpecArgument {
    let label: String?
    let position: Int
    let value: SpecValue
}

/// A value as it is written.
indirect enum SpecValue {
    case number(Double)
    case flag(Bool)
    /// `.easeIn`, `UnitPoint(x: 0, y: 1)`, `.easeIn.inverse`.
    case chain([SpecCall])

    /// How an error names it.
    var found: String {
        switch self {
        case .number(let number): PlotNumber.short(number)
        case .flag(let flag): "\(flag)"
        case .chain(let calls): "\"\(calls.first?.shown ?? "")\""
        }
    }
}
