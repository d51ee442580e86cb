import NIOCore
import WidgetCore
import WidgetReplication

/// Limits of the links between devices, each with its reason.
enum MeshLimits {
    /// Bytes that have come and weren't taken in yet: the window that the peer has, and its small messages.
    static let mailboxBytes = 12 << 20
    /// How much one step takes from there: this machine's own changes wait for its transaction, some milliseconds.
    static let stepEvents = 64
    static let stepBytes = 1 << 20
    /// Messages of so many bytes together are taken in where they came, others where steps may take long: some tens of transactions, a millisecond.
    static let briefBytes = 8 << 10
    /// A change follows the one before without rest where its commit begins so soon after that was told: one call after another, on a slow machine too.
    static let streamGap = Duration.microseconds(500)
    /// So many in a row are a stream.
    static let streamLength = 4
    /// Changes of a stream within this time are told together: a quarter of the time for which a screen shows a picture.
    static let streamPause = TimeAmount.milliseconds(4)
    /// Where none followed in that time, so often in a row, it is tried again after so long.
    static let streamTries = 2
    static let streamRest = Duration.seconds(1)
    /// Bytes that wait for a peer that doesn't read: the window, and answers to what it asked for, which have none.
    static let outboxBytes = 64 << 20
    /// A message of so many bytes is deflated: below, the time costs more than the bytes.
    static let deflatedBytes = 16 << 10
    /// A message that was deflated has at most so many bytes, as many as a frame.
    static let messageBytes = 4 << 20
    /// The cost of a message beside its bytes.
    static let messageOverhead = 64
    /// The first pause between attempts, in milliseconds: a daemon that restarts is back within it.
    static let firstPause: Int64 = 1_000
    /// The longest: a machine that was switched on is found within it, also where nothing announced it.
    static let longestPause: Int64 = 5 * 60_000
    /// A session that lasted so long was a good one, in milliseconds.
    static let settledAfter: Int64 = 60_000
    /// A link on which something came within so many milliseconds isn't asked whether it lives.
    static let justNow: Int64 = 1_000
    /// How long a request may take, in milliseconds, before it is given up.
    static let requestTimeout = ReplicationLimits.answersWithin.count
}
