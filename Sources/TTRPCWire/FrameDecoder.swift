/// Splits a byte stream into frames. The stream may arrive in pieces of any size.
///
/// It holds at most one frame, so at most ``WireLimits/maximumFrameLength`` bytes. For a new frame it reserves at most ``WireLimits/initialFrameReservation``
/// bytes; more memory is taken as data comes in. A longer frame is reported as soon as its header is read, and its bytes are skipped.
public struct FrameDecoder: Sendable {
    public enum Event: Hashable, Sendable {
        case frame(FrameHeader, [UInt8])
        /// The frame is over the limit, and its data is discarded. The receiver answers with ``oversizeStatus(_:limit:)``.
        case oversize(FrameHeader)
    }

    private enum State: Sendable {
        case header
        case data(FrameHeader)
        case discarding(Int)
    }

    private var state = State.header
    private var headerBytes: [UInt8] = []
    private var data: [UInt8] = []
    private let maximumFrameLength: Int

    /// - Parameter maximumFrameLength: the most bytes of data in a frame. A value above ``WireLimits/maximumFrameLength`` is lowered to it.
    public init(maximumFrameLength: Int = WireLimits.maximumFrameLength) {
        self.maximumFrameLength = min(maximumFrameLength, WireLimits.maximumFrameLength)
        headerBytes.reserveCapacity(WireLimits.headerLength)
    }

    /// The number of bytes held of an unfinished frame.
    public var bufferedCount: Int { headerBytes.count + data.count }

    /// Whether no byte of a next frame has come. The stream may end here; anywhere else it was cut.
    public var isBetweenFrames: Bool {
        if case .header = state { headerBytes.isEmpty } else { false }
    }

    /// Takes bytes until an event is complete.
    ///
    /// - Returns: how many bytes were taken, and the event if there is one. Without an event all bytes were taken.
    public mutating func push(_ bytes: UnsafeRawBufferPointer) -> (taken: Int, event: Event?) {
        var position = 0
        while true {
            switch state {
            case .header:
                let count = min(WireLimits.headerLength - headerBytes.count, bytes.count - position)
                headerBytes.append(contentsOf: bytes[position..<position + count])
                position += count
                guard let header = headerBytes.withUnsafeBytes({ FrameHeader($0) }) else { return (position, nil) }
                headerBytes.removeAll(keepingCapacity: true)
                if header.length > maximumFrameLength {
                    state = .discarding(Int(header.length))
                    return (position, .oversize(header))
                }
                data = []
                data.reserveCapacity(min(Int(header.length), WireLimits.initialFrameReservation))
                state = .data(header)
            case .data(let header):
                let count = min(Int(header.length) - data.count, bytes.count - position)
                data.append(contentsOf: bytes[position..<position + count])
                position += count
                guard data.count == Int(header.length) else { return (position, nil) }
                state = .header
                let whole = data
                data = []
                return (position, .frame(header, whole))
            case .discarding(let rest):
                let count = min(rest, bytes.count - position)
                position += count
                state = count == rest ? .header : .discarding(rest - count)
                if count < rest || position == bytes.count { return (position, nil) }
            }
        }
    }

    /// Takes all of `bytes`, calling `body` with each event.
    public mutating func push(_ bytes: UnsafeRawBufferPointer, _ body: (Event) throws -> Void) rethrows {
        var rest = bytes
        while true {
            let (taken, event) = push(rest)
            guard let event else { return }
            try body(event)
            rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
        }
    }

    /// The status that answers an oversize frame on its stream.
    public static func oversizeStatus(_ length: Int, limit: Int = WireLimits.maximumFrameLength) -> RPCStatus {
        RPCStatus(.resourceExhausted, "frame of \(length) bytes is over the limit of \(limit) bytes; send less in one message")
    }
}
