import Glibc

/// The process groups of a process and of its ancestors, as far as the kernel still knows them.
///
/// A program can hide: a grandchild in another session, whose parent has ended, no longer has its ancestors.
public struct ProcessLineage: Sendable, Hashable {
    /// Empty: the process is gone.
    let groups: Set<Int32>

    /// - Parameter pid: zero for a process that can't be seen from here.
    public init(of pid: Int32) {
        var groups: Set<Int32> = []
        var next = pid
        for _ in 0..<ProviderLimits.generations {
            // Process 1 is an ancestor of all processes, and this process is the parent of all providers.
            guard next > 1, next != getpid(), let found = Self.look(next) else { break }
            groups.insert(found.group)
            next = found.parent
        }
        self.groups = groups
    }

    private static func look(_ pid: Int32) -> (parent: Int32, group: Int32)? {
        let descriptor = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            // proc(5): the name in parentheses, which may have parentheses itself; then the state, the parent and the process group.
            guard count > 0, let name = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
            let fields = String(decoding: buffer[(name + 1)..<count], as: UTF8.self).split(separator: " ")
            guard fields.count > 2, let parent = Int32(fields[1]), let group = Int32(fields[2]) else { return nil }
            return (parent, group)
        }
    }
}
