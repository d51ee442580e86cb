public import NIOCore
public import TTRPCWire

/// A call as its handler knows it, beside the payload.
public struct CallContext: Sendable {
    let link: ConnectionLink
    let names: MethodNames

    /// The stream's id on its connection.
    public let streamID: UInt32
    /// Pairs that the client sent along; `metadata["widgetd-request-id"]`.
    public let metadata: Metadata
    /// When the caller gives up; `nil`: never. The server answers `DEADLINE_EXCEEDED` then, and cancels the work.
    public let deadline: NIODeadline?

    /// The process that calls.
    public var peer: PeerIdentity { link.peer }
    /// The connection it calls on.
    public var connection: ConnectionID { link.id }
    /// The loop that the connection lives on, where `immediate` and `stream` handlers run.
    public var eventLoop: any EventLoop { link.eventLoop }
    /// The service's full name.
    public var service: String { names.service }
    public var method: String { names.method }

    /// Cancels another stream of the same connection: its task is cancelled, its client told `CANCELLED`. A stream that
    /// isn't open (any more) is left alone: the answer may have crossed with the cancel. From any thread.
    public func cancel(streamID: UInt32) {
        link.withConnection { $0.cancel(streamID: streamID, status: RPCStatus(.cancelled, "cancelled by the client")) }
    }

    init(link: ConnectionLink, names: MethodNames, streamID: UInt32, metadata: Metadata, deadline: NIODeadline?) {
        self.link = link
        self.names = names
        self.streamID = streamID
        self.metadata = metadata
        self.deadline = deadline
    }

    /// A context without a connection, for calling a handler directly, as tests do.
    public init(
        peer: PeerIdentity, connection: ConnectionID = ConnectionID(0), streamID: UInt32 = 1, service: String, method: String,
        metadata: Metadata = [:], deadline: NIODeadline? = nil, eventLoop: any EventLoop
    ) {
        self.init(
            link: ConnectionLink(id: connection, peer: peer, eventLoop: eventLoop), names: MethodNames(service: service, method: method),
            streamID: streamID, metadata: metadata, deadline: deadline)
    }
}

/// A method's names; one object for all its calls, so that a context costs no string copies.
final class MethodNames: Sendable {
    let service: String
    let method: String

    init(service: String, method: String) {
        self.service = service
        self.method = method
    }
}
