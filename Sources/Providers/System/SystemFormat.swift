/// Figures as people read them.
enum SystemFormat {
    /// `42 %`.
    static func percent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded())) %" }

    /// `6.2 GiB`.
    static func bytes(_ bytes: UInt64) -> String { scaled(Double(bytes), by: 1_024, units: ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]) }

    /// `48 kB/s`; network rates count in thousands.
    static func rate(_ bytes: Double) -> String { scaled(bytes, by: 1_000, units: ["B/s", "kB/s", "MB/s", "GB/s", "TB/s"]) }

    /// `0.42`.
    static func load(_ load: Double) -> String { decimals(load, 2) }

    /// `3 d 4 h`, `4 h 12 min`, `12 min`.
    static func uptime(_ seconds: Int) -> String {
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
        if days > 0 { return "\(days) d \(hours) h" }
        return hours > 0 ? "\(hours) h \(minutes) min" : "\(minutes) min"
    }

    private static func scaled(_ value: Double, by step: Double, units: [String]) -> String {
        var value = max(0, value)
        var unit = 0
        while value >= step, unit < units.count - 1 {
            value /= step
            unit += 1
        }
        return "\(unit > 0 && value < 10 ? decimals(value, 1) : "\(Int(value.rounded()))") \(units[unit])"
    }

    private static func decimals(_ value: Double, _ places: Int) -> String {
        let scale = places == 1 ? 10 : 100
        let scaled = Int((value * Double(scale)).rounded())
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.utf8.count) + fraction
    }
}
