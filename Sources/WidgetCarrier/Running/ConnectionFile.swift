import Glibc
import Linux
package import WidgetCore

/// The file with an engine's connection string. It has a password, so nobody else may read it, and it never stands on a command line.
package enum ConnectionFile {
    /// Bytes of the file: a string with several hosts and the paths of certificates.
    static let bytes = 8 << 10

    /// The string: the file's lines, joined by spaces.
    /// - Throws: as ``lines(_:)``.
    package static func read(_ path: String) throws(WidgetError) -> String { try lines(path).joined(separator: " ") }

    /// The file's lines without those that are empty or begin with `#`.
    /// - Throws: NOT_FOUND; PERMISSION_DENIED where others than the daemon's user and root may read the file; INVALID_ARGUMENT for an empty or long one.
    package static func lines(_ path: String) throws(WidgetError) -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw WidgetError(.notFound, "\(path): \(String(cString: strerror(errno)))") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .invalid("engine", "\(path) isn't a file") }
        guard status.st_mode & 0o007 == 0, status.st_mode & 0o020 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw WidgetError(.permissionDenied, "\(path) has mode \(mode), so others can read the password; run: chmod 600 \(path.shellWord)")
        }
        let text = String(decoding: try FileText.read(path, limit: bytes + 1), as: UTF8.self)
        guard text.utf8.count <= bytes else { throw .invalid("engine", "\(path) has more than \(bytes) bytes") }
        let lines = ConnectionString.lines(of: text)
        guard !lines.isEmpty else {
            throw .invalid("engine", "\(path) is empty; write a connection string, such as: host=db.example user=widgetd dbname=widgetd sslmode=verify-full")
        }
        return lines
    }
}
