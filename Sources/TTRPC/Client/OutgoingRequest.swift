import NIOCore
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

    func write(to output: inout ByteBuffer, streamID: UInt32, size: Int) {
        output.writeFrame(FrameHeader(length: UInt32(size), streamID: streamID, type: .request, flags: flags)) { target in
            let head = RequestEnvelope.write(
                into: target, service: service, method: method, payloadCount: payload.count,
                timeoutNanoseconds: timeoutNanoseconds, metadata: metadata)
            payload.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: target[head...]).copyMemory(from: $0) }
        }
    }
}
