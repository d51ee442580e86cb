internal import Glibc
internal import Synchronization
internal import WidgetCore

/// The lock that keeps a second daemon off the same store: an exclusive `flock` on a file that names its holder and the boot. The kernel releases the lock when
/// the process ends in any way. Programs that the process starts don't inherit it.
final class StoreLock: Sendable {
    /// Negative where there is no file to lock and none can be made: then nobody else can write there either.
    private let held: Mutex<Int32>
    /// Whether the machine hasn't started anew since the lock was last taken: power wasn't cut meanwhile.
    let isOfThisBoot: Bool

    /// - Throws: FAILED_PRECONDITION that names the other process.
    init(path: String) throws(WidgetError) {
        var opened = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        if opened < 0, errno == EROFS || errno == EACCES {
            let failure = errno
            opened = open(path, O_RDONLY | O_CLOEXEC)
            if opened < 0, failure == EROFS, errno == ENOENT {
                held = Mutex(-1)
                isOfThisBoot = false
                return
            }
        }
        let descriptor = opened
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
        held = Mutex(descriptor)
        fchmod(descriptor, 0o600)
        let boot = SmallFile.text("/proc/sys/kernel/random/boot_id", limit: 64) ?? ""
        isOfThisBoot = !boot.isEmpty && SmallFile.text(path, limit: 256)?.hasSuffix("\n\(boot)") ?? false
        let text = Array("\(getpid())\n\(boot)".utf8)
        // A reader that finds no pid says so; the lock itself holds all the same.
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
    }

    deinit { release() }

    /// Releases the lock, once. `LOCK_UN` does it and not `close` alone: a program that is just being started may still hold a copy of the descriptor.
    func release() {
        held.withLock { descriptor in
            guard descriptor >= 0 else { return }
            flock(descriptor, LOCK_UN)
            close(descriptor)
            descriptor = -1
        }
    }

    private static func holder(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        let digits = buffer.prefix(max(0, count)).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        return digits.isEmpty ? "unknown" : String(decoding: digits, as: UTF8.self)
    }
}
