internal import TTRPCWire
public import WidgetReplication

extension PeerMessage {
    /// The field numbers in ``ProtoPeerMessage`` of the messages that are looked at by hand.
    private enum Field {
        static let transactions = 5
        static let owned = 7
        static let snapshot = 10
        /// Requests and their answers.
        static let calls: Set = [14, 15]
        /// Transactions, owned rows, acknowledgements, credits, requests and their answers.
        static let incremental = calls.union([transactions, owned, 11, 12])
    }

    /// The message as it travels.
    /// - Throws: SwiftProtobuf's error for a message over 2 GiB.
    public func encoded() throws -> [UInt8] {
        switch self {
        case .transactions(let batch): Self.message(Field.transactions, batch.wireBytes)
        case .owned(let update): Self.message(Field.owned, update.wireBytes)
        case .snapshot(let page, let vector): Self.message(Field.snapshot, try page.wireBytes(vector))
        default: try ProtoPeerMessage(self).serializedBytes()
        }
    }

    private static func message(_ field: Int, _ content: [UInt8]) -> [UInt8] {
        var writer = ProtobufWriter(capacity: content.count + 8)
        writer.field(field, content)
        return writer.bytes
    }

    /// Whether the message, by its tag, is of a kind that comes while two devices follow each other. Its work depends on its size. Any other message may lead
    /// through everything that is stored.
    public static func isIncremental(_ bytes: [UInt8]) -> Bool { field(bytes).map(Field.incremental.contains) ?? bytes.isEmpty }

    /// Whether it is a request or an answer, by its tag: these don't touch replicated data.
    public static func isCall(_ bytes: [UInt8]) -> Bool { field(bytes).map(Field.calls.contains) ?? false }

    /// - Returns: nil: there is no tag, or it has more than a byte.
    private static func field(_ bytes: [UInt8]) -> Int? { bytes.first.flatMap { $0 < 0x80 ? Int($0 >> 3) : nil } }

    /// - Throws: ``ReplicationFault/malformed(_:)``.
    public init(encoded bytes: [UInt8]) throws(ReplicationFault) {
        if let message = try Self.read(byHand: bytes) { self = message } else { try self.init(try ProtoPeerMessage(encoded: bytes)) }
    }

    /// - Returns: nil: it is of the kinds that SwiftProtobuf reads.
    /// - Throws: ``ReplicationFault/malformed(_:)``.
    package static func read(byHand bytes: [UInt8]) throws(ReplicationFault) -> PeerMessage? {
        do {
            return try bytes.withUnsafeBytes { try read(byHand: $0) }
        } catch let fault as ReplicationFault {
            throw fault
        } catch {
            throw .notProtobuf
        }
    }

    /// - Throws: ``ReplicationFault/malformed(_:)``, `ProtobufError`.
    private static func read(byHand bytes: UnsafeRawBufferPointer) throws -> PeerMessage? {
        var reader = ProtobufReader(bytes)
        guard !reader.isAtEnd else { return nil }
        let (field, type) = try reader.tag()
        guard type == 2, [Field.transactions, Field.owned, Field.snapshot].contains(field) else { return nil }
        let content = try reader.message(type)
        guard reader.isAtEnd else { return nil }
        if field == Field.transactions { return .transactions(try .init(wire: content)) }
        if field == Field.owned { return .owned(try .init(wire: content)) }
        let (page, vector) = try SnapshotPage.read(wire: content, of: bytes)
        return .snapshot(page, vector: vector)
    }
}

extension ReplicationFault {
    static let notProtobuf = ReplicationFault.malformed("a message that isn't protobuf")
}
