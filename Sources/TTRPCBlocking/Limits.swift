/// The bounds of the blocking client and server.
public enum BlockingLimits {
    /// Bytes asked for in one read. Most of the daemon's replies fit; a larger one takes further reads.
    public static let readLength = 16 << 10

    /// The most bytes of messages that may wait on one connection's streams while another stream is read: 8 MiB, the server's bound for a connection's buffers.
    public static let maximumBufferedLength = 8 << 20

    /// The longest path of a Unix socket in bytes: `sun_path` holds 108 with the ending zero.
    public static let maximumPathLength = 107
}
