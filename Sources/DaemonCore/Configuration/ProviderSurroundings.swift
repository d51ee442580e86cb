import Glibc
package import WidgetCore
package import WidgetStore

/// The user's time zone and locale, and the surfaces that show views. Providers get them with each request.
package struct ProviderSurroundings: Sendable, Equatable {
    /// IANA name.
    package var timeZone: String
    /// BCP 47 name.
    var locale: String
    /// Pixels per point, in ``Limits/displayScale``.
    package var displayScale: Double
    /// The traits of the surfaces for which providers make views, in the order in which the surfaces were first seen.
    package var surfaces: [ViewTraits] = []

    /// The color scheme of a provider's main views: that of the surface that was seen first.
    package var colorScheme: ColorScheme { surfaces.first?.colorScheme ?? .dark }

    /// The part that the store remembers.
    package var locality: StoredLocality { StoredLocality(timeZone: timeZone, locale: locale) }

    /// The context of a request for an entry of a family at a date.
    package func context(_ family: WidgetFamily, isPreview: Bool = false, at date: Timestamp) -> ProviderContext {
        let first = ViewTraits.standard.with(colorScheme)
        return ProviderContext(
            isPreview: isPreview, family: family, colorScheme: colorScheme,
            variants: surfaces.filter { $0 != first }.prefix(Limits.variantsPerArchive).map(\.self),
            displayScale: displayScale, timeZone: timeZone, locale: locale, date: date)
    }
}

extension ProviderSurroundings {
    /// The time zone by `TZ` or /etc/localtime, the locale by `LC_ALL`, `LC_TIME` or `LANG`.
    package init(_ environment: [String: String], displayScale: Double, surfaces: [ViewTraits]) {
        self.init(
            timeZone: Self.timeZone(environment), locale: Self.locale(environment), displayScale: displayScale, surfaces: surfaces)
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
