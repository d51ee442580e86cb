import Glibc
import NIOCore
import WidgetCore
import WidgetReplication

/// Limits of the links between devices, each with its reason.
enum MeshLimits {
    /// Bytes that have come and weren't handled yet: the peer's window, and its small messages.
    static let mailboxBytes = 12 << 20
    /// The most events and bytes that one step handles. This machine's own changes wait for the step's transaction, some milliseconds.
    static let stepEvents = 64
    static let stepBytes = 1 << 20
    /// Messages up to this many bytes together are handled on the link's event loop: some tens of transactions, which take a millisecond. Others are handled on
    /// an executor where steps may take long.
    static let briefBytes = 8 << 10
    /// A change belongs to a stream if its commit begins within this time after the change before was sent. One call after another takes less, even on a slow
    /// machine.
    static let streamGap = Duration.microseconds(500)
    /// This many such changes in a row are a stream.
    static let streamLength = 4
    /// Changes of a stream within this time are sent together. It is a quarter of a screen's frame.
    static let streamPause = TimeAmount.milliseconds(4)
    /// When no change followed within that time, this often in a row, gathering pauses for `streamRest`.
    static let streamTries = 2
    static let streamRest = Duration.seconds(1)
    /// Bytes that may wait for a peer that doesn't read: its window, and answers to its requests, which the window doesn't limit.
    static let outboxBytes = 64 << 20
    /// Messages from this many bytes on are deflated. For smaller ones the time costs more than the bytes.
    static let deflatedBytes = 16 << 10
    /// The most bytes of a deflated message when it is inflated: as many as a frame has.
    static let messageBytes = 4 << 20
    /// The bytes that a message counts beside its own.
    static let messageOverhead = 64
    /// The first pause between attempts, in milliseconds: a daemon that restarts is back within it.
    static let firstPause: Int64 = 1_000
    /// The longest pause. A machine that was switched on is found within it, even where nothing announced it.
    static let longestPause: Int64 = 5 * 60_000
    /// The longest pause between a leaf's attempts to reach a hub. A display shows nothing new meanwhile, and a try costs a hub a fraction of a millisecond.
    static let longestLeafPause: Int64 = 30_000
    /// A leaf's kernel probes a silent hub after 15 s, and then each 5 s; after 30 s without an answer the link is gone. In seconds, and the last in
    /// milliseconds.
    static let leafKeepAlive: [(CInt, SocketOptionValue)] = [(TCP_KEEPIDLE, 15), (TCP_KEEPINTVL, 5), (TCP_KEEPCNT, 3), (TCP_USER_TIMEOUT, 30_000)]
    /// How often a leaf asks its hub for the list of hubs, in milliseconds: a new one is known within it.
    static let hubsAskedAgain: Int64 = 5 * 60_000
    /// How long a hub may take to answer a leaf's question.
    static let hubAnswersWithin = TimeAmount.seconds(10)
    /// A session that lasted this long counts as a good one, in milliseconds.
    static let settledAfter: Int64 = 60_000
    /// A link on which bytes came within this many milliseconds isn't pinged.
    static let justNow: Int64 = 1_000
    /// How long a request may wait for its answer, in milliseconds.
    static let requestTimeout = ReplicationLimits.answersWithin.count
}
