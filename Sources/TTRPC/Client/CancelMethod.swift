import TTRPCWire

/// The unary method by which a server is told that a call was given up, which ttrpc itself has no word for.
///
/// Its request is a protobuf message with one number, the stream id of the call on the same connection.
public struct CancelMethod: Hashable, Sendable {
    /// The full name, such as `widgetd.v1.Daemon`.
    public var service: String
    public var method: String
    /// The number of the request's field that has the stream id.
    public var field: UInt32

    public init(service: String, method: String, field: UInt32 = 1) {
        self.service = service
        self.method = method
        self.field = field
    }

    /// The call that cancels stream `id`.
    func request(cancelling id: UInt32) -> OutgoingRequest {
        var payload = ProtobufWriter(capacity: 8)
        payload.field(Int(field), UInt64(id))
        return OutgoingRequest(service: service, method: method, payload: payload.bytes, flags: [], timeout: nil, metadata: [:])
    }
}
