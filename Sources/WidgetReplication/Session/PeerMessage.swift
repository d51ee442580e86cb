public import WidgetCore

/// A message between two devices on a link. Any may come twice, and the link may break after any.
public enum PeerMessage: Sendable, Hashable {
    case hello(Hello)
    /// Where the sender stands: its vector, closed origins, floors and owned sets; all of it durable. Said again when it must be compared anew.
    case summary(ReplicaSummary)
    /// Asks for the chain hashes of an origin, to find the last common number of a fork.
    case hashesWanted(Origin, [Int64])
    /// The hashes asked for; a number that isn't known has none.
    case hashes(Origin, [Int64: ChainHash])
    /// In the order in which they were applied at the sender, so that causes come first.
    case transactions([LoggedTransaction])
    /// The sender's own transaction can't be taken yet: its clock is too far ahead.
    case held(BatchOutcome.Held)
    case owned(OwnedUpdate)
    /// A delta led to something else than its sender has: the whole set is asked for.
    case ownedWanted(OwnedKey)
    /// Asks for everything, or for the rest of it where an earlier link broke; `vector` is then what came with its first page.
    case snapshotWanted(SnapshotPlace, vector: [OriginState])
    /// A page. The first has the vector that will be true when the last one has come.
    case snapshot(SnapshotPage, vector: [OriginState])
    /// The sender's vector that is durable by now, as far as it changed.
    case acknowledge([OriginState])
    /// So many more bytes may be sent.
    case credit(Int)
    /// The sender's summary digest and what it holds, to be compared where the summaries are equal.
    case digest(summary: UInt64, RollingDigest)
    /// Asks the other device for something that isn't replicated: a picture, an action.
    case request(id: UInt64, method: String, payload: [UInt8])
    case response(id: UInt64, PeerResponse)
    case ping(sentAt: Timestamp)
    case pong(sentAt: Timestamp, now: Timestamp)
    /// The sender ends the session, and why.
    case bye(String)

    /// Both compare it before they send anything. Equal digests: there is nothing to send, and the session is live after one exchange.
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

    /// Whether it says what the sender will still have after a power cut, so that others may forget it or give up what differs. The other messages give what
    /// the receiver lacks, or ask.
    public var tellsWhatIsDurable: Bool {
        switch self {
        case .hello, .summary, .hashes, .held, .acknowledge, .digest: true
        case .hashesWanted, .transactions, .owned, .ownedWanted, .snapshotWanted, .snapshot, .credit, .request, .response, .ping, .pong, .bye: false
        }
    }

    /// Bytes that it takes from the receiver's window, about as many as it has on the wire; 0 for what is small and always may be sent.
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
    /// nil: it was done.
    public var code: WidgetError.Code?
    public var message: String
    public var payload: [UInt8]

    public init(_ payload: [UInt8]) { (code, message, self.payload) = (nil, "", payload) }
    public init(_ error: WidgetError) { (code, message, payload) = (error.code, error.message, []) }
    public init(code: WidgetError.Code?, message: String, payload: [UInt8]) { (self.code, self.message, self.payload) = (code, message, payload) }
}
