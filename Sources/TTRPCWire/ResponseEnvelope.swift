/// The envelope that ends a stream: `status = 1; payload = 2`, where the status is a `google.rpc.Status`.
public enum ResponseEnvelope: Hashable, Sendable {
    /// The encoded response message.
    case success([UInt8])
    case failure(RPCStatus)

    /// Decodes an envelope.
    ///
    /// - Throws: ``EnvelopeError`` that names the field.
    public init(_ bytes: UnsafeRawBufferPointer) throws(EnvelopeError) {
        let view = try ResponseView(bytes)
        self = if let status = view.status { .failure(status) } else { .success(Array(bytes[view.payload])) }
    }

    /// The number of bytes that ``append(to:)`` appends.
    public var encodedSize: Int {
        switch self {
        case .success(let payload): Self.size(payloadCount: payload.count)
        case .failure(let status): Self.size(status)
        }
    }

    /// Appends the encoded envelope.
    public func append(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: encodedSize))
        bytes.withUnsafeMutableBytes { all in
            let target = UnsafeMutableRawBufferPointer(rebasing: all[start...])
            switch self {
            case .success(let payload): _ = payload.withUnsafeBytes { Self.write($0, into: target) }
            case .failure(let status): _ = Self.write(status, into: target)
            }
        }
    }

    /// Bytes of a success with a payload of `payloadCount` bytes.
    @inlinable
    public static func size(payloadCount: Int) -> Int {
        payloadCount == 0 ? 0 : ProtobufSize.field(payloadCount)
    }

    /// Writes a success, and returns the number of bytes written.
    @inlinable
    public static func write(_ payload: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer) -> Int {
        guard payload.count > 0 else { return 0 }
        var writer = ProtobufMemoryWriter(bytes)
        writer.field(2, payload)
        return writer.position
    }

    /// Bytes of a failure.
    public static func size(_ status: RPCStatus) -> Int {
        ProtobufSize.field(contentSize(status))
    }

    /// Writes a failure, and returns the number of bytes written.
    public static func write(_ status: RPCStatus, into bytes: UnsafeMutableRawBufferPointer) -> Int {
        var writer = ProtobufMemoryWriter(bytes)
        writer.head(1, contentSize(status))
        writer.value(1, Int64(status.code.rawValue))
        writer.value(2, status.message)
        for detail in status.details { writer.field(3, detail) }
        return writer.position
    }

    private static func contentSize(_ status: RPCStatus) -> Int {
        var size = status.code == .ok ? 0 : 1 + ProtobufSize.varint(UInt64(status.code.rawValue))
        if !status.message.isEmpty { size += ProtobufSize.field(status.message.utf8.count) }
        for detail in status.details { size += ProtobufSize.field(detail.count) }
        return size
    }
}

/// A Response envelope that was read in place: the status of a failed call, and the payload's range in the bytes.
public struct ResponseView: Sendable {
    /// `nil` when the call succeeded; a status with code 0 counts as success.
    public private(set) var status: RPCStatus?
    public private(set) var payload = 0..<0

    /// - Throws: ``EnvelopeError`` that names the field.
    public init(_ bytes: UnsafeRawBufferPointer) throws(EnvelopeError) {
        var reader = ProtobufReader(bytes)
        var field = 0
        var statusRange: Range<Int>?
        do throws(ProtobufError) {
            while !reader.isAtEnd {
                field = 0
                let wireType: UInt8
                (field, wireType) = try reader.tag()
                switch field {
                case 1: statusRange = try reader.range(wireType)
                case 2: payload = try reader.range(wireType)
                default: try reader.skip(wireType)
                }
            }
        } catch {
            let name = field == 1 ? "status" : field == 2 ? "payload" : field == 0 ? "tag" : "\(field)"
            throw EnvelopeError(envelope: "Response", field: name, reason: .init(error))
        }
        if let statusRange { status = try Self.status(bytes, in: statusRange) }
    }

    private static func status(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) throws(EnvelopeError) -> RPCStatus? {
        var reader = ProtobufReader(bytes, in: range)
        var status = RPCStatus(.ok, "")
        var field = "status"
        do throws(ProtobufError) {
            while !reader.isAtEnd {
                field = "status"
                let (number, wireType) = try reader.tag()
                switch number {
                case 1:
                    field = "status.code"
                    status.code = StatusCode(wire: Int32(truncatingIfNeeded: try reader.integer(wireType)))
                case 2:
                    field = "status.message"
                    // The message is for people, so a broken character in it doesn't fail the whole status.
                    status.message = String(decoding: bytes[try reader.range(wireType)], as: UTF8.self)
                case 3:
                    field = "status.details"
                    let detail = try reader.range(wireType)
                    if status.details.count < WireLimits.maximumStatusDetails { status.details.append(Array(bytes[detail])) }
                default: try reader.skip(wireType)
                }
            }
        } catch {
            throw EnvelopeError(envelope: "Response", field: field, reason: .init(error))
        }
        return status.code == .ok ? nil : status
    }
}
