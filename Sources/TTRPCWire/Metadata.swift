/// The key and value pairs that a request carries beside its payload, in the order in which they were sent. A key may repeat.
///
/// They are kept encoded, because few handlers read them.
public struct Metadata: Hashable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
    public struct Element: Hashable, Sendable {
        public let key: String
        public let value: String
    }

    /// The field of a Request envelope that has a pair. A pair is a message: `key = 1; value = 2`.
    static let field = 5
    /// Fields of an envelope, each of which has a pair.
    private(set) var fields: [UInt8] = []

    public init() {}

    public init(_ pairs: [(key: String, value: String)]) {
        for pair in pairs { append(key: pair.key, value: pair.value) }
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        for element in elements { append(key: element.0, value: element.1) }
    }

    /// The pairs among the fields of an envelope. The fields must be well-formed; the pairs needn't be.
    /// - Parameter range: where these fields lie. Other fields may lie between them, so it may be much longer than the pairs.
    /// - Throws: ``EnvelopeError`` when a pair is malformed or isn't UTF-8.
    init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) throws(EnvelopeError) {
        var writer = ProtobufWriter(capacity: Swift.min(range.count, 256))
        var reader = ProtobufReader(bytes, in: range)
        while let pair = Self.nextPair(&reader) {
            let (key, value) = try Self.ranges(bytes, in: pair)
            guard Self.isText(bytes, key) else { throw EnvelopeError(envelope: "Request", field: "metadata.key", reason: .notUTF8) }
            guard Self.isText(bytes, value) else { throw EnvelopeError(envelope: "Request", field: "metadata.value", reason: .notUTF8) }
            Self.write(UnsafeRawBufferPointer(rebasing: bytes[key]), UnsafeRawBufferPointer(rebasing: bytes[value]), to: &writer)
        }
        fields = writer.bytes
    }

    /// The first value of a key, or `nil`. Keys are compared as they are; ttrpc clients send them in lower case.
    public subscript(key: String) -> String? {
        first { $0.key == key }?.value
    }

    /// Adds a pair behind the others.
    public mutating func append(key: String, value: String) {
        var (key, value) = (key, value)
        var writer = ProtobufWriter()
        key.withUTF8 { key in value.withUTF8 { value in Self.write(UnsafeRawBufferPointer(key), UnsafeRawBufferPointer(value), to: &writer) } }
        fields += writer.bytes
    }

    /// Writes a pair in one way, so that equal pairs have equal bytes.
    private static func write(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, to writer: inout ProtobufWriter) {
        writer.head(field, size(key) + size(value))
        if !key.isEmpty { writer.field(1, key) }
        if !value.isEmpty { writer.field(2, value) }
    }

    private static func size(_ text: UnsafeRawBufferPointer) -> Int { text.isEmpty ? 0 : ProtobufSize.field(text.count) }

    public func makeIterator() -> Iterator { Iterator(fields) }

    public struct Iterator: IteratorProtocol {
        private let fields: [UInt8]
        private var position = 0

        fileprivate init(_ fields: [UInt8]) { self.fields = fields }

        public mutating func next() -> Element? {
            fields.withUnsafeBytes { bytes in
                var reader = ProtobufReader(bytes, in: position..<bytes.count)
                guard let pair = Metadata.nextPair(&reader), let (key, value) = try? Metadata.ranges(bytes, in: pair) else { return nil }
                position = reader.position
                return Element(key: String(decoding: bytes[key], as: UTF8.self), value: String(decoding: bytes[value], as: UTF8.self))
            }
        }
    }

    // MARK: Reading

    /// Where the next pair is, or `nil` after the last.
    private static func nextPair(_ reader: inout ProtobufReader) -> Range<Int>? {
        while !reader.isAtEnd {
            guard let (number, wireType) = try? reader.tag() else { return nil }
            if number == field { return try? reader.range(wireType) }
            guard (try? reader.skip(wireType)) != nil else { return nil }
        }
        return nil
    }

    /// Where a pair's key and value are.
    private static func ranges(_ bytes: UnsafeRawBufferPointer, in pair: Range<Int>) throws(EnvelopeError) -> (key: Range<Int>, value: Range<Int>) {
        var reader = ProtobufReader(bytes, in: pair)
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
        return (key, value)
    }

    private static func isText(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        ProtobufReader.isText(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
}
