/// A directory with provider manifests (`<id>.json`), and plugins in its `xbar` directory.
public struct ProviderDirectory: Sendable, Hashable {
    /// The directory's owner or purpose, which a user is shown.
    public enum Origin: String, Sendable, Hashable {
        /// Installed with widgetd or by a package.
        case system
        /// Named on the daemon's command line, such as a build directory. Its providers replace installed ones.
        case given
        /// Placed by the machine's administrator.
        case admin
        /// The user's own.
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

    /// The directories of this environment. A later one's providers replace an earlier one's. They are, in this order: `/usr/share/widgetd/providers`,
    /// `/usr/local/share/widgetd/providers`, those that the command line names, `/etc/widgetd/providers`, `$XDG_CONFIG_HOME/widgetd/providers`, then those of
    /// `WIDGETD_PROVIDER_PATH` (separated by colons) in their order. So a user's own providers replace those of a build directory, and installed ones.
    ///
    /// Relative paths of the environment are ignored, as the XDG specification requires.
    /// - Parameter given: absolute paths.
    public static func standard(environment: [String: String], given: [String] = []) -> [ProviderDirectory] {
        var directories = [
            ProviderDirectory(path: "/usr/share/widgetd/providers", origin: .system),
            ProviderDirectory(path: "/usr/local/share/widgetd/providers", origin: .system),
        ]
        directories += given.map { ProviderDirectory(path: $0, origin: .given) }
        directories.append(ProviderDirectory(path: "/etc/widgetd/providers", origin: .admin))
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
