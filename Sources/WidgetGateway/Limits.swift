public import NIOCore

/// Limits of the push gateway, each with its reason. The defaults are the documented ones; tests set smaller ones. APNs' own limits are in
/// `PushLimits`.
public struct GatewayLimits: Sendable {
    // MARK: Connections

    /// All connections: each holds some 50 KiB, most of it TLS's.
    public var connections = 512
    /// The same from one address (IPv6: one /64 network). Client libraries that open one for each push have a few hundred at once.
    public var connectionsPerSource = 256
    /// How long a handshake may take: three messages, also over a slow mobile link.
    public var handshakeTimeout = TimeAmount.seconds(10)
    /// A connection without a request is told `IdleTimeout` and closed after this; Apple advises servers to keep theirs open.
    public var idleTimeout = TimeAmount.minutes(30)
    /// How long a connection has until it has sent a request with a right provider token, or a right Web Push. Servers connect when they have something to
    /// send; strangers who keep places to themselves have nothing.
    public var strangerTimeout = TimeAmount.seconds(30)
    /// A client that doesn't read what it is answered is cut off after this; an answer whose stream's window stays closed is given up.
    public var unreadTimeout = TimeAmount.seconds(30)

    // MARK: Requests

    /// Requests on one connection at once: what APNs lets a client have, and what the clients' libraries expect.
    public var streams = 1_000
    /// Bytes of a request's headers, with 32 for each (RFC 9113, 6.5.2): a provider token has 250 to 2,000.
    public var headerListBytes = 16 << 10
    /// How long a request may take from its first header to its last byte: 4 KiB over the slowest link.
    public var requestTimeout = TimeAmount.seconds(15)
    /// Bytes of requests that are being read, on one connection; HTTP/2's window holds the client back there.
    public var unfinishedBytes = 1 << 20
    /// Bytes of requests that are being read or delivered, on all connections; beyond it the answer is `ServiceUnavailable`.
    public var heldBytes = 32 << 20
    /// Pushes on their way to the store at once, in all; beyond it the answer is `ServiceUnavailable`.
    public var unfinishedPushes = 4_096

    // MARK: Rates

    /// Requests from one address: as many at once as a server with a queue sends, then as many a second as a disk takes. Beyond it `TooManyRequests`.
    public var requestsPerSource = Rate(burst: 20_000, perSecond: 2_000)
    /// The same for one signing key, from wherever.
    public var requestsPerKey = Rate(burst: 20_000, perSecond: 2_000)
    /// The same for one endpoint of Web Push, whose servers need no key.
    public var requestsPerEndpoint = Rate(burst: 20_000, perSecond: 2_000)
    /// The same for one topic: a script that says with each line of its output how far it has come, and a loop that went wrong is held back.
    public var postsPerTopic = Rate(burst: 100, perSecond: 5)
    /// Requests with bad tokens (a provider's or a device's) from one address: a server that was set up wrong sends some before a user sees it. Beyond it
    /// connections are closed at once.
    public var badTokensPerSource = Rate(burst: 1_000, perSecond: 1)
    /// The same on one connection, which is closed then.
    public var badTokensPerConnection = 500

    // MARK: Stopping

    /// How long requests have to be answered when the gateway stops.
    public var drainTimeout = TimeAmount.seconds(5)
    /// After GOAWAY and the last answer the client closes; a connection that it leaves open is closed after this.
    public var farewell = TimeAmount.seconds(1)

    public init() {}

    /// A token bucket's size.
    public struct Rate: Sendable, Hashable {
        public var burst: Int
        public var perSecond: Int

        public init(burst: Int, perSecond: Int) {
            self.burst = burst
            self.perSecond = perSecond
        }
    }
}

/// Figures that nobody needs to set.
enum Tuning {
    /// Connections waiting in the kernel to be accepted.
    static let listenBacklog: Int32 = 256
    /// Read buffers: small while a connection is idle, a burst of pushes when it is busy. In bytes.
    static let readBuffer = (minimum: 512, initial: 4 << 10, maximum: 128 << 10)
    /// Bytes that the kernel keeps of answers that a client doesn't read: some thousand pushes' worth. Left to itself it takes megabytes for each connection.
    static let sendBuffer = 128 << 10
    /// TCP asks a silent client whether it is there after a minute, then every 15 s, and gives up after four.
    static let keepAlive = (idle: 60, interval: 15, count: 4)
    /// Sent data is acknowledged within so many milliseconds, or the connection is given up.
    static let unacknowledged = 60_000
    /// The longest wait for the other side's farewell in TLS.
    static let shutdownTimeout = TimeAmount.seconds(1)
    /// Bytes of a push's error as JSON, at most: `{"reason":"Unregistered","timestamp":253402300799999}` has 53. With them GOAWAY comes before the client's
    /// window, which some never open again, has no room for the answers that are due.
    static let errorBytes = 64
    /// Where nothing is in flight, GOAWAY comes already when so many bytes of the window are left: a new connection has all 65,535.
    static let smallWindow = 32 << 10
    /// HTTP/2's window of a stream, and of a new connection. It is opened again only for what is thrown away: a request's body is far smaller.
    static let streamWindow = 65_535
    /// So many bytes of a body that is too long are read away: some libraries read no answer before they have sent all. A longer one's stream is reset.
    static let discardedBytes = 1 << 20
    /// Sources, and keys, whose rates are remembered. More share one bucket.
    static let buckets = 4_096
}
