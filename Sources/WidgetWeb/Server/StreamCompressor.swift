import CZlib
import WidgetCore

/// Compresses what one browser is sent, as gzip (RFC 1952). It remembers what it has sent: a widget that comes again with another number in it takes few bytes.
final class StreamCompressor {
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Returns: nil where there is no memory.
    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard widgetd_gzip_init(stream, 6, WebLimits.windowBits, WebLimits.memoryLevel) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses bytes so that the browser can read all of them.
    /// - Parameter isLast: nothing follows.
    func compress(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
        var bytes = bytes
        var output: [UInt8] = []
        bytes.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16 << 10) { room in
                repeat {
                    stream.pointee.next_out = room.baseAddress
                    stream.pointee.avail_out = UInt32(room.count)
                    deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
                    output += room[..<(room.count - Int(stream.pointee.avail_out))]
                } while stream.pointee.avail_out == 0
            }
        }
        return output
    }
}
