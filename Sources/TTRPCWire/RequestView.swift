/// A Request envelope read in place: offsets into the bytes it was read from, so that a server can dispatch on the names'
/// bytes and hand the payload on as a slice without a copy.
///
/// Fields that we don't know are skipped; of a field that repeats the last counts, as protobuf says.
public struct RequestView: Sendable {
    /// The service's full name, such as `widgetd.v1.Widgets`. Not checked to be UTF-8: it is only compared.
    public private(set) var service = 0..<0
    public private(set) var method = 0..<0
    public private(set) var payload = 0..<0
    /// Nanoseconds from receipt; zero: no deadline; below zero: it has passed already.
    public private(set) var timeoutNanoseconds: Int64 = 0
    /// From the first entry to the last, what lies between included: an array of them would cost an allocation.
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
                case 5:
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

    public var hasMetadata: Bool { metadataCount > 0 }

    /// The metadata, from the same `bytes` that the view was read from.
    ///
    /// - Throws: ``EnvelopeError`` when an entry is malformed or isn't UTF-8.
    public func metadata(in bytes: UnsafeRawBufferPointer) throws(EnvelopeError) -> Metadata {
        var metadata = Metadata()
        var reader = ProtobufReader(bytes, in: metadataRange)
        while let entry = Self.nextEntry(&reader) {
            let pair = try Self.keyValue(bytes, in: entry)
            metadata.append(key: pair.key, value: pair.value)
        }
        return metadata
    }

    /// The next entry of fields that were read before without an error.
    private static func nextEntry(_ reader: inout ProtobufReader) -> Range<Int>? {
        while !reader.isAtEnd {
            guard let (field, wireType) = try? reader.tag() else { return nil }
            if field == 5 { return try? reader.range(wireType) }
            guard (try? reader.skip(wireType)) != nil else { return nil }
        }
        return nil
    }

    private static func keyValue(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) throws(EnvelopeError) -> (key: String, value: String) {
        var reader = ProtobufReader(bytes, in: range)
        var (key, value) = (0..<0, 0..<0)
        var field = "metadata"
        do throws(ProtobufError) {
            while !reader.isAtEnd {
                field = "metadata"
                let (number, wireType) = try reader.tag()
                switch number {
                case 1:
                    field = "metadata.key"
                    key = try reader.range(wireType)
                case 2:
                    field = "metadata.value"
                    value = try reader.range(wireType)
                default: try reader.skip(wireType)
                }
            }
        } catch {
            throw EnvelopeError(envelope: "Request", field: field, reason: .init(error))
        }
        guard let keyString = utf8String(bytes, key) else { throw EnvelopeError(envelope: "Request", field: "metadata.key", reason: .notUTF8) }
        guard let valueString = utf8String(bytes, value) else { throw EnvelopeError(envelope: "Request", field: "metadata.value", reason: .notUTF8) }
        return (keyString, valueString)
    }

    private static func name(of field: Int) -> String {
        switch field {
        case 1: "service"
        case 2: "method"
        case 3: "payload"
        case 4: "timeout_nano"
        case 5: "metadata"
        case 0: "tag"
        default: "\(field)"
        }
    }
}
