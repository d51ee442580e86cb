public import NIOCore
public import WidgetGateway

/// The bounds of the web board, each with its reason. The defaults are the documented ones; tests set smaller ones.
public struct WebLimits: Sendable {
    /// Open connections in all. Each idle one holds about 100 KiB, most of it the memory of its compressor.
    public var connections = 512
    /// Open connections from one address.
    public var connectionsPerSource = 128
    /// Streams of one browser: its tabs, and those that it has left without saying so.
    public var streamsPerSession = 8
    /// Bytes of a request's headers.
    public var headerBytes = 16 << 10
    /// Bytes of a request's body: a tap has a few hundred.
    public var bodyBytes = 4 << 10
    /// Boards that are followed at once: light and dark of the same pages are two. Each takes two of the 64 connections that the daemon gives a user.
    public var looks = 16
    /// How long a request may take from the connection, or from the answer before, to its end. A browser that keeps a connection open says nothing meanwhile.
    public var requestTimeout = TimeAmount.seconds(30)
    /// Bytes that wait for a browser that doesn't read. Beyond them it gets nothing until it has read, and then the latest state.
    public var unreadBytes = 256 << 10
    /// A browser that reads nothing for so long is disconnected.
    public var unreadTimeout = TimeAmount.seconds(30)
    /// How long the first page waits for the daemon's whole state.
    public var boardPatience = TimeAmount.seconds(3)
    /// How long a look is followed after its last browser has gone. A page that is loaded again finds it there.
    public var linger = TimeAmount.seconds(20)
    /// Taps that are being performed at once, each on a thread.
    public var taps = 16
    /// Taps of one browser a second, and at once.
    public var tapRate = GatewayLimits.Rate(burst: 20, perSecond: 5)
    /// Attempts to use an invitation from one address.
    public var pairingRate = GatewayLimits.Rate(burst: 10, perSecond: 1)

    /// The pauses before a message is sent again that a service didn't take. After the last one it is given up.
    public var pushPauses: [TimeAmount] = [.seconds(30), .seconds(120)]

    public init() {}

    /// How long a push service may take to answer.
    static let pushTimeout = TimeAmount.seconds(30)
    /// Bytes of a request's target: the longest is an invitation's.
    static let targetBytes = 1_024
    /// Bytes of the key that a browser sends with a tap.
    static let keyBytes = 64
    /// Headers of a request.
    static let headerCount = 64
    /// Bytes of the form that says what a browser shows. Each thing that is ticked has about 40.
    static let choiceBytes = 32 << 10
    /// Items of a kind on the board.
    static let items = 256
    /// Pictures of widgets that are kept at once, and their bytes.
    static let (pictures, pictureBytes) = (64, 16 << 20)
    /// The shortest time between two drawings that only the clock causes.
    static let tickMilliseconds: Int64 = 250
    /// How long after a change its animation is sent along: by then all has arrived.
    static let motionMilliseconds: Int64 = 2_000
    /// Bytes of a font's file.
    static let fontBytes = 4 << 20
    /// The compressor's window, as the logarithm of its bytes, and its memory level: about 80 KiB for a browser. A widget fits into the window twice.
    static let (windowBits, memoryLevel): (Int32, Int32) = (14, 5)
}
