public import WidgetCore
internal import WidgetReplication

/// Where the store is, and the world that it sees.
public struct StoreConfiguration: Sendable {
    /// The directory of the database, its write-ahead log and its lock. Made with mode 0700 where it isn't there.
    public var directory: String
    /// Whose store it is; nil: it belongs to the device that it says, and a new one to a device made at random, which no peer will ever know. For programs
    /// without an identity.
    public var device: DeviceID?
    /// How the device calls itself in its first transaction; a user may rename it. At most ``ReplicationLimits/deviceNameBytes``.
    public var deviceName: String
    /// The wall clock.
    public var now: @Sendable () -> Timestamp
    /// 64 random bits, for incarnations.
    public var random: @Sendable () -> UInt64
    /// Tells the database's file from a copy of it, by its path; nil: nothing can tell them apart.
    public var place: @Sendable (_ path: String) -> String?
    /// Asked before each commit, with how long it will probably take (zero: it only reads, or nothing is known yet); answers where it is done, nil: where it
    /// is asked.
    public var executor: @Sendable (_ expected: Duration) -> (any TaskExecutor)?
    /// Told when writing begins to fail for a reason that lies with the store, and when it succeeds again, on the writer's thread.
    public var tellState: @Sendable (StoreState) -> Void
    /// The tables that are shared. Tests have older ones.
    var schema = SharedSchema.current

    /// - Parameters:
    ///   - directory: an absolute path.
    ///   - random: by default the system's generator, which is the operating system's own.
    ///   - place: by default the machine's id with the file's number and its time of birth.
    public init(
        directory: String, device: DeviceID? = nil, deviceName: String = "", now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> UInt64 = {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        },
        place: @escaping @Sendable (_ path: String) -> String? = StorePlace.describe,
        executor: @escaping @Sendable (_ expected: Duration) -> (any TaskExecutor)? = { _ in nil },
        tellState: @escaping @Sendable (StoreState) -> Void = { _ in }
    ) {
        self.directory = directory
        self.device = device
        self.deviceName = deviceName
        self.now = now
        self.random = random
        self.place = place
        self.executor = executor
        self.tellState = tellState
    }
}

/// The state in which the store was found.
public struct OpenReport: Sendable, Hashable {
    /// Where a corrupt database was set aside, with its write-ahead log beside it; nil: it was sound. The store that was opened instead is new.
    public var corruptStore: String?
    /// The fault that was found.
    public var corruption: String?
    /// There was no database, or none that could be read: this one is empty.
    public var isNew: Bool
    /// The schema that was found, where it was older than this program's and has been brought up to date.
    public var migratedFrom: Int?
    /// The last process that had it open was killed or lost power; what it had acknowledged is there.
    public var wasUnclean: Bool
    /// The store isn't where it was, was restored from a backup, or is another device's: this device began a new life in it.
    public var wasMoved: Bool

    init(
        corruptStore: String? = nil, corruption: String? = nil, isNew: Bool = false, migratedFrom: Int? = nil, wasUnclean: Bool = false, wasMoved: Bool = false
    ) {
        self.corruptStore = corruptStore
        self.corruption = corruption
        self.isNew = isNew
        self.migratedFrom = migratedFrom
        self.wasUnclean = wasUnclean
        self.wasMoved = wasMoved
    }
}

/// Whether the store can be written.
public enum StoreState: Sendable, Hashable {
    /// The last write succeeded, or there was none yet.
    case ok
    /// The last write failed for a reason that lies with the store. Reads go on, and the next write that succeeds ends it.
    case readOnly(WidgetError)

    var isOK: Bool { if case .ok = self { true } else { false } }
}
