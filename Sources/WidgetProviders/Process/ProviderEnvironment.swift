import Glibc

/// The environment of every provider program. It has the few variables that programs need. The daemon's other variables are left out, because they may hold
/// secrets.
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
    /// The variables of the user's graphical session that the daemon has.
    let session: [String: String]

    /// The variable that says where the daemon is reached.
    static let socketVariable = "WIDGETD_SOCKET"

    /// - Parameters:
    ///   - daemon: the daemon's own environment.
    ///   - socket: the path of the daemon's socket, for programs that ask for reloads. With an empty path the variable isn't set.
    ///   - stateDirectory: where providers keep their state, each in its own directory below. Nil leaves `$XDG_STATE_HOME` as it is.
    public init(daemon: [String: String], socket: String = "", stateDirectory: String? = nil) {
        session = daemon.filter { Self.graphical.contains($0.key) }
        var variables = daemon.filter { Self.inherited.contains($0.key) }
        variables["PATH"] = variables["PATH"] ?? Self.standardPath
        if !socket.isEmpty { variables[Self.socketVariable] = socket }
        if let stateDirectory { variables["XDG_STATE_HOME"] = stateDirectory }
        self.variables = variables
    }
}
