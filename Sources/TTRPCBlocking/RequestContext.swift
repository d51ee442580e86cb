public import TTRPCWire

/// A request as a method of a ``BlockingServer`` knows it, beside the payload.
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

    /// How long the caller still waits; below zero when it has given up; `nil`: for ever.
    public var remainingTime: Duration? { deadline.remaining }
}
