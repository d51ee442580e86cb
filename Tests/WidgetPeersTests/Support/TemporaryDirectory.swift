import Glibc

/// A directory of a test's own, gone with it.
final class TemporaryDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/widgetd-peers-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure.system("mkdtemp", errno) }
        path = String(cString: made)
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    enum Failure: Error { case system(String, Int32) }

    /// Its contents.
    var names: [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func write(_ text: String, to name: String, mode: UInt32 = 0o600) throws {
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw Failure.system("open", errno) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count, fchmod(descriptor, mode) == 0 else { throw Failure.system("write", errno) }
    }

    func read(_ name: String) throws -> String {
        let descriptor = open("\(path)/\(name)", O_RDONLY)
        guard descriptor >= 0 else { throw Failure.system("open", errno) }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in count = max(Glibc.read(descriptor, buffer.baseAddress, buffer.count), 0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    func mode(of name: String) -> UInt32 {
        var status = stat()
        lstat("\(path)/\(name)", &status)
        return status.st_mode & 0o7777
    }
}
