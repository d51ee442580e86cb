import Glibc

/// Where the daemon's socket is.
public struct SocketLocation: Sendable, Hashable {
    /// Where the system's daemon listens, as its socket unit says.
    public static let systemPath = "/run/widgetd/widgetd.sock"

    /// Paths to try, the best first; never empty.
    public let candidates: [String]
    /// Whether a user named the path, by option or variable: then no other is tried.
    public let isExplicit: Bool

    /// The places to look for the socket in.
    ///
    /// - Parameters:
    ///   - explicit: the value of `--socket`; before everything else.
    ///   - environment: looks a variable up. `WIDGETD_SOCKET` comes next, then `XDG_RUNTIME_DIR`.
    ///   - uid: the user whose runtime directory is tried when `XDG_RUNTIME_DIR` isn't set, or has no socket. Then the
    ///     store's directory; the system's daemon comes last.
    public init(explicit: String?, environment: (String) -> String?, uid: UInt32) {
        if let path = [explicit, environment("WIDGETD_SOCKET")].lazy.compactMap({ $0 }).first(where: { !$0.isEmpty }) {
            candidates = [path]
            isExplicit = true
            return
        }
        var paths: [String] = []
        if let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") { paths.append("\(directory)/widgetd/widgetd.sock") }
        let user = "/run/user/\(uid)/widgetd/widgetd.sock"
        if !paths.contains(user) { paths.append(user) }
        if let state = Self.stateDirectory(environment) { paths.append("\(state)/widgetd/widgetd.sock") }
        paths.append(Self.systemPath)
        candidates = paths
        isExplicit = false
    }

    /// Where the daemon puts its socket on a machine without a login manager, which would make a runtime directory: beside the store.
    private static func stateDirectory(_ environment: (String) -> String?) -> String? {
        if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") { return state }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.local/state"
    }

    /// The first candidate that exists; the first of all where none does.
    public var path: String {
        candidates.first { access($0, F_OK) == 0 || errno == EACCES } ?? candidates[0]
    }
}
