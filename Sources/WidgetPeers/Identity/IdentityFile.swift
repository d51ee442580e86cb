import Glibc
package import WidgetCore

/// The file with the device's private key and certificate: `device.pem` in the state directory.
///
/// Both are in one file, so that there is no moment, and no restored backup, with one of the two: a crash while it is made leaves a temporary file that nobody
/// reads. The device exists once the file has its name; an id is never used before that.
package struct IdentityFile {
    package static let name = "device.pem"
    private let directory: String
    private var path: String { "\(directory)/\(Self.name)" }
    private var temporaryPath: String { path + ".new" }

    package init(directory: String) { self.directory = directory }

    /// The device of this file, which is made where there is none.
    /// - Throws: FAILED_PRECONDITION where the file is damaged or others may read it; UNAVAILABLE where it can't be read or written.
    package func open() throws(WidgetError) -> DeviceIdentity {
        if let identity = try read() {
            // Of a start that was cut between giving the file its name and taking the other away.
            _ = unlink(temporaryPath)
            return identity
        }
        let identity = try DeviceIdentity.make()
        if try write(identity.pem) { return identity }
        guard let other = try read() else { throw WidgetError(.unavailable, "\(path) came and went while it was made; start again") }
        return other
    }

    /// - Returns: nil where there is no file.
    package func read() throws(WidgetError) -> DeviceIdentity? {
        let file: PrivateFile
        do {
            file = try PrivateFile(path: path)
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        try file.requirePrivacy()
        return try DeviceIdentity(pem: try file.text(), source: path)
    }

    /// - Returns: false where the file is there already; it isn't touched then.
    private func write(_ text: String) throws(WidgetError) -> Bool {
        _ = unlink(temporaryPath)
        let descriptor = Glibc.open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("make", temporaryPath) }
        defer { _ = unlink(temporaryPath) }
        try fill(descriptor, with: Array(text.utf8))
        // Unlike rename, link never replaces: two daemons that start at once get one identity.
        guard link(temporaryPath, path) == 0 else {
            if errno == EEXIST { return false }
            throw failure("make", path)
        }
        try synchronizeDirectory()
        return true
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
