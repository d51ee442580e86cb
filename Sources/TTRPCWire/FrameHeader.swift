/// The ten bytes before a frame's data: length and stream id big-endian, then type and flags.
public struct FrameHeader: Hashable, Sendable {
    /// Bytes of data that follow. May exceed ``WireLimits/maximumFrameLength`` in a header that was received.
    public var length: UInt32
    /// The stream: odd and rising, chosen by the client.
    public var streamID: UInt32
    public var type: FrameType
    public var flags: FrameFlags

    @inlinable
    public init(length: UInt32, streamID: UInt32, type: FrameType, flags: FrameFlags = []) {
        self.length = length
        self.streamID = streamID
        self.type = type
        self.flags = flags
    }

    /// Reads a header from the first ten of `bytes`; `nil` when there are fewer.
    @inlinable
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= WireLimits.headerLength else { return nil }
        length = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
        streamID = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        type = FrameType(rawValue: bytes[8])
        flags = FrameFlags(rawValue: bytes[9])
    }

    /// Writes the header into the first ten of `bytes`.
    ///
    /// - Precondition: `bytes` holds at least ``WireLimits/headerLength``.
    @inlinable
    public func write(into bytes: UnsafeMutableRawBufferPointer) {
        precondition(bytes.count >= WireLimits.headerLength, "a frame header needs 10 bytes")
        bytes.storeBytes(of: length.bigEndian, toByteOffset: 0, as: UInt32.self)
        bytes.storeBytes(of: streamID.bigEndian, toByteOffset: 4, as: UInt32.self)
        bytes[8] = type.rawValue
        bytes[9] = flags.rawValue
    }

    /// Appends the header to `bytes`.
    public func append(to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(byteCount: WireLimits.headerLength, alignment: 1) { scratch in
            write(into: scratch)
            bytes.append(contentsOf: scratch)
        }
    }
}

/// The type of a frame (byte 8 of the header).
///
/// The set is open: a peer may send a type that we don't know. Decoding it is no error; the server or client decides what follows.
public struct FrameType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Opens a stream; sent by a client only.
    public static let request = FrameType(rawValue: 1)
    /// The final answer, which ends a stream; sent by a server only.
    public static let response = FrameType(rawValue: 2)
    /// A message on an open stream, from either side.
    public static let data = FrameType(rawValue: 3)

    public var description: String {
        switch self {
        case .request: "Request"
        case .response: "Response"
        case .data: "Data"
        default: "type \(rawValue)"
        }
    }
}

/// The flags by which a frame changes its stream (byte 9 of the header).
public struct FrameFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The sender sends no more on this stream.
    public static let remoteClosed = FrameFlags(rawValue: 1)
    /// On a Request: the client will send Data on this stream.
    public static let remoteOpen = FrameFlags(rawValue: 2)
    /// On Data: it carries no message. A Data frame of length zero without this flag is an empty message.
    public static let noData = FrameFlags(rawValue: 4)
}
