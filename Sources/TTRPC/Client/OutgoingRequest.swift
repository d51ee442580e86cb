import NIOCore
import Synchronization
import TTRPCWire

/// A request on its way out.
struct OutgoingRequest: Sendable {
    let service: String
    let method: String
    let payload: [UInt8]
    let flags: FrameFlags
    let timeout: TimeAmount?
    let metadata: Metadata

    var timeoutNanoseconds: Int64 {
        timeout.map { max(1, min($0.nanoseconds, Tuning.maximumTimeoutNanoseconds)) } ?? 0
    }

    /// When the client gives up.
    func deadline(from now: NIODeadline) -> NIODeadline? {
        timeout.map { _ in now + .nanoseconds(timeoutNanoseconds) }
    }

    var size: Int {
        RequestEnvelope.size(
            service: service, method: method, payloadCount: payload.count, timeoutNanoseconds: timeoutNanoseconds, metadata: metadata)
    }

    func write(to output: inout OutputBuffer, streamID: UInt32, size: Int) {
        output.writeFrame(FrameHeader(length: UInt32(size), streamID: streamID, type: .request, flags: flags)) { target in
            let head = RequestEnvelope.write(
                into: target, service: service, method: method, payloadCount: payload.count,
                timeoutNanoseconds: timeoutNanoseconds, metadata: metadata)
            payload.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: target[head...]).copyMemory(from: $0) }
        }
    }
}

/// Links a call to the cancellation of its task. The cancellation may come before the call has reached the event loop.
final class CallTicket: Sendable {
    private static let cancelled = UInt64.max
    /// Zero before the call was sent, then its stream id, or `cancelled` if the cancellation came first. Only the event loop uses it. It is atomic because the
    /// ticket is made on another thread.
    private let state = Atomic<UInt64>(0)

    /// - Returns: the call's stream id, if it was sent.
    func cancel() -> UInt32? {
        let old = state.exchange(Self.cancelled, ordering: .relaxed)
        return old == 0 || old == Self.cancelled ? nil : UInt32(old)
    }

    /// - Returns: whether the call may be sent.
    func take(_ streamID: UInt32) -> Bool {
        state.compareExchange(expected: 0, desired: UInt64(streamID), ordering: .relaxed).exchanged
    }

    var isCancelled: Bool { state.load(ordering: .relaxed) == Self.cancelled }
}

/// The unary method by which a client tells the server that it gave up a call. The ttrpc protocol itself has no message for that.
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
