/// Takes a byte stream apart into frames, whatever the pieces it arrives in.
///
/// Holds at most one frame, so at most ``WireLimits/maximumFrameLength`` bytes, and sets memory aside only as data comes
/// in. A frame that is longer is reported at once, by its header, and its bytes are passed over.
public struct FrameDecoder: Sendable {
    public enum Event: Hashable, Sendable {
        case frame(FrameHeader, [UInt8])
        /// The frame is over the limit; its data is being discarded. To be answered with ``oversizeStatus(_:)``.
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

    /// - Parameter maximumFrameLength: bytes of data; a smaller bound than the protocol's.
    public init(maximumFrameLength: Int = WireLimits.maximumFrameLength) {
        self.maximumFrameLength = min(maximumFrameLength, WireLimits.maximumFrameLength)
        headerBytes.reserveCapacity(WireLimits.headerLength)
    }

    /// Bytes of an unfinished frame that are held.
    public var bufferedCount: Int { headerBytes.count + data.count }

    /// Nothing of a frame has come: the end of the stream is clean here and a cut anywhere else.
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
