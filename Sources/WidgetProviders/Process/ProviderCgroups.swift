import Glibc
public import Logging
import Synchronization
import WidgetCore

/// The kernel's limits for providers: one control group for each provider, with its programs and all that they start.
///
/// Under systemd the unit of the daemon delegates its own group (`Delegate=yes`), and the daemon makes the groups below that one. So no service manager is
/// asked, and no further right is needed. Elsewhere, such as in a terminal, there are no groups, and the limits of ``LaunchRequest`` hold alone.
public final class ProviderCgroups: Sendable {
    /// The group of the unit, as a directory of the kernel's file system.
    private let directory: String
    private let logger: Logger
    /// The providers whose group couldn't be made. Each is logged once.
    private let failed = Mutex<Set<String>>([])

    /// Moves this process into a group of its own, because the kernel allows no processes in a group that divides its resources.
    ///
    /// Call it before the first program is started.
    /// - Parameter directory: the group of this process where it is delegated (``delegated()``).
    /// - Returns: nil where the groups can't be made. The reason is logged.
    public init?(in directory: String, logger: Logger) {
        self.directory = directory
        self.logger = logger
        do throws(WidgetError) {
            let own = "\(directory)/widgetd"
            try Self.make(own)
            try Self.write("0", to: "\(own)/cgroup.procs")
            let offered = try Self.read("\(directory)/cgroup.controllers").split(whereSeparator: \.isWhitespace)
            for controller in offered where Self.controllers.contains(controller) {
                try Self.write("+\(controller)", to: "\(directory)/cgroup.subtree_control")
            }
        } catch {
            logger.warning("providers have no control groups, and only each program is limited: \(error.message)")
            return nil
        }
    }

    private static let controllers: Set<Substring> = ["cpu", "memory", "pids"]

    /// The directory of this process's group, where systemd started this process and lets it write there; else nil.
    public static func delegated(_ environment: [String: String]) -> String? {
        // A daemon that somebody starts in a terminal leaves the terminal's group alone.
        guard environment["SYSTEMD_EXEC_PID"] == "\(getpid())" else { return nil }
        // The group of version 2 is the line without names of controllers.
        guard let line = try? read("/proc/self/cgroup").split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return nil }
        return ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].lazy.map { $0 + line.dropFirst("0::".count) }.first { access("\($0)/cgroup.procs", W_OK) == 0 }
    }

    /// The group of a provider, with its limits. It stays until the daemon's own group goes, because what a program leaves behind stays in it.
    /// - Parameter memory: what all programs of the provider may have together, in bytes.
    /// - Returns: nil where it can't be made. The program is started without it then.
    func group(of provider: String, memory: Int) -> ProviderCgroup? {
        let group = ProviderCgroup(directory: "\(directory)/provider-\(provider)")
        do throws(WidgetError) {
            try Self.make(group.directory)
            // A limit whose controller isn't there has no file. In a container, for one, the host may have kept the controllers.
            for (file, value) in Self.limits(memory: memory) where access("\(group.directory)/\(file)", F_OK) == 0 {
                try Self.write(value, to: "\(group.directory)/\(file)")
            }
            return group
        } catch {
            if failed.withLock({ $0.insert(provider).inserted }) {
                logger.warning(
                    "a provider has no control group, and only each of its programs is limited: \(error.message)", metadata: ["provider": "\(provider)"])
            }
            return nil
        }
    }

    private static func limits(memory: Int) -> [(file: String, value: String)] {
        [
            ("memory.max", "\(memory)"),
            // Half of a provider is worth nothing: with the process that is too large, the kernel ends the others.
            ("memory.oom.group", "1"),
            ("pids.max", "\(ProviderLimits.tasks)"),
            ("cpu.max", "\(ProviderLimits.processorMicroseconds) \(ProviderLimits.processorPeriodMicroseconds)"),
            ("cpu.weight", "\(ProviderLimits.processorWeight)"),
        ]
    }

    private static func make(_ directory: String) throws(WidgetError) {
        guard mkdir(directory, 0o755) == 0 || errno == EEXIST else { throw failure("making \(directory)") }
    }

    private static func write(_ text: String, to path: String) throws(WidgetError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("opening \(path)") }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else { throw failure("writing \(text) to \(path)") }
    }

    fileprivate static func read(_ path: String) throws(WidgetError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("opening \(path)") }
        defer { close(descriptor) }
        return try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { (buffer) throws(WidgetError) in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            guard count >= 0 else { throw failure("reading \(path)") }
            return String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    private static func failure(_ what: String) -> WidgetError { WidgetError(.unavailable, "\(what): \(String(cString: strerror(errno)))") }
}

/// The control group of one provider.
struct ProviderCgroup: Sendable {
    fileprivate let directory: String

    /// A descriptor through which a process enters the group, by writing `0`; -1 where there is none. The caller closes it.
    func entrance() -> Int32 { open("\(directory)/cgroup.procs", O_WRONLY | O_CLOEXEC) }

    /// How often the kernel ended processes of the group because all of them together had more memory than they may.
    var outOfMemory: Int {
        let events = (try? ProviderCgroups.read("\(directory)/memory.events")) ?? ""
        let line = events.split(separator: "\n").first { $0.hasPrefix("oom_kill ") }
        return line.flatMap { Int($0.dropFirst("oom_kill ".count)) } ?? 0
    }
}
