import Glibc
package import WidgetCore

/// A small file that is opened for reading, with a check of who else may read it.
struct PrivateFile: ~Copyable {
    private let descriptor: Int32
    private let path: String
    private let status: stat

    /// - Throws: NOT_FOUND; FAILED_PRECONDITION for something that isn't a small regular file; UNAVAILABLE.
    init(path: String) throws(WidgetError) {
        // A pipe in its place must not block the start.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: throw WidgetError(.notFound, "there is no \(path)")
            case ELOOP: throw WidgetError(.failedPrecondition, "\(path) is a symbolic link; put the file itself there")
            case let code: throw WidgetError(.unavailable, "can't open \(path): \(String(cString: strerror(code)))")
            }
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, (0...IdentityLimits.fileBytes).contains(Int(status.st_size)) else {
            _ = close(descriptor)
            throw WidgetError(.failedPrecondition, "\(path) isn't a file of at most \(IdentityLimits.fileBytes) bytes; restore it from a backup")
        }
        self.descriptor = descriptor
        self.path = path
        self.status = status
    }

    deinit { _ = close(descriptor) }

    /// - Throws: FAILED_PRECONDITION where another user may read the file, or own it.
    func requirePrivacy() throws(WidgetError) {
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw WidgetError(.failedPrecondition, "\(path) belongs to uid \(status.st_uid), who can take this device's place; run: chown \(geteuid()) \(path)")
        }
        // A credential of systemd is root's, with an access list for the daemon's user, which shows as the group's right to read. A daemon of root has none.
        let isCredential = geteuid() != 0 && status.st_uid == 0 && status.st_gid == 0 && status.st_mode & 0o777 == 0o440
        guard status.st_mode & 0o077 == 0 || isCredential else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw WidgetError(.failedPrecondition, "\(path) has mode \(mode): others may read this device's key and take its place; run: chmod 600 \(path)")
        }
    }

    /// The file's whole text.
    /// - Throws: UNAVAILABLE where it can't be read, FAILED_PRECONDITION where it isn't UTF-8.
    func text() throws(WidgetError) -> String {
        var bytes: [UInt8] = []
        var failure: Int32 = 0
        while failure == 0 {
            let chunk = [UInt8](unsafeUninitializedCapacity: 4 << 10) { buffer, count in
                let got = read(descriptor, buffer.baseAddress, buffer.count)
                if got < 0, errno != EINTR { failure = errno }
                count = max(got, 0)
            }
            bytes += chunk
            guard !chunk.isEmpty, bytes.count <= IdentityLimits.fileBytes else { break }
        }
        guard failure == 0 else { throw WidgetError(.unavailable, "can't read \(path): \(String(cString: strerror(failure)))") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw WidgetError(.failedPrecondition, "\(path) isn't text; restore it from a backup")
        }
        return text
    }
}

/// Creates a file with its whole content on disk.
struct NewFile {
    private let directory: String
    private let path: String
    private let mode: mode_t
    private var temporaryPath: String { path + ".new" }

    init(directory: String, name: String, mode: mode_t) {
        self.directory = directory
        self.mode = mode
        path = "\(directory)/\(name)"
    }

    /// Removes the temporary file, which a crash before its removal may have left.
    func removeRest() { _ = unlink(temporaryPath) }

    /// Creates the file, if it isn't there.
    /// - Returns: false where the file is there already; it isn't touched then.
    /// - Throws: UNAVAILABLE where it can't be written.
    func write(_ text: String) throws(WidgetError) -> Bool {
        defer { removeRest() }
        try writeTemporary(text)
        // Unlike rename(2), link(2) never replaces a file. So two daemons that start at once get the same file.
        guard link(temporaryPath, path) == 0 else {
            if errno == EEXIST { return false }
            throw failure("make", path)
        }
        try synchronizeDirectory()
        return true
    }

    /// Creates the file, or takes the place of the one that is there.
    /// - Throws: UNAVAILABLE where it can't be written. The one before stays.
    func replace(_ text: String) throws(WidgetError) {
        defer { removeRest() }
        try writeTemporary(text)
        guard rename(temporaryPath, path) == 0 else { throw failure("write", path) }
        try synchronizeDirectory()
    }

    private func writeTemporary(_ text: String) throws(WidgetError) {
        removeRest()
        let descriptor = Glibc.open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("make", temporaryPath) }
        try fill(descriptor, with: Array(text.utf8))
    }

    /// Writes `bytes` to disk, and closes the file.
    private func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(WidgetError) {
        defer { _ = close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw failure("write", temporaryPath) }
            rest = rest.dropFirst(max(count, 0))
        }
        guard fsync(descriptor) == 0 else { throw failure("write", temporaryPath) }
    }

    private func synchronizeDirectory() throws(WidgetError) {
        let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", directory) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("write", directory) }
    }

    private func failure(_ verb: String, _ path: String) -> WidgetError {
        WidgetError(.unavailable, "can't \(verb) \(path): \(String(cString: strerror(errno)))")
    }
}

/// A file with 32 random bytes that are made once and stay on this machine: hexadecimal digits, mode 0600.
package struct SecretFile {
    private static let count = 32
    private let directory: String
    private let name: String
    private var path: String { "\(directory)/\(name)" }

    package init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    /// The bytes. They are made where there is no file.
    /// - Throws: FAILED_PRECONDITION where the file is damaged or others may read it; UNAVAILABLE where it can't be read or written.
    package func open() throws(WidgetError) -> [UInt8] {
        if let bytes = try read() { return bytes }
        var random = SystemRandomNumberGenerator()
        let digits = (0..<Self.count).map { _ in
            let byte = UInt8.random(in: 0...255, using: &random)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        _ = try NewFile(directory: directory, name: name, mode: 0o600).write(digits.joined() + "\n")
        guard let bytes = try read() else { throw WidgetError(.unavailable, "\(path) came and went while it was made; start again") }
        return bytes
    }

    /// - Returns: nil where there is no file.
    private func read() throws(WidgetError) -> [UInt8]? {
        let file: PrivateFile
        do {
            file = try PrivateFile(path: path)
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        try file.requirePrivacy()
        let digits = try file.text().filter { !$0.isWhitespace }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
        guard bytes.count == Self.count, digits.count == 2 * Self.count else {
            throw WidgetError(
                .failedPrecondition,
                "\(path) isn't \(Self.count) bytes in hexadecimal; restore it from a backup, or take it away: then all Web Push endpoints get new keys")
        }
        return bytes
    }
}
