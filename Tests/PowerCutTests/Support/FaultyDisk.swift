import CCrashVFS

/// The fault.
enum Fault: Hashable, Sendable, CaseIterable {
    /// The process dies, and with it what the disk hasn't confirmed, in part.
    case powerCut
    /// One operation fails, reads included.
    case errorOnce
    /// Everything that writes fails until it is healed.
    case errorForGood
    /// Everything that needs room fails until it is healed.
    case diskFull
    /// One allocation of SQLite's fails.
    case noMemoryOnce
    /// Allocations of SQLite's fail until it is healed.
    case noMemory

    fileprivate var onDisk: crash_fault? {
        switch self {
        case .powerCut: crash_fault_power_cut
        case .errorOnce: crash_fault_error_once
        case .errorForGood: crash_fault_error_for_good
        case .diskFull: crash_fault_disk_full
        case .noMemoryOnce, .noMemory: nil
        }
    }

    var isOfMemory: Bool { onDisk == nil }

    /// Whether the store must answer reads while it lasts.
    var leavesReads: Bool { self != .noMemory }
}

/// The disk under the store of a test, and its memory. There is one in a process, so the tests that use it run one after another.
enum FaultyDisk {
    /// Its treatment of the writes that it was told to keep.
    enum Honesty: Sendable {
        case honest, ignoresLogSyncs, ignoresSyncs, tearsSynced

        fileprivate var kind: crash_disk {
            switch self {
            case .honest: crash_disk_honest
            case .ignoresLogSyncs: crash_disk_ignores_log_syncs
            case .ignoresSyncs: crash_disk_ignores_syncs
            case .tearsSynced: crash_disk_tears_synced
            }
        }
    }

    /// - Parameter withMemory: memory can fail too. Only before anything in the process has used SQLite.
    static func install(withMemory: Bool = false) throws {
        if withMemory, crash_memory_install() != 0 { throw Violation("SQLite was used before its memory could be made to fail") }
        guard crash_install() == 0 else { throw Violation("the VFS can't be registered") }
    }

    /// Watches a directory, in which nothing is open; what is there is durable.
    static func watch(_ directory: String, _ honesty: Honesty = .honest) { crash_watch(directory, honesty.kind) }

    static func unwatch() { crash_unwatch() }

    /// - Parameter operation: counted from 1, of those that the fault can strike.
    static func arm(_ fault: Fault, at operation: Int) {
        if let onDisk = fault.onDisk {
            crash_memory_arm(0, false)
            crash_arm(onDisk, operation)
        } else {
            crash_memory_arm(operation, fault == .noMemory)
        }
    }

    /// Counts what the disk does from zero, and nothing fails.
    static func count() { crash_arm(crash_fault_none, 0) }

    /// Counts allocations from zero, and none fails.
    static func countMemory() { crash_memory_arm(0, false) }

    /// Operations that the fault could have struck.
    static func operations(_ fault: Fault) -> Int { fault.onDisk.map(crash_operations) ?? crash_memory_allocations() }

    static var hasStruck: Bool { struckAt > 0 }

    /// At which operation the fault struck first, which can be later than it was to: not every write needs room. 0: it hasn't.
    static var struckAt: Int { max(crash_struck_at(), crash_memory_struck_at()) }

    static func heal() {
        crash_heal()
        crash_memory_heal()
    }

    /// Writes what the disk holds after a power cut into an empty directory.
    /// - Parameter seed: 0 keeps nothing of the unsynced, 1 everything, each other one a part that it chooses.
    /// - Returns: a digest of it.
    static func writeRemains(seed: UInt64, to directory: String) -> UInt64 { crash_write_remains(seed, directory) }
}

/// Something that must hold didn't.
struct Violation: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
