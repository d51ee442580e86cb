/// The envelope that opens a stream: which method, with what.
///
/// `service = 1; method = 2; payload = 3; timeout_nano = 4; metadata = 5`
public struct RequestEnvelope: Hashable, Sendable {
    /// The service's full name, such as `widgetd.v1.Widgets`.
    public var service: String
    public var method: String
    /// The encoded request message.
    public var payload: [UInt8]
    /// Nanoseconds that the call may take from its receipt; zero: no deadline; below zero: it has passed already.
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

    /// Bytes that ``append(to:)`` appends.
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
        for entry in metadata { size += ProtobufSize.field(Self.size(of: entry)) }
        if payloadCount > 0 { size += ProtobufSize.field(payloadCount) }
        return size
    }

    /// Writes everything but the payload's bytes, which must follow: the payload is the last field, so that it can be
    /// copied (or gathered) from where it lies.
    ///
    /// - Returns: the bytes written, which is where the payload belongs.
    public static func write(
        into bytes: UnsafeMutableRawBufferPointer, service: String, method: String, payloadCount: Int,
        timeoutNanoseconds: Int64, metadata: Metadata
    ) -> Int {
        var writer = ProtobufMemoryWriter(bytes)
        writer.value(1, service)
        writer.value(2, method)
        writer.value(4, timeoutNanoseconds)
        for entry in metadata {
            writer.head(5, size(of: entry))
            writer.value(1, entry.key)
            writer.value(2, entry.value)
        }
        if payloadCount > 0 { writer.head(3, payloadCount) }
        return writer.position
    }

    private static func size(of entry: Metadata.Element) -> Int {
        (entry.key.isEmpty ? 0 : ProtobufSize.field(entry.key.utf8.count))
            + (entry.value.isEmpty ? 0 : ProtobufSize.field(entry.value.utf8.count))
    }
}
