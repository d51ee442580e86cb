import Glibc
import WidgetCore

/// A small file, opened for reading, and who else may read it.
struct PrivateFile: ~Copyable {
    private let descriptor: Int32
    private let path: String
    private let status: stat

    /// - Throws: NOT_FOUND; FAILED_PRECONDITION for something that isn't a small regular file; UNAVAILABLE.
    init(path: String) throws(WidgetError) {
        // A pipe in its place must not hold the start up.
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
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o777, radix: 8)
            throw WidgetError(.failedPrecondition, "\(path) has mode \(mode): others may read this device's key and take its place; run: chmod 600 \(path)")
        }
    }

    /// All of it.
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
