import CZlib
import WidgetCore
import WidgetReplication

/// Raw deflate (RFC 1951) of whole messages, by zlib.
enum Deflate {
    /// The shorter form of `bytes`; nil where there is none.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        // It uses the fastest level, because links are fast, and messages are text and numbers.
        let shorter = run(bytes, room: bytes.count, begin: { widgetd_deflate_init($0, Z_BEST_SPEED) }, step: { deflate($0, Z_FINISH) }, end: deflateEnd)
        return shorter.isEmpty ? nil : shorter
    }

    /// Undoes ``compress(_:)``.
    /// - Throws: ``ReplicationFault/malformed(_:)`` where it isn't deflate, or has more than `limit` bytes.
    static func expand(_ bytes: [UInt8], limit: Int) throws(ReplicationFault) -> [UInt8] {
        // Deflate compresses at most by a factor of 1,032.
        let room = min(limit, bytes.count * 1_032 + 64)
        let message = run(bytes, room: room, begin: widgetd_inflate_init, step: { inflate($0, Z_FINISH) }, end: inflateEnd)
        guard !message.isEmpty else { throw .malformed("a deflated message that is none, or has more than \(limit) bytes") }
        return message
    }

    /// Runs zlib in one call. The result is empty where `room` bytes aren't enough or the input is invalid.
    private static func run(
        _ input: [UInt8], room: Int, begin: (z_streamp) -> Int32, step: (z_streamp) -> Int32, end: (z_streamp) -> Int32
    ) -> [UInt8] {
        // zlib keeps the address of its state, so the state must not move.
        let stream = z_streamp.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard begin(stream) == Z_OK else { return [] }
        defer { _ = end(stream) }
        return [UInt8](unsafeUninitializedCapacity: room) { output, count in
            input.withUnsafeBufferPointer { input in
                // zlib only reads what it is given, though its type doesn't say so.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                count = step(stream) == Z_STREAM_END ? output.count - Int(stream.pointee.avail_out) : 0
            }
        }
    }
}
