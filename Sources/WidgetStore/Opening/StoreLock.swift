internal import Glibc
internal import WidgetCore

/// The lock that keeps a second daemon off the same store: an exclusive `flock` on a file that names its holder. The kernel lets go of it when the process ends,
/// however it ends; programs that it starts don't inherit it.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// - Throws: FAILED_PRECONDITION that names the other process.
    init(path: String) throws(WidgetError) {
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system("making the lock \(path)", errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = errno
            let holder = Self.holder(descriptor)
            close(descriptor)
            guard failure == EWOULDBLOCK else { throw .system("locking \(path)", failure) }
            throw WidgetError(
                .failedPrecondition,
                "another widgetd (pid \(holder)) has this store open: stop it, or give this one a store of its own (lock: \(path))")
        }
        fchmod(descriptor, 0o600)
        let text = Array("\(getpid())\n".utf8)
        // A reader that finds no pid says so; the lock itself holds all the same.
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    }

    deinit { close(descriptor) }

    private static func holder(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        let digits = buffer.prefix(max(0, count)).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        return digits.isEmpty ? "unknown" : String(decoding: digits, as: UTF8.self)
    }
}
