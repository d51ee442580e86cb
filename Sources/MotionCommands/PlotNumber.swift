import Glibc

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
