/// Numbers as pictures and lists write them.
public enum NumberText {
    /// A number with at most `digits` decimals, up to 6, and no trailing zeros: `12`, `0.5`, `-3.333`. One that isn't finite, or is 10¹² or more, is `0`.
    public static func short(_ value: Double, digits: Int = 3) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return "0" }
        let unit = [1.0, 10, 100, 1_000, 10_000, 100_000, 1_000_000][min(6, max(0, digits))]
        let number = Int((value * unit).rounded())
        let (whole, rest) = (number.magnitude / UInt(unit), number.magnitude % UInt(unit))
        var text = (number < 0 ? "-" : "") + String(whole)
        guard rest > 0 else { return text }
        var fraction = String(rest + UInt(unit)).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        text += "." + fraction
        return text
    }
}
