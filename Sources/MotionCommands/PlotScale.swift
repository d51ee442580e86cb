import Glibc

/// An axis: what it shows, and where its ticks are.
struct PlotScale {
    let range: ClosedRange<Double>
    /// Round numbers within the range, ascending.
    let ticks: [Double]
    /// Decimals that tell the ticks apart.
    let decimals: Int

    /// - Parameter count: ticks there may be at most, about.
    init(_ range: ClosedRange<Double>, ticks count: Int) {
        self.range = range
        let span = range.upperBound - range.lowerBound
        guard span > 0, span.isFinite, count > 0 else {
            (ticks, decimals) = ([range.lowerBound], 1)
            return
        }
        let step = Self.step(atLeast: span / Double(count))
        decimals = max(0, Int((-log10(step) - 1e-9).rounded(.up)))
        let first = (range.lowerBound / step - 1e-9).rounded(.up)
        let last = (range.upperBound / step + 1e-9).rounded(.down)
        ticks = first <= last ? (0...Int(min(last - first, Double(2 * count)))).map { (first + Double($0)) * step } : []
    }

    /// 1, 2 or 5 times a power of ten.
    private static func step(atLeast least: Double) -> Double {
        let power = pow(10, log10(least).rounded(.down))
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least * (1 - 1e-9) } ?? least
    }

    func label(_ tick: Double) -> String {
        let text = PlotNumber.fixed(tick, decimals)
        return text.allSatisfy { "-0.".contains($0) } ? "0" : text
    }

    /// Where `value` is, from 0 at the beginning of the axis to 1 at its end; what is outside is at the end.
    func place(_ value: Double) -> Double {
        let span = range.upperBound - range.lowerBound
        return span > 0 ? min(max((value - range.lowerBound) / span, 0), 1) : 0
    }
}

/// Numbers for people.
enum PlotNumber {
    /// `value` with so many decimals, `0.50`.
    static func fixed(_ value: Double, _ decimals: Int) -> String {
        let scale = pow(10, Double(decimals))
        let scaled = (value * scale).rounded()
        // Beyond it a number has no decimals anyway, and is no Int.
        guard abs(scaled) < 1e15 else { return "\(value)" }
        let whole = Int(abs(scaled))
        let sign = scaled < 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(whole)" }
        let digits = String(whole)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }

    /// `value` with at most `decimals` decimals: `0.5`, `2`.
    static func short(_ value: Double, _ decimals: Int = 3) -> String {
        var text = fixed(value, decimals)
        guard text.contains("."), !text.contains("e") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }

    /// `0.5 s`; `never` for infinity.
    static func seconds(_ value: Double) -> String { value.isFinite ? "\(short(value)) s" : "never" }
}
