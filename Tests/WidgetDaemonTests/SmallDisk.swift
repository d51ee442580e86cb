import Foundation
import WidgetCore
import WidgetTestSupport

/// A file system of 2 MiB of its own, which can be filled.
enum SmallDisk {
    /// Mounting needs root, and a kernel that lets it.
    static let canBeMade: Bool = {
        guard getuid() == 0, let directory = try? TemporaryDirectory() else { return false }
        defer { unmount(directory.path) }
        return (try? mount(at: directory.path)) != nil
    }()

    static func mount(at path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let mounted = try Programs.run("/bin/mount", ["-t", "tmpfs", "-o", "size=2m,mode=700", "tmpfs", path])
        guard mounted.status == 0 else { throw WidgetError(.internal, "mount: \(mounted.errors)") }
    }

    static func unmount(_ path: String) { _ = try? Programs.run("/bin/umount", ["-l", path]) }

    /// Leaves no room; to remove the file `filler` makes it again.
    static func fill(_ path: String) throws { _ = try Programs.run("/bin/sh", ["-c", "cat /dev/zero >\(path)/filler 2>/dev/null"]) }
}
