/// The key and value pairs that a request carries beside its payload, in the order they were sent; a key may repeat.
public struct Metadata: Hashable, Sendable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    public struct Element: Hashable, Sendable {
        public var key: String
        public var value: String

        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    private var entries: [Element]

    public init() {
        entries = []
    }

    public init(_ pairs: [(key: String, value: String)]) {
        entries = pairs.map { Element(key: $0.key, value: $0.value) }
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        entries = elements.map { Element(key: $0.0, value: $0.1) }
    }

    public var startIndex: Int { entries.startIndex }
    public var endIndex: Int { entries.endIndex }
    public subscript(position: Int) -> Element { entries[position] }

    /// The first value of a key, or `nil`. Keys are compared as they are; ttrpc clients send them in lower case.
    public subscript(key: String) -> String? {
        entries.first { $0.key == key }?.value
    }

    /// Adds a pair behind the others.
    public mutating func append(key: String, value: String) {
        entries.append(Element(key: key, value: value))
    }
}
