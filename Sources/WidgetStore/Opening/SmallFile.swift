internal import Glibc
internal import WidgetCore

enum SmallFile {
    /// A small file's text; nil where it can't be read.
    static func text(_ path: String, limit: Int) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &bytes, limit)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Writes a file anew and makes it durable, with its name.
    static func write(_ text: String, to path: String) throws(WidgetError) {
        let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("making \(path)", errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else { throw .system("writing \(path)", errno) }
        StoreFiles.syncDirectory(of: path)
    }
}
