/// The envelope that opens a stream. It names the method and carries its request.
///
/// `service = 1; method = 2; payload = 3; timeout_nano = 4; metadata = 5`
public struct RequestEnvelope: Hashable, Sendable {
    /// The service's full name, such as `widgetd.v1.Widgets`.
    public var service: String
    public var method: String
    /// The encoded request message.
    public var payload: [UInt8]
    /// Nanoseconds that the call may take from its receipt. Zero means no deadline; a negative number means that the deadline has passed.
    public var timeoutNanoseconds: Int64
    public var metadata: Metadata

    public init(service: String, method: String, payload: [UInt8] = [], timeoutNanoseconds: Int64 = 0, metadata: Metadata = [:]) {
        self.service = service
        self.method = method
        self.payload = payload
        self.timeoutNanoseconds = timeoutNanoseconds
        self.metadata = metadata
    }

    /// Decodes an envelope.
    ///
    /// - Throws: ``EnvelopeError`` that names the field.
    public init(_ bytes: UnsafeRawBufferPointer) throws(EnvelopeError) {
        let view = try RequestView(bytes)
        guard let service = utf8String(bytes, view.service) else { throw EnvelopeError(envelope: "Request", field: "service", reason: .notUTF8) }
        guard let method = utf8String(bytes, view.method) else { throw EnvelopeError(envelope: "Request", field: "method", reason: .notUTF8) }
        self.init(
            service: service, method: method, payload: Array(bytes[view.payload]),
            timeoutNanoseconds: view.timeoutNanoseconds, metadata: try view.metadata(in: bytes))
    }

    /// The number of bytes that ``append(to:)`` appends.
    public var encodedSize: Int {
        Self.size(service: service, method: method, payloadCount: payload.count, timeoutNanoseconds: timeoutNanoseconds, metadata: metadata)
    }

    /// Appends the encoded envelope.
    public func append(to bytes: inout [UInt8]) {
        let size = encodedSize
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: size))
        bytes.withUnsafeMutableBytes { all in
            let target = UnsafeMutableRawBufferPointer(rebasing: all[start...])
            let head = Self.write(
                into: target, service: service, method: method, payloadCount: payload.count,
                timeoutNanoseconds: timeoutNanoseconds, metadata: metadata)
            payload.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: target[head...]).copyMemory(from: $0) }
        }
    }

    /// Bytes of an envelope with a payload of `payloadCount` bytes, payload included.
    public static func size(service: String, method: String, payloadCount: Int, timeoutNanoseconds: Int64, metadata: Metadata) -> Int {
        var size = 0
        if !service.isEmpty { size += ProtobufSize.field(service.utf8.count) }
        if !method.isEmpty { size += ProtobufSize.field(method.utf8.count) }
        if timeoutNanoseconds != 0 { size += 1 + ProtobufSize.varint(UInt64(bitPattern: timeoutNanoseconds)) }
        size += metadata.fields.count
        if payloadCount > 0 { size += ProtobufSize.field(payloadCount) }
        return size
    }

    /// Writes the envelope without the payload's bytes, which must follow. The payload is the last field, so a caller can copy or gather it from its own
    /// buffer.
    ///
    /// - Returns: the number of bytes written, which is the payload's offset.
    public static func write(
        into bytes: UnsafeMutableRawBufferPointer, service: String, method: String, payloadCount: Int,
        timeoutNanoseconds: Int64, metadata: Metadata
    ) -> Int {
        var writer = ProtobufMemoryWriter(bytes)
        writer.value(1, service)
        writer.value(2, method)
        writer.value(4, timeoutNanoseconds)
        writer.append(metadata.fields)
        if payloadCount > 0 { writer.head(3, payloadCount) }
        return writer.position
    }
}

/// A Request envelope that was read in place, as offsets into its bytes. A server finds the method by the names' bytes, and passes on the payload as a slice,
/// without a copy.
///
/// Unknown fields are skipped. Where a field repeats, the last one counts, as protobuf says.
public struct RequestView: Sendable {
    /// The service's full name, such as `widgetd.v1.Widgets`. Not checked to be UTF-8: it is only compared.
    public private(set) var service = 0..<0
    public private(set) var method = 0..<0
    public private(set) var payload = 0..<0
    /// Nanoseconds from receipt. Zero means no deadline; a negative number means that the deadline has passed.
    public private(set) var timeoutNanoseconds: Int64 = 0
    /// The range from the first entry to the last, with any fields between them. An array of entries would cost an allocation.
    private var metadataRange = 0..<0
    private var metadataCount = 0

    /// - Throws: ``EnvelopeError`` that names the field.
    public init(_ bytes: UnsafeRawBufferPointer) throws(EnvelopeError) {
        var reader = ProtobufReader(bytes)
        var field = 0
        do throws(ProtobufError) {
            while !reader.isAtEnd {
                field = 0
                let start = reader.position
                let wireType: UInt8
                (field, wireType) = try reader.tag()
                switch field {
                case 1: service = try reader.range(wireType)
                case 2: method = try reader.range(wireType)
                case 3: payload = try reader.range(wireType)
                case 4: timeoutNanoseconds = try reader.integer(wireType)
                case Metadata.field:
                    _ = try reader.range(wireType)
                    metadataRange = (metadataCount == 0 ? start : metadataRange.lowerBound)..<reader.position
                    metadataCount += 1
                default: try reader.skip(wireType)
                }
            }
        } catch {
            throw EnvelopeError(envelope: "Request", field: Self.name(of: field), reason: .init(error))
        }
        if metadataCount > WireLimits.maximumMetadataEntries {
            throw EnvelopeError(envelope: "Request", field: "metadata", reason: .tooMany(limit: WireLimits.maximumMetadataEntries))
        }
    }

    /// The metadata, from the same `bytes` that the view was read from.
    ///
    /// - Throws: ``EnvelopeError`` when an entry is malformed or isn't UTF-8.
    public func metadata(in bytes: UnsafeRawBufferPointer) throws(EnvelopeError) -> Metadata {
        try Metadata(bytes, in: metadataRange)
    }

    private static func name(of field: Int) -> String {
        switch field {
        case 1: "service"
        case 2: "method"
        case 3: "payload"
        case 4: "timeout_nano"
        case Metadata.field: "metadata"
        case 0: "tag"
        default: "\(field)"
        }
    }
}

/// A string of the message, or `nil` when its bytes aren't UTF-8.
private func utf8String(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> String? {
    try? ProtobufReader.text(UnsafeRawBufferPointer(rebasing: bytes[range]))
}
