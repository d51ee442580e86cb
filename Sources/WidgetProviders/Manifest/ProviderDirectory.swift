/// A directory with provider manifests (`<id>.json`), and plugins in its `xbar` directory.
public struct ProviderDirectory: Sendable, Hashable {
    /// Whose directory it is, for people.
    public enum Origin: String, Sendable, Hashable {
        /// Installed with widgetd or by a package.
        case system
        /// Placed by the machine's administrator.
        case admin
        /// The person's own.
        case user
        /// Named by `WIDGETD_PROVIDER_PATH`.
        case path
    }

    /// Absolute.
    public var path: String
    public var origin: Origin

    public init(path: String, origin: Origin) {
        self.path = path
        self.origin = origin
    }

    /// The directories of this environment, from the one that gives way to the one that wins: `/usr/share/widgetd/providers`,
    /// `/usr/local/share/widgetd/providers`, `/etc/widgetd/providers`, `$XDG_CONFIG_HOME/widgetd/providers`, then those of `WIDGETD_PROVIDER_PATH`
    /// (separated by colons) in their order.
    ///
    /// Paths that aren't absolute are left out, as the XDG specification asks.
    public static func standard(environment: [String: String]) -> [ProviderDirectory] {
        var directories = [
            ProviderDirectory(path: "/usr/share/widgetd/providers", origin: .system),
            ProviderDirectory(path: "/usr/local/share/widgetd/providers", origin: .system),
            ProviderDirectory(path: "/etc/widgetd/providers", origin: .admin),
        ]
        let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? environment["HOME"].map { $0 + "/.config" }
        if let configuration, configuration.hasPrefix("/") {
            directories.append(ProviderDirectory(path: configuration + "/widgetd/providers", origin: .user))
        }
        for path in (environment["WIDGETD_PROVIDER_PATH"] ?? "").split(separator: ":") where path.hasPrefix("/") {
            directories.append(ProviderDirectory(path: String(path), origin: .path))
        }
        return directories
    }
}
