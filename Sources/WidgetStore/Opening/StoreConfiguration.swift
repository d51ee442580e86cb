public import WidgetCore
public import WidgetReplication

/// The store's directory and device, and its sources of time, random bits and executors.
public struct StoreConfiguration: Sendable {
    /// The directory of the database, its write-ahead log and its lock. Made with mode 0700 where it isn't there.
    public var directory: String
    /// The device that owns the store. Nil is for programs without an identity: the store then keeps the device that it names, and a new store gets a random
    /// device, which no peer will ever know.
    public var device: DeviceID?
    /// The device's name in its first transaction; a user may rename it. At most ``ReplicationLimits/deviceNameBytes``.
    public var deviceName: String
    /// The wall clock.
    public var now: @Sendable () -> Timestamp
    /// 64 random bits, for incarnations.
    public var random: @Sendable () -> UInt64
    /// A text that differs between the database's file at a path and a copy of that file; nil: nothing can tell them apart.
    public var place: @Sendable (_ path: String) -> String?
    /// Asked before each commit, with the commit's probable duration; zero: it only reads, or nothing is known yet. The answer is the executor that runs the
    /// commit; nil: the caller's own thread.
    public var executor: @Sendable (_ expected: Duration) -> (any TaskExecutor)?
    /// Asked before each durable write. True: other jobs of the caller's thread are about to write. The commit waits until those that are ready have run, so
    /// that their writes share it.
    public var gathers: @Sendable () -> Bool = { false }
    /// Called on the writer's thread when writing begins to fail for a reason that lies with the store, and when it succeeds again.
    public var tellState: @Sendable (StoreState) -> Void
    /// The keys for the values of secret parameters. Nil: the values are kept readable.
    public var keys: (any DeviceKeys)?
    /// The tables that are shared. Tests have older ones.
    var schema = SharedSchema.current

    /// - Parameters:
    ///   - directory: an absolute path.
    ///   - random: by default the system's generator, which is the operating system's own.
    ///   - place: by default the machine's id with the file's inode number.
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
    /// Where a corrupt database was set aside, with its write-ahead log beside it; nil: it was sound. The store that was opened instead is new, and has what
    /// could be read of it.
    public var corruptStore: String?
    /// The fault that was found.
    public var corruption: String?
    /// There was no database, or none of which anything could be read: this one is empty.
    public var isNew: Bool
    /// The schema that was found, where it was older than this program's and has been brought up to date.
    public var migratedFrom: Int?
    /// The last process that had the store open was killed or lost power. All writes that the process had acknowledged are there.
    public var wasUnclean: Bool
    /// Pages of which one bit was flipped, and which are right again; a line of text each.
    public var repaired: [String] = []
    /// Rows that were lost to damage, a line of text each. Those that other devices have come again from them.
    public var lost: [String] = []
    /// Rows that were read from the corrupt database.
    public var rowsKept = 0
    /// The copy that was kept of a store whose pages had no checksums yet; nil: they had.
    public var copyBeforeChecksums: String?
    /// The store isn't where it was, was restored from a backup, or is another device's: this device began a new incarnation in it.
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
    /// The last write failed for a reason that lies with the store. Reads go on, and the next write that succeeds ends this state.
    case readOnly(WidgetError)

    var isOK: Bool { if case .ok = self { true } else { false } }
}
