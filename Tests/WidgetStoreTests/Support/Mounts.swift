import Foundation

/// Mounting needs root: tests that need a real full disk or a read-only one say so and are skipped without it.
enum Mounts {
    /// Whether this process may mount a file system.
    static let arePossible: Bool = {
        let directory = NSTemporaryDirectory() + "widgetstore-mount-\(getpid())"
        guard mkdir(directory, 0o700) == 0 else { return false }
        defer { rmdir(directory) }
        guard mount("none", directory, "tmpfs", 0, "size=64k") == 0 else { return false }
        return umount(directory) == 0
    }()

    /// Mounts a small file system in memory at `path` while `body` runs.
    static func withTmpfs<T>(at path: String, bytes: Int, _ body: () async throws -> T) async throws -> T {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("none", path, "tmpfs", 0, "size=\(bytes),mode=0700") == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { umount2(path, Int32(MNT_DETACH)) }
        return try await body()
    }

    /// Gives a file system of ``withTmpfs(at:bytes:_:)`` another size.
    static func withTmpfs<T>(at path: String, remountedTo bytes: Int, _ body: () async throws -> T) async throws -> T {
        guard mount("none", path, "tmpfs", UInt(MS_REMOUNT), "size=\(bytes)") == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return try await body()
    }

    /// Writes to `path` until its file system is full.
    static func fill(_ path: String) throws {
        let descriptor = open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        let page = [UInt8](repeating: 1, count: 4_096)
        while write(descriptor, page, page.count) > 0 {}
    }

    /// Mounts `path` over itself, to be read only, while `body` runs.
    static func withReadOnly<T>(_ path: String, _ body: () async throws -> T) async throws -> T {
        guard mount(path, path, nil, UInt(MS_BIND), nil) == 0, mount(nil, path, nil, UInt(MS_BIND | MS_REMOUNT | MS_RDONLY), nil) == 0 else {
            throw POSIXError(.init(rawValue: errno) ?? .EIO)
        }
        defer { umount2(path, Int32(MNT_DETACH)) }
        return try await body()
    }
}
