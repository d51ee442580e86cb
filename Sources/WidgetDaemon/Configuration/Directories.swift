import Glibc
import WidgetCore

/// Directories on the way to the daemon's own.
enum Directories {
    /// Makes the directories above `path` that aren't there, for the daemon's user alone, as the XDG base directory specification asks.
    /// - Throws: FAILED_PRECONDITION that names the one that can't be made.
    static func makeParents(of path: String) throws(WidgetError) {
        var parent = ""
        for name in path.split(separator: "/").dropLast() {
            parent += "/" + name
            guard mkdir(parent, 0o700) != 0, errno != EEXIST else { continue }
            let reason = errno
            // On a read-only file system mkdir says so even of a directory that exists.
            if access(parent, F_OK) == 0 { continue }
            throw WidgetError(.failedPrecondition, "\(parent) can't be made: \(String(cString: strerror(reason))); make it, or name another place for \(path)")
        }
    }
}
