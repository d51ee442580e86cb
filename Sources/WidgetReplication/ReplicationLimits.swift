public import WidgetCore

/// Every limit of replication, each with its reason.
public enum ReplicationLimits {
    /// UTF-8 bytes of a device's name: as many as the longest host name on Linux.
    public static let deviceNameBytes = Limits.deviceNameBytes
    /// UTF-8 bytes of the user's name in a transaction. Linux' own names have up to 32; a directory's may be longer, and are cut.
    public static let userBytes = 64
    /// Bytes of a device's certificate. widgetd's own have 350.
    public static let certificateBytes = 2 << 10
    /// Bytes of a secret's key that is wrapped for a device: by HPKE for P-256, 113.
    public static let wrappedKeyBytes = 256
    /// All addresses of a device, in bytes.
    public static let addressesBytes = 2 << 10
    /// Operations of one transaction: enough for a user's largest edit. An import is divided.
    public static let operationsPerTransaction = 1_000
    /// One transaction's frame, in bytes: a thousand widgets with their parameters.
    public static let frameBytes = 512 << 10
    /// Transactions of one batch.
    public static let transactionsPerBatch = 1_000
    /// Bytes of all frames of one batch. A longer frame is sent alone.
    public static let batchBytes = 1 << 20
    /// How far ahead of this machine's clock a transaction may be. Synchronized clocks differ by less, and a wrong clock must not win for years.
    public static let clockAhead = Milliseconds(5 * 60_000)
    /// How long a tombstone stays. A device that comes back after a year still learns of every delete.
    public static let tombstoneAge = Milliseconds(400 * 86_400_000)
    /// A member that nobody has seen for this long is evicted: the log no longer waits for it, and it comes back by a snapshot.
    public static let evictionAge = Milliseconds(90 * 86_400_000)
    /// The longest normal time between two daily runs of ``Maintenance``. After a longer gap the machine was off, or its clock jumped, and nothing is decided
    /// before the next run.
    public static let upkeepGap = Milliseconds(2 * 86_400_000)
    /// The greatest number of a column that can come from a newer schema.
    public static let columnsPerRow = 64
    /// The greatest number of a table that can come from a newer schema.
    public static let tableNumber = 255
    /// Bytes of a value in a field that this version doesn't know.
    public static let unknownValueBytes = 64 << 10
    /// Origins that a replica knows: 50 devices that are each restored a hundred times.
    public static let origins = 5_000
    /// The same with this device's own origins, so that it has room for a new incarnation even where others have filled the table.
    public static let originsWithOwn = 2 * origins
    /// Owned sets that a replica knows: those of 500 devices, beyond which nobody should let a mesh grow.
    public static let ownedSets = 5_000
    /// Incarnations of one device: a new one each day for more than a year.
    public static let incarnationsPerDevice = 500
    /// Origins of devices that, as far as is known here, never were members. A peer may know of members that this device hasn't heard of yet.
    public static let originsOfNonMembers = 500
    /// New incarnations of one device within a day. Two machines with one key would otherwise cause new ones without end.
    public static let incarnationsPerDay = 100
    /// New incarnations of one device within an hour. With this many, another machine is assumed to have a copy of its key and store; restoring a backup takes
    /// one or two.
    public static let incarnationsPerHour = 3
    /// The pause before such a device connects again. It doubles with each incarnation. The two machines still get all changes, and the incarnations of a day
    /// stay far below ``incarnationsPerDay``.
    public static let reincarnationBackoff = Milliseconds(60_000)
    /// The longest such pause. Both are in sync again within it.
    public static let longestReincarnationBackoff = Milliseconds(30 * 60_000)
    /// Rows of one part of an owned set.
    public static let ownedRowsPerUpdate = 1_000
    /// Bytes of an owned row's id, such as a kind's identifier or a widget's id.
    public static let ownedIDBytes = 256
    /// Bytes of an owned row's value, such as a timeline of 100 entries, or a kind with everything that it offers.
    public static let ownedValueBytes = 512 << 10
    /// Rows of one page of a snapshot. They take at most some hundred kilobytes.
    public static let snapshotRowsPerPage = 500
    /// Chain hashes of one page of a snapshot. They take 160 KB.
    public static let snapshotHashesPerPage = 20_000
    /// Bytes that may be on their way to a device that hasn't handled the earlier ones.
    public static let window = 4 << 20
    /// Bytes after which a step sends no more; it sends at least one message. These are on their way while more is read, and other writers get their turn.
    public static let sentPerStep = 64 << 10
    /// Chain hashes asked for at once. A fork among a million transactions is found in five exchanges.
    public static let hashesPerQuery = 16
    /// Requests of a peer that may wait for their answers at once. It is far more than a device sends, and each costs little more than its bytes.
    public static let requestsAtOnce = 1_000
    /// A side that has sent nothing for this long sends a ping. It is shorter than the five minutes after which home routers drop a connection.
    public static let keepAlive = Milliseconds(120_000)
    /// How old the last reading of a peer's clock may be. It counts on a link that is never quiet, or where the other side sends the pings.
    public static let clockAge = Milliseconds(600_000)
    /// A peer that was silent for this long is gone. It is the time of two and a half pings.
    public static let silence = Milliseconds(300_000)
    /// How long a device may take to answer a request before it is given up.
    public static let answersWithin = Milliseconds(30_000)
    /// A peer is sent a ping if it is silent for this long while somebody waits for its answer.
    public static let probeAfter = Milliseconds(5_000)
    /// An awaited peer that sends no byte for this long, and answers no ping, is gone. Callers learn that before their request times out.
    public static let awaitedSilence = Milliseconds(15_000)
    /// The shortest time between two acknowledgements.
    public static let acknowledgeInterval = Milliseconds(1_000)
    /// The longest time until a peer hears that another device's change is durable here, if it doesn't wait for that. In a mesh of 60 devices, where something
    /// changes all the time, each device then sends a message in 10 seconds for it.
    public static let relayedAcknowledgeInterval = Milliseconds(600_000)
    /// A change that was held back for this long has reached a peer that is linked with its device. Later ones no longer take it along.
    public static let relayAfter = Milliseconds(30_000)
    /// With so many devices on each side a device compares contents, in the ring of all linked devices by their ids.
    public static let comparedOnEachSide = 4
    /// Contents are compared when nothing has changed for this long.
    public static let compareAfter = Milliseconds(10_000)
}
