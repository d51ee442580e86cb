/// A number of bytes for people, in powers of 1024.
enum ByteCount {
    /// `512 B`, `3.4 KiB`, `120 MiB`.
    static func text(_ bytes: UInt64) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        var unit = 0
        var whole = bytes
        var tenths: UInt64 = 0
        while whole >= 1_024, unit < units.count - 1 {
            tenths = (whole % 1_024) * 10 / 1_024
            whole /= 1_024
            unit += 1
        }
        return unit > 0 && whole < 10 ? "\(whole).\(tenths) \(units[unit])" : "\(whole) \(units[unit])"
    }
}
