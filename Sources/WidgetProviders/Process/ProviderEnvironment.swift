import Glibc

/// The environment of every provider program. It has the few variables that programs count on, and no others of the daemon's, which may hold secrets.
public struct ProviderEnvironment: Sendable, Hashable {
    /// The variables that are passed on where the daemon has them.
    static let inherited = [
        "HOME", "LANG", "LC_ALL", "LC_MESSAGES", "LC_TIME", "LOGNAME", "PATH", "SHELL", "TZ", "USER", "XDG_CACHE_HOME", "XDG_CONFIG_DIRS",
        "XDG_CONFIG_HOME", "XDG_DATA_DIRS", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
    ]
    /// The variables that say where the graphical session is.
    static let graphical = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "TERMINAL"]
    static let standardPath = "/usr/local/bin:/usr/bin:/bin"

    /// By name.
    public let variables: [String: String]
    /// Where the user's graphical session is, where the daemon knows.
    let session: [String: String]

    /// The variable that says where the daemon is reached.
    static let socketVariable = "WIDGETD_SOCKET"

    /// - Parameters:
    ///   - daemon: the daemon's own environment.
    ///   - socket: the path where the daemon is reached, for programs that ask for reloads by themselves; empty: they aren't told.
    ///   - stateDirectory: where providers keep their state, each in a directory of its own below; nil: `$XDG_STATE_HOME`, by each program's own rules.
    public init(daemon: [String: String], socket: String = "", stateDirectory: String? = nil) {
        session = daemon.filter { Self.graphical.contains($0.key) }
        var variables = daemon.filter { Self.inherited.contains($0.key) }
        variables["PATH"] = variables["PATH"] ?? Self.standardPath
        if !socket.isEmpty { variables[Self.socketVariable] = socket }
        if let stateDirectory { variables["XDG_STATE_HOME"] = stateDirectory }
        self.variables = variables
    }
}
