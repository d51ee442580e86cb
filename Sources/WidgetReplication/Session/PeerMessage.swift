public import WidgetCore

/// A message between two devices on a link. Any message may come twice, and the link may break after any.
public enum PeerMessage: Sendable, Hashable {
    case hello(Hello)
    /// The sender's state: its vector, closed origins, floors and owned sets, all of it durable. It is sent again when both must compare again.
    case summary(ReplicaSummary)
    /// Asks for the chain hashes of an origin, to find the last common number of a fork.
    case hashesWanted(Origin, [Int64])
    /// The hashes that were asked for. An unknown number has none.
    case hashes(Origin, [Int64: ChainHash])
    /// Transactions in the order in which the sender applied them, so that causes come before effects.
    case transactions([LoggedTransaction])
    /// The sender can't accept this transaction yet, because its clock is too far ahead.
    case held(BatchOutcome.Held)
    case owned(OwnedUpdate)
    /// Asks for a whole set, because a delta didn't lead to the version that its sender has.
    case ownedWanted(OwnedKey)
    /// Asks for a snapshot, or for the rest of one where an earlier link broke. Then `vector` is the one of its first page.
    case snapshotWanted(SnapshotPlace, vector: [OriginState])
    /// A page of a snapshot. The first has the vector that will hold when the last page has come.
    case snapshot(SnapshotPage, vector: [OriginState])
    /// The changes that have become durable at the sender.
    case acknowledge(Acknowledgement)
    /// The receiver may send this many more bytes.
    case credit(Int)
    /// The digests of the sender's summary and of its contents. The contents are compared where the summaries are equal.
    case digest(summary: UInt64, RollingDigest)
    /// Asks the other device for something that isn't replicated, such as a picture or an action.
    case request(id: UInt64, method: String, payload: [UInt8])
    case response(id: UInt64, PeerResponse)
    case ping(sentAt: Timestamp)
    case pong(sentAt: Timestamp, now: Timestamp)
    /// The sender ends the session for this reason.
    case bye(String)

    /// The first message. Both sides compare it before they send anything. With equal digests there is nothing to send, and the session is live after one
    /// exchange.
    public struct Hello: Sendable, Hashable {
        /// The versions of this protocol that the sender speaks.
        public var protocols: ClosedRange<Int>
        public var schema: Int
        /// The version of widgetd, for people.
        public var version: String
        public var origin: Origin
        public var now: Timestamp
        /// ``ReplicaSummary/digest``.
        public var summary: UInt64

        public init(protocols: ClosedRange<Int>, schema: Int, version: String, origin: Origin, now: Timestamp, summary: UInt64) {
            self.protocols = protocols
            self.schema = schema
            self.version = version
            self.origin = origin
            self.now = now
            self.summary = summary
        }
    }

    /// Whether the message says what the sender has durably. The receiver may rely on that when it drops log entries or closes an origin. Other messages bring
    /// changes, or ask for something.
    public var tellsWhatIsDurable: Bool {
        switch self {
        case .hello, .summary, .hashes, .held, .acknowledge, .digest: true
        case .hashesWanted, .transactions, .owned, .ownedWanted, .snapshotWanted, .snapshot, .credit, .request, .response, .ping, .pong, .bye: false
        }
    }

    /// Bytes that the message takes from the receiver's window: about as many as it has on the wire. It is 0 for small messages, which may always be sent.
    public var cost: Int {
        switch self {
        case .transactions(let batch): batch.reduce(0) { $0 + $1.frame.count + 80 }
        case .owned(let update): update.rows.reduce(64) { $0 + $1.id.count + ($1.value?.count ?? 0) + 16 }
        case .snapshot(let page, let vector):
            (page.rows + page.hidden + page.tombstones).reduce(64) { $0 + $1.cells.reduce(24) { $0 + $1.cell.value.byteCount + 20 } }
                + page.chains.reduce(0) { $0 + 16 + 8 * $1.hashes.count } + 64 * vector.count
        case .request(_, let method, let payload): payload.count + method.utf8.count
        case .response(_, let response): response.payload.count + response.message.utf8.count
        default: 0
        }
    }
}

/// The answer to a request to another device.
public struct PeerResponse: Sendable, Hashable {
    /// The error's code. Nil where the request succeeded.
    public var code: WidgetError.Code?
    public var message: String
    public var payload: [UInt8]

    public init(_ payload: [UInt8]) { (code, message, self.payload) = (nil, "", payload) }
    public init(_ error: WidgetError) { (code, message, payload) = (error.code, error.message, []) }
    public init(code: WidgetError.Code?, message: String, payload: [UInt8]) { (self.code, self.message, self.payload) = (code, message, payload) }
}
