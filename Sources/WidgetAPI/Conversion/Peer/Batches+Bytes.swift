internal import TTRPCWire
internal import WidgetCore
internal import WidgetReplication

// `TransactionBatch`, encoded by hand: a live change is sent as one, and a device that was away takes thousands.

extension [LoggedTransaction] {
    /// The batch as ``ProtoTransactionBatch`` is encoded.
    var wireBytes: [UInt8] {
        var writer = ProtobufWriter(capacity: reduce(64) { $0 + $1.frame.count + 40 })
        var places: [(origin: Origin, place: UInt64)] = []
        for transaction in self where !places.contains(where: { $0.origin == transaction.origin }) {
            places.append((transaction.origin, UInt64(places.count)))
            let incarnation = UInt64(bitPattern: transaction.origin.incarnation.rawValue)
            writer.head(1, ProtobufSize.field(DeviceID.byteCount) + (incarnation == 0 ? 0 : ProtobufSize.field(varint: incarnation)))
            writer.field(1, transaction.origin.device.bytes)
            if incarnation != 0 { writer.field(2, incarnation) }
        }
        for transaction in self {
            let place = places.first { $0.origin == transaction.origin }?.place ?? 0
            let (sequence, clock, hash) = (UInt64(clamping: transaction.sequence), transaction.clock.rawValue, transaction.hash.rawValue)
            var size = (clock == 0 ? 0 : 9) + (hash == 0 ? 0 : 9)
            if place != 0 { size += ProtobufSize.field(varint: place) }
            if sequence != 0 { size += ProtobufSize.field(varint: sequence) }
            if !transaction.frame.isEmpty { size += ProtobufSize.field(transaction.frame.count) }
            writer.head(2, size)
            if place != 0 { writer.field(1, place) }
            if sequence != 0 { writer.field(2, sequence) }
            if clock != 0 { writer.field(3, fixed: clock) }
            if hash != 0 { writer.field(4, fixed: hash) }
            if !transaction.frame.isEmpty { writer.field(5, transaction.frame) }
        }
        return writer.bytes
    }

    /// - Throws: ``ReplicationFault/malformed(_:)``, `ProtobufError`.
    init(wire reader: ProtobufReader) throws {
        self.init()
        var (reader, origins, total): (ProtobufReader, [Origin], Int) = (reader, [], 0)
        while !reader.isAtEnd {
            let (field, type) = try reader.tag()
            switch field {
            case 1: origins.append(try Origin(wire: try reader.message(type)))
            case 2:
                total += 1
                let message = try reader.message(type)
                if total <= ReplicationLimits.transactionsPerBatch { append(try LoggedTransaction(wire: message, origins)) }
            default: try reader.skip(type)
            }
        }
        guard total <= ReplicationLimits.transactionsPerBatch else {
            throw ReplicationFault.malformed("a batch of \(total) transactions; at most \(ReplicationLimits.transactionsPerBatch)")
        }
    }
}

extension LoggedTransaction {
    /// - Parameter origins: the origins of its batch, which come before it.
    fileprivate init(wire message: ProtobufReader, _ origins: [Origin]) throws {
        var message = message
        var (place, sequence, clock, hash): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var frame: [UInt8] = []
        while !message.isAtEnd {
            let (field, type) = try message.tag()
            switch field {
            case 1: place = try message.number(type)
            case 2: sequence = try message.number(type)
            case 3: clock = try message.fixed(type)
            case 4: hash = try message.fixed(type)
            case 5: frame = Array<UInt8>(try message.content(type))
            default: try message.skip(type)
            }
        }
        guard place < origins.count else { throw ReplicationFault.malformed("origin \(place) of \(origins.count)") }
        self.init(
            origin: origins[Int(place)], sequence: try .init(sequence: sequence), clock: try .init(checked: clock), hash: ChainHash(rawValue: hash),
            frame: frame)
    }
}

extension Origin {
    fileprivate init(wire message: ProtobufReader) throws {
        var message = message
        var (device, incarnation): (DeviceID?, UInt64) = (nil, 0)
        while !message.isAtEnd {
            let (field, type) = try message.tag()
            switch field {
            case 1: device = try DeviceID(checked: try message.content(type))
            case 2: incarnation = try message.number(type)
            default: try message.skip(type)
            }
        }
        guard let device else { throw ReplicationFault.malformed("an origin without a device") }
        guard incarnation > 0, incarnation <= UInt64(Int64.max) else { throw ReplicationFault.malformed("incarnation \(incarnation)") }
        self.init(device: device, incarnation: Incarnation(rawValue: Int64(incarnation)))
    }
}
