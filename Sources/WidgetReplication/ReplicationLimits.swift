public import WidgetCore

/// Every limit of replication, each with its reason.
public enum ReplicationLimits {
    /// A device's name, in UTF-8 bytes: a host name's longest label.
    public static let deviceNameBytes = 64
    /// All addresses of a device, in bytes.
    public static let addressesBytes = 2 << 10
    /// Operations of one transaction: a user's largest edit, an import in parts.
    public static let operationsPerTransaction = 1_000
    /// One transaction's frame, in bytes: a thousand widgets with their parameters.
    public static let frameBytes = 512 << 10
    /// Transactions of one batch.
    public static let transactionsPerBatch = 1_000
    /// Frames of one batch together, in bytes; one that is greater travels alone.
    public static let batchBytes = 1 << 20
    /// How far ahead of this machine's clock a transaction may be: clocks that are kept differ by less, and a wrong one must not win for years.
    public static let clockAhead = Milliseconds(5 * 60_000)
    /// How long a tombstone stays: a device that comes back after a year still learns of every delete.
    public static let tombstoneAge = Milliseconds(400 * 86_400_000)
    /// A member that nobody has seen for so long no longer holds the log back, and comes back by snapshot.
    public static let evictionAge = Milliseconds(90 * 86_400_000)
    /// Between two daily runs of upkeep (``Maintenance``); after a longer gap the machine was off, or its clock jumped, and nothing is decided before the next
    /// run.
    public static let upkeepGap = Milliseconds(2 * 86_400_000)
    /// The greatest number of a column that can come from a newer schema.
    public static let columnsPerRow = 64
    /// The greatest number of a table that can come from a newer schema.
    public static let tableNumber = 255
    /// A value of a field that this version doesn't know, in bytes.
    public static let unknownValueBytes = 64 << 10
    /// Different origins: 50 devices that are each restored a hundred times.
    public static let origins = 5_000
    /// With this device's own, which finds room for a new life where others have filled the table.
    public static let originsWithOwn = 2 * origins
    /// Lives of one device: a new one each day for more than a year.
    public static let livesPerDevice = 500
    /// Origins of devices that never were members, as far as is known here: a peer may know of members, and their lives, that others have yet to hear of.
    public static let originsOfStrangers = 500
    /// New lives of one device within a day: two machines with one key take them from each other without end.
    public static let livesPerDay = 100
    /// New lives of one device within an hour from which on another machine is taken to have a copy of its key and store: restoring a backup takes one or two.
    public static let livesPerHour = 3
    /// From then on a pause before the device dials again, which doubles with each life: the two still take in all changes, and the lives of a day stay far
    /// below ``livesPerDay``.
    public static let restBetweenLives = Milliseconds(60_000)
    /// The longest: both are in sync again within it.
    public static let longestRestBetweenLives = Milliseconds(30 * 60_000)
    /// Rows of one part of an owned set.
    public static let ownedRowsPerUpdate = 1_000
    /// An owned row's id: a kind's identifier, a widget's id.
    public static let ownedIDBytes = 256
    /// An owned row's value: a timeline of 100 entries, a kind with all that it offers.
    public static let ownedValueBytes = 512 << 10
    /// Rows of one page of a snapshot: at most some hundred kilobytes.
    public static let snapshotRowsPerPage = 500
    /// Chain hashes of one page of a snapshot: 160 KB.
    public static let snapshotHashesPerPage = 20_000
    /// Bytes that may be on their way to a device that hasn't taken in what came before.
    public static let window = 4 << 20
    /// Bytes after which a step sends no more, a message at least: they are on their way while more is read, and others write in between.
    public static let sentPerStep = 64 << 10
    /// Chain hashes asked for at once: a fork in a million is found in five exchanges.
    public static let hashesPerQuery = 16
    /// Requests of a peer that aren't answered yet: far more than a device asks for at once, and each costs little more than its bytes.
    public static let requestsAtOnce = 1_000
    /// A link that says nothing for so long sends a ping: shorter than the five minutes after which home routers forget a connection.
    public static let keepAlive = Milliseconds(120_000)
    /// How old the measure of a peer's clock may be on a link that is never quiet, or whose other side sends the pings.
    public static let clockAge = Milliseconds(600_000)
    /// A peer that was silent for so long is gone: two pings and a half.
    public static let silence = Milliseconds(300_000)
    /// How long a device may take to answer a request before it is given up.
    public static let answersWithin = Milliseconds(30_000)
    /// A peer that somebody waits for and that says nothing for so long is sent a ping.
    public static let probeAfter = Milliseconds(5_000)
    /// One of which not a byte comes for so long, and no answer to two pings, is gone: who waits is told before the request is given up.
    public static let awaitedSilence = Milliseconds(15_000)
    /// Between two acknowledgements that don't go along with anything.
    public static let acknowledgeInterval = Milliseconds(1_000)
    /// Contents are compared when nothing has changed for so long.
    public static let compareAfter = Milliseconds(10_000)
}
