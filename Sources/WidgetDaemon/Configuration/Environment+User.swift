import Glibc

extension WidgetService.Environment {
    /// Where the user is, by `TZ` or /etc/localtime and by `LC_ALL`, `LC_TIME` or `LANG`, with what the daemon was told of the surfaces.
    init(_ environment: [String: String], appearance: Appearance) {
        self.init(timeZone: Self.timeZone(environment), locale: Self.locale(environment), appearance: appearance)
    }

    private static func timeZone(_ environment: [String: String]) -> String {
        if let name = environment["TZ"], !name.isEmpty { return name.hasPrefix(":") ? String(name.dropFirst()) : name }
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/etc/localtime", $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? -1
        }
        guard length > 0 else { return "UTC" }
        let parts = String(decoding: buffer.prefix(length), as: UTF8.self).split(separator: "/")
        guard let base = parts.firstIndex(of: "zoneinfo") else { return "UTC" }
        return parts[(base + 1)...].joined(separator: "/")
    }

    /// `de_AT.UTF-8` is `de-AT`; `C` and `POSIX` are `en`.
    private static func locale(_ environment: [String: String]) -> String {
        let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let base = name.prefix { $0 != "." && $0 != "@" }
        return base == "C" || base == "POSIX" ? "en" : base.split(separator: "_").joined(separator: "-")
    }
}
