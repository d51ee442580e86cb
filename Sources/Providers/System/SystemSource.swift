import Glibc

/// The source of the figures. It is passed in, so that a test can use its own values.
struct SystemSource {
    /// A file's text; nil where it can't be read.
    var text: (String) -> String?
    /// The names in a directory; empty where there is none.
    var names: (String) -> [String]
    /// The use of the file system that a path is on.
    var disk: (String) -> SystemReadings.Usage?
    /// Monotonic, in nanoseconds.
    var now: () -> UInt64
    /// Waits for a time in nanoseconds.
    var wait: (UInt64) -> Void

    /// This machine.
    static var live: SystemSource {
        SystemSource(
            text: { path in readText(path) }, names: { path in readNames(path) }, disk: { path in readDisk(path) },
            now: {
                var time = timespec()
                clock_gettime(CLOCK_BOOTTIME, &time)
                return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
            },
            wait: { nanoseconds in
                var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
                // A signal may end it early; then the difference is over a little less.
                nanosleep(&time, nil)
            })
    }

    /// Files of /proc have no size beforehand; all that are read here fit in this.
    private static let largestFile = 64 << 10

    private static func readText(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: largestFile)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count) }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { break }
            count += read
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func readNames(_ path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    private static func readDisk(_ path: String) -> SystemReadings.Usage? {
        var status = statvfs()
        guard statvfs(path, &status) == 0, status.f_blocks > 0 else { return nil }
        // As df counts, blocks that only root may use are neither used nor available.
        let used = UInt64(status.f_blocks) - UInt64(status.f_bfree)
        return SystemReadings.Usage(used: used * UInt64(status.f_frsize), total: (used + UInt64(status.f_bavail)) * UInt64(status.f_frsize))
    }
}
