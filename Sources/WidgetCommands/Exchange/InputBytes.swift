import Glibc
import WidgetCore

/// A whole file, or all that comes on standard input.
enum InputBytes {
    /// - Parameter path: `-`: standard input.
    /// - Throws: INVALID_ARGUMENT where it has more than ``CommandLimits/importFileBytes``.
    static func read(_ path: String, standard: InputFile) throws(WidgetError) -> [UInt8] {
        if path == "-" { return try all(of: standard.descriptor, "standard input") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw WidgetError(file: path, "read", errno) }
        defer { close(descriptor) }
        return try all(of: descriptor, path)
    }

    private static func all(of descriptor: Int32, _ path: String) throws(WidgetError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw WidgetError(file: path, "read", errno) }
            if count == 0 { return bytes }
            bytes += part.prefix(count)
            guard bytes.count <= CommandLimits.importFileBytes else {
                throw .invalid("file", "\(path) has more than \(CommandLimits.importFileBytes >> 20) MiB; an export is never so long")
            }
        }
    }
}
