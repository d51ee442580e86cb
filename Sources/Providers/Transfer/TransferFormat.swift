/// Figures as people read them.
enum TransferFormat {
    /// `6.2 GB`: files are counted in thousands, as their owners do.
    static func bytes(_ bytes: Double) -> String {
        let units = ["B", "kB", "MB", "GB", "TB", "PB"]
        var (value, unit) = (max(0, bytes), 0)
        while value >= 999.5, unit < units.count - 1 {
            value /= 1_000
            unit += 1
        }
        guard unit > 0, value < 9.95 else { return "\(Int(value.rounded())) \(units[unit])" }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    /// `48 MB/s`.
    static func rate(_ bytes: Double) -> String { self.bytes(bytes) + "/s" }

    /// `42 %`.
    static func percent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded(.down))) %" }
}
