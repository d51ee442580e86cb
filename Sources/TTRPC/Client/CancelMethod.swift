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
        var payload: [UInt8] = []
        // The tag of a varint, and the varint.
        for number in [UInt64(field) << 3, UInt64(id)] {
            var rest = number
            while rest >= 0x80 {
                payload.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            payload.append(UInt8(rest))
        }
        return OutgoingRequest(service: service, method: method, payload: payload, flags: [], timeout: nil, metadata: [:])
    }
}
