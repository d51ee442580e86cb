/// Which way the characters of a number roll.
public enum NumericTextDirection: Equatable, Hashable, Sendable {
    /// New ones come from below.
    case up
    /// New ones come from above.
    case down
    /// Up where the value is more than that of the text before, down where it is less.
    case value(Double)

    /// Whether characters roll down when a text with `previous` becomes one with this. Without two values to compare, and where they are equal, they roll up.
    public func countsDown(from previous: NumericTextDirection?) -> Bool {
        switch (self, previous) {
        case (.down, _): true
        case (.value(let value), .value(let old)?): value < old
        default: false
        }
    }
}
