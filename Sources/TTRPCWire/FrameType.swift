/// The type of a frame (byte 8 of the header).
///
/// An open set: a peer may send a type that we don't know, which is answered and skipped, never fatal to a process.
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
