/// The bounds of the blocking client and server.
public enum BlockingLimits {
    /// Bytes asked for in one read. One reply of ours fits; a larger one takes further reads.
    public static let readLength = 16 << 10

    /// Bytes of messages that may wait on the streams of one connection while another is read: 8 MiB, as the server bounds
    /// a connection's buffers.
    public static let maximumBufferedLength = 8 << 20

    /// The longest path of a Unix socket in bytes: `sun_path` holds 108 with the ending zero.
    public static let maximumPathLength = 107
}
