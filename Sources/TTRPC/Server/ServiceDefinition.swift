public import NIOCore
public import TTRPCWire

/// How a method answers.
///
/// An error that a handler throws is the answer: an `RPCStatus` as it is, anything else as `INTERNAL`.
public enum MethodHandler: Sendable {
    /// Answers at once on the event loop. The call itself costs well under a microsecond. It is for reads from an immutable snapshot: a handler that takes more
    /// than about 50 microseconds delays every connection of the loop.
    case immediate(@Sendable (CallContext, ByteBuffer) throws -> [UInt8])
    /// Starts on the event loop, and may suspend. Its task is cancelled at the deadline, by ``CallContext/cancel(streamID:)`` and when the connection closes.
    /// The client is answered then without waiting for the task.
    case unary(@Sendable (CallContext, ByteBuffer) async throws -> [UInt8])
    /// Answers with messages. The buffer is the request's payload, empty where the client sends messages instead.
    case stream(@Sendable (CallContext, ByteBuffer, ServerStream) throws -> any ServerStreamHandler)
}

/// A method: its name, the right that a caller needs, and its handler.
public struct MethodDefinition: Sendable {
    /// The name within the service, such as `ListWidgets`.
    public var name: String
    public var right: AccessRight
    public var handler: MethodHandler
    /// Bytes of the method's largest answer. Nil means ``ServerLimits/messageLength``.
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

/// The right that a method asks of its caller. Each right includes those before it.
public enum AccessRight: Int, Sendable, Comparable, CaseIterable, CustomStringConvertible {
    /// Look: list, show, watch.
    case read
    /// Use: tap a button, reload a widget.
    case act
    /// Change: place, configure, remove, settings.
    case manage

    public static func < (left: AccessRight, right: AccessRight) -> Bool {
        left.rawValue < right.rawValue
    }

    public var description: String {
        switch self {
        case .read: "read"
        case .act: "act"
        case .manage: "manage"
        }
    }
}

/// The facts about a call that its handler gets beside the payload.
public struct CallContext: Sendable {
    let link: ConnectionLink
    let requested: RequestedMethod

    /// The stream's id on its connection.
    public let streamID: UInt32
    /// The pairs that the client sent along, such as `metadata["widgetd-request-id"]`.
    public let metadata: Metadata
    /// When the caller gives up, or `nil` for never. The server then answers `DEADLINE_EXCEEDED`, and cancels the work.
    public let deadline: NIODeadline?

    /// The process that calls.
    public var peer: PeerIdentity { link.peer }
    /// The object that ``ServerConfiguration/attach`` made for the connection.
    public var attachment: (any Sendable)? { link.attachment }
    /// The connection it calls on.
    public var connection: ConnectionID { link.id }
    /// The loop that the connection lives on, where `immediate` and `stream` handlers run.
    public var eventLoop: any EventLoop { link.eventLoop }
    /// The service's full name.
    public var service: String { requested.service }
    public var method: String { requested.name }

    /// How the server is configured, or `nil` for a context without a connection. Only the connection's event loop may ask, as an `immediate` handler does.
    public var configuration: ServerConfiguration? { link.connection?.shared.currentConfiguration }

    /// Cancels another stream of the same connection. Its task is cancelled, and its client receives `CANCELLED`. A stream that isn't open is left alone, since
    /// its answer may have crossed with the cancel. Any thread may call it.
    public func cancel(streamID: UInt32) {
        link.withConnection { $0.cancel(streamID: streamID, status: RPCStatus(.cancelled, "cancelled by the client")) }
    }

    init(link: ConnectionLink, requested: RequestedMethod, streamID: UInt32, metadata: Metadata, deadline: NIODeadline?) {
        self.link = link
        self.requested = requested
        self.streamID = streamID
        self.metadata = metadata
        self.deadline = deadline
    }

    /// A context without a connection, for calling a handler directly, as tests do.
    public init(
        peer: PeerIdentity, connection: ConnectionID = ConnectionID(0), streamID: UInt32 = 1, requested: RequestedMethod,
        metadata: Metadata = [:], deadline: NIODeadline? = nil, eventLoop: any EventLoop
    ) {
        self.init(
            link: ConnectionLink(id: connection, peer: peer, eventLoop: eventLoop), requested: requested, streamID: streamID, metadata: metadata,
            deadline: deadline)
    }
}
