import CZlib
import WebAccess
import WidgetCore

/// The stream of events to one browser. It holds nothing that waits: it knows which state the browser has, and the difference to the state now is made when the
/// browser can take it. On the server's event loop.
final class EventStream {
    let visitor: Visitor
    let scheme: BoardScheme
    /// The board that it follows; nil: none yet.
    private(set) var look: BoardLook?
    /// Names that in events' ids.
    private var epoch = ""
    /// The id of the last event that the browser has had elsewhere; empty once a board is followed. A page that is left takes its elements along.
    private var since: String
    private let compressor: StreamCompressor?
    private let canWrite: () -> Bool
    private let write: ([UInt8]) -> Void
    private let end: () -> Void
    /// The number of the state that the browser has.
    private var sent: UInt64 = 0
    /// Whether the board was whole when something was sent last.
    private var isBegun = false

    /// - Parameters:
    ///   - since: the id of the last event that the browser has, of this process or another; nil: none.
    ///   - compressor: nil: the browser takes plain text alone.
    init(
        visitor: Visitor, scheme: BoardScheme, since: String?, compressor: StreamCompressor?, canWrite: @escaping () -> Bool,
        write: @escaping ([UInt8]) -> Void, end: @escaping () -> Void
    ) {
        (self.visitor, self.scheme, self.since, self.compressor) = (visitor, scheme, since ?? "", compressor)
        (self.canWrite, self.write, self.end) = (canWrite, write, end)
    }

    /// Follows a board from now on.
    /// - Parameter epoch: names it in events' ids. A browser that has events of it already gets what came later; any other gets all.
    func follow(_ look: BoardLook, epoch: String) {
        (self.look, self.epoch, isBegun) = (look, epoch, false)
        let parts = since.split(separator: ".")
        sent = parts.count == 2 && parts[0] == epoch ? UInt64(parts[1]) ?? 0 : 0
        since = ""
    }

    /// Begins the stream. Browsers wait for a first byte before they say that they are connected.
    func open() { put(": widgetd\n\n") }

    /// Sends what the browser lacks, if it reads.
    func update(to state: BoardState, at now: Timestamp) {
        guard canWrite() else { return }
        let events = state.events(since: min(sent, state.revision), isFirst: !isBegun, role: visitor.role, epoch: epoch, at: now)
        if state.isComplete {
            sent = state.revision
            isBegun = true
        }
        if !events.isEmpty { put(events.joined()) }
    }

    /// The browser may no longer see the board.
    func close() { end() }

    private func put(_ text: String) {
        let bytes = Array(text.utf8)
        write(compressor?.compress(bytes) ?? bytes)
    }
}

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
