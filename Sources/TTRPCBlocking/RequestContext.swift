public import TTRPCWire

/// The facts about a request that a method of a ``BlockingServer`` gets beside the payload.
public struct RequestContext {
    public let streamID: UInt32
    public let service: String
    public let method: String
    public let metadata: Metadata
    private let deadline: Deadline

    init(streamID: UInt32, service: String, method: String, metadata: Metadata, deadline: Deadline) {
        self.streamID = streamID
        self.service = service
        self.method = method
        self.metadata = metadata
        self.deadline = deadline
    }

    /// How long the caller still waits. It is negative when the caller has given up, and `nil` when the caller waits for ever.
    public var remainingTime: Duration? { deadline.remaining }
}
