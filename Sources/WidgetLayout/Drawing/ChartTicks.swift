import Glibc

/// The numbers of a chart's axis: 1, 2 or 5 times a power of ten from each other.
package enum ChartTicks {
    /// The most parts into which ticks divide an axis.
    private static let parts = 5

    /// Bounds that are ticks themselves, around two others.
    /// - Parameter keepsLower: the lower bound stays as it is. `keepsUpper` says the same of the upper one.
    static func rounded(_ low: Double, _ high: Double, keepsLower: Bool, keepsUpper: Bool) -> (lower: Double, upper: Double) {
        var (lower, upper) = (low, high)
        // Rounding may make the axis so long that its ticks lie further apart.
        for _ in 0..<3 {
            guard let step = step(across: upper - lower, parts: parts) else { break }
            if !keepsLower { lower = (low / step + 1e-9).rounded(.down) * step }
            if !keepsUpper { upper = (high / step - 1e-9).rounded(.up) * step }
        }
        return lower.isFinite && upper.isFinite && lower < upper ? (lower, upper) : (low, high)
    }

    /// The ticks between two bounds, from below: first many, then fewer, for charts that have less room.
    static func choices(from lower: Double, to upper: Double) -> [[Double]] {
        let (many, some) = (values(from: lower, to: upper, parts: parts), values(from: lower, to: upper, parts: 3))
        var choices = some.count < many.count ? [many, some] : [many]
        let ends = [many[0], many[many.count - 1]]
        if choices.last != ends { choices.append(ends) }
        return choices
    }

    private static func values(from lower: Double, to upper: Double, parts: Int) -> [Double] {
        guard let step = step(across: upper - lower, parts: parts) else { return [lower, upper] }
        let (first, last) = ((lower / step - 1e-9).rounded(.up), (upper / step + 1e-9).rounded(.down))
        // A range that holds one round number alone is described better by its ends.
        guard last > first, last - first <= Double(parts) else { return [lower, upper] }
        return (0...Int(last - first)).map { (first + Double($0)) * step }
    }

    /// The numbers of an axis: short, unless two of them would be the same.
    static func texts(_ values: [Double]) -> [String] {
        let short = values.map(ChartNumber.text)
        guard Set(short).count < values.count else { return short }
        let long = values.map { NumberText.short($0, digits: 4) }
        return Set(long).count == values.count ? long : short
    }

    /// The least distance that divides a span into at most so many parts; nil: the span is no length.
    private static func step(across span: Double, parts: Int) -> Double? {
        guard span > 0, span.isFinite else { return nil }
        let power = pow(10, log10(span / Double(parts)).rounded(.down))
        guard power > 0, power.isFinite else { return nil }
        return [1, 2, 5, 10].map { $0 * power }.first { span / $0 <= Double(parts) + 1e-9 }
    }
}

/// A number as an axis shows it: three digits and a unit, `1.25k`.
package enum ChartNumber {
    package static func text(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        var size = abs(value)
        var unit = 0
        let units = ["", "k", "M", "G", "T"]
        while size >= 999.5, unit < units.count - 1 {
            size /= 1_000
            unit += 1
        }
        let scale = size >= 99.95 ? 1 : size >= 9.995 ? 10 : 100
        let whole = Int((size * Double(scale)).rounded())
        var text = "\(whole / scale)"
        var digits = String(whole % scale + scale).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        if !digits.isEmpty { text += "." + digits }
        return (value < 0 && whole > 0 ? "-" : "") + text + units[unit]
    }
}
