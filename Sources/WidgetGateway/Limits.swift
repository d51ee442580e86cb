public import NIOCore

/// Limits of the push gateway, each with its reason. The defaults are the documented ones; tests set smaller ones. APNs' own limits are in
/// `PushLimits`.
public struct GatewayLimits: Sendable {
    // MARK: Connections

    /// The most connections in all. Each holds about 50 KiB, most of it for TLS.
    public var connections = 512
    /// The most connections from one address, or from one /64 network with IPv6. Client libraries that open a connection for each push have a few hundred at
    /// once.
    public var connectionsPerSource = 256
    /// How long a handshake may take: three messages, also over a slow mobile link.
    public var handshakeTimeout = TimeAmount.seconds(10)
    /// A connection without a request is closed after this, with the reason `IdleTimeout`. It is long because Apple advises servers to keep their connections
    /// open.
    public var idleTimeout = TimeAmount.minutes(30)
    /// How long a new connection may take to send its first request with a valid provider token, or its first valid Web Push. A real server connects when it
    /// has something to send. An unauthenticated client must not occupy a connection for longer.
    public var unauthenticatedTimeout = TimeAmount.seconds(30)
    /// A client that doesn't read its answers is disconnected after this. An answer whose stream's window stays closed for this long is dropped.
    public var unreadTimeout = TimeAmount.seconds(30)

    // MARK: Requests

    /// Requests on one connection at once. APNs allows as many, and clients' libraries expect that.
    public var streams = 1_000
    /// Bytes of a request's headers, with 32 for each (RFC 9113, 6.5.2): a provider token has 250 to 2,000.
    public var headerListBytes = 16 << 10
    /// How long a request may take from its first header to its last byte. It allows for 4 KiB over a very slow link.
    public var requestTimeout = TimeAmount.seconds(15)
    /// Bytes of requests that are being read, on one connection; HTTP/2's window holds the client back there.
    public var unfinishedBytes = 1 << 20
    /// Bytes of requests that are being read or delivered, on all connections; beyond it the answer is `ServiceUnavailable`.
    public var heldBytes = 32 << 20
    /// Pushes on their way to the store at once, in all; beyond it the answer is `ServiceUnavailable`.
    public var unfinishedPushes = 4_096

    // MARK: Rates

    /// The rate of requests from one address. The burst is a server's queue, and the rate is about as many as a disk can write. Beyond it the answer is
    /// `TooManyRequests`.
    public var requestsPerSource = Rate(burst: 20_000, perSecond: 2_000)
    /// The rate of requests with one signing key, from any address.
    public var requestsPerKey = Rate(burst: 20_000, perSecond: 2_000)
    /// The rate of requests to one Web Push endpoint, whose servers need no key.
    public var requestsPerEndpoint = Rate(burst: 20_000, perSecond: 2_000)
    /// The rate of posts to one topic. A script may post its progress with each line of its output, but an endless loop is slowed.
    public var postsPerTopic = Rate(burst: 100, perSecond: 5)
    /// The rate of requests from one address with bad provider or device tokens. A server with a wrong configuration sends some before a user notices. Beyond
    /// it connections are closed at once.
    public var badTokensPerSource = Rate(burst: 1_000, perSecond: 1)
    /// The most requests with bad tokens on one connection, which is then closed.
    public var badTokensPerConnection = 500

    // MARK: Stopping

    /// How long requests may take to be answered when the gateway stops.
    public var drainTimeout = TimeAmount.seconds(5)
    /// How long the client may take to close the connection after GOAWAY and the last answer. Then the gateway closes it.
    public var closeTimeout = TimeAmount.seconds(1)

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
    /// Bytes of read buffers: few while a connection is idle, enough for a burst of pushes when it is busy.
    static let readBuffer = (minimum: 512, initial: 4 << 10, maximum: 128 << 10)
    /// Bytes of the kernel's send buffer, for answers that a client hasn't read: those of some thousand pushes. By default the kernel takes megabytes for each
    /// connection.
    static let sendBuffer = 128 << 10
    /// TCP asks a silent client whether it is there after a minute, then every 15 s, and gives up after four.
    static let keepAlive = (idle: 60, interval: 15, count: 4)
    /// Milliseconds within which the client must acknowledge sent data (TCP_USER_TIMEOUT). Then the kernel drops the connection.
    static let unacknowledged = 60_000
    /// The longest wait for the other side's close_notify in TLS.
    static let shutdownTimeout = TimeAmount.seconds(1)
    /// The most bytes of a push's error as JSON: `{"reason":"Unregistered","timestamp":253402300799999}` has 53. Some clients never open their window again. So
    /// GOAWAY is sent while the window still has room for all answers that are due.
    static let errorBytes = 64
    /// While no answer is due, GOAWAY is sent as soon as fewer bytes of the window are left. A new connection has all 65,535.
    static let smallWindow = 32 << 10
    /// HTTP/2's window of a stream, and of a new connection. A stream's window is opened again only for data that is discarded, since a valid request's body is
    /// far smaller.
    static let streamWindow = 65_535
    /// Bytes of a body over the limit that are read and discarded, because some libraries read no answer before they have sent everything. After these the
    /// stream is reset.
    static let discardedBytes = 1 << 20
    /// The most buckets of a rate limiter, one for each source or key. Further sources or keys share one bucket.
    static let buckets = 4_096
}
