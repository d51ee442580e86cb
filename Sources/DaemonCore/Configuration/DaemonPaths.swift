import Glibc
package import WidgetCore

/// The daemon's paths, from the XDG base directories or systemd's variables.
package enum DaemonPaths {
    /// The directory of the store: `$STATE_DIRECTORY` (systemd), else `$XDG_STATE_HOME/widgetd`, else `~/.local/state/widgetd`.
    /// - Throws: FAILED_PRECONDITION where the environment names none of them.
    package static func stateDirectory(_ environment: [String: String]) throws(WidgetError) -> String {
        if let directory = first(of: environment["STATE_DIRECTORY"]) { return directory }
        if let base = absolute(environment["XDG_STATE_HOME"]) { return base + "/widgetd" }
        if let home = absolute(environment["HOME"]) { return home + "/.local/state/widgetd" }
        throw WidgetError(.failedPrecondition, "no place for the store: set --state-directory, XDG_STATE_HOME or HOME")
    }

    /// The socket: `$RUNTIME_DIRECTORY/widgetd.sock` (systemd), else `$XDG_RUNTIME_DIR/widgetd/widgetd.sock`, else `/run/user/<uid>/widgetd/widgetd.sock`. If
    /// that directory can't be written, as on a machine without a login manager, the socket is beside the store. `widgetctl` looks in the same places.
    package static func socket(_ environment: [String: String], uid: UInt32, stateDirectory: String) -> String {
        if let directory = first(of: environment["RUNTIME_DIRECTORY"]) { return directory + "/widgetd.sock" }
        if let base = absolute(environment["XDG_RUNTIME_DIR"]) { return base + "/widgetd/widgetd.sock" }
        if access("/run/user/\(uid)", W_OK) == 0 { return "/run/user/\(uid)/widgetd/widgetd.sock" }
        return stateDirectory + "/widgetd.sock"
    }

    /// systemd lists several directories with colons; the first is ours.
    private static func first(of variable: String?) -> String? {
        absolute(variable?.split(separator: ":").first.map(String.init))
    }

    /// The XDG specification says that relative paths are to be ignored.
    private static func absolute(_ path: String?) -> String? {
        guard let path, path.hasPrefix("/") else { return nil }
        return path
    }
}

/// Directories on the way to the daemon's own.
package enum Directories {
    /// Makes the directories above `path` that aren't there, for the daemon's user alone, as the XDG base directory specification asks.
    /// - Throws: FAILED_PRECONDITION that names the one that can't be made.
    package static func makeParents(of path: String) throws(WidgetError) {
        var parent = ""
        for name in path.split(separator: "/").dropLast() {
            parent += "/" + name
            guard mkdir(parent, 0o700) != 0, errno != EEXIST else { continue }
            let reason = errno
            // On a read-only file system mkdir fails with EROFS even for a directory that exists.
            if access(parent, F_OK) == 0 { continue }
            throw WidgetError(.failedPrecondition, "\(parent) can't be made: \(String(cString: strerror(reason))); make it, or name another place for \(path)")
        }
    }
}

/// The kernel's rule for the path of a Unix socket.
package enum UnixSocketPath {
    /// - Throws: INVALID_ARGUMENT with the limit.
    package static func check(_ path: String) throws(WidgetError) {
        guard path.utf8.count <= Limits.socketPathBytes else {
            throw .invalid("socket", "\(path) has \(path.utf8.count) bytes and the limit is \(Limits.socketPathBytes); name a shorter path with --socket")
        }
    }
}
