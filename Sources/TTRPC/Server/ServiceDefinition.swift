public import NIOCore

/// How a method answers.
///
/// An error that a handler throws is the answer: an `RPCStatus` as it is, anything else as `INTERNAL`.
public enum MethodHandler: Sendable {
    /// Answered at once, on the event loop, at a cost of well under a microsecond: for reads from an immutable snapshot.
    /// Whatever takes longer than some 50 microseconds holds up every connection of the loop.
    case immediate(@Sendable (CallContext, ByteBuffer) throws -> [UInt8])
    /// Starts on the event loop, inline, and may suspend. Its task is cancelled by the deadline, by
    /// ``CallContext/cancel(streamID:)`` or when the connection closes; the client is answered then without waiting for it.
    case unary(@Sendable (CallContext, ByteBuffer) async throws -> [UInt8])
    /// Answers with messages. The buffer is the request's payload, empty where the client sends messages instead.
    case stream(@Sendable (CallContext, ByteBuffer, ServerStream) throws -> any ServerStreamHandler)
}

/// A method, who may call it, and what answers.
public struct MethodDefinition: Sendable {
    /// The name within the service, such as `ListWidgets`.
    public var name: String
    public var right: AccessRight
    public var handler: MethodHandler
    /// Bytes of its largest answer, where that may be more than ``ServerLimits/messageLength``.
    public var answerLength: Int?

    public init(name: String, right: AccessRight, answerLength: Int? = nil, handler: MethodHandler) {
        self.name = name
        self.right = right
        self.handler = handler
        self.answerLength = answerLength
    }
}

/// A service and its methods.
public struct ServiceDefinition: Sendable {
    /// The full name, such as `widgetd.v1.Widgets`.
    public var name: String
    public var methods: [MethodDefinition]

    public init(name: String, methods: [MethodDefinition]) {
        self.name = name
        self.methods = methods
    }
}
