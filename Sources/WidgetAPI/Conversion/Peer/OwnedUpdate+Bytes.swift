internal import TTRPCWire
internal import WidgetCore
internal import WidgetReplication

// `OwnedSetUpdate`, encoded by hand: each change of a Live Activity or a control is sent as one.

extension OwnedUpdate {
    /// The update as ``ProtoOwnedSetUpdate`` is encoded.
    var wireBytes: [UInt8] {
        var writer = ProtobufWriter(capacity: rows.reduce(96) { $0 + $1.id.count + ($1.value?.count ?? 0) + 24 })
        writer.field(1, version.wireBytes(key))
        writer.value(2, isWhole)
        for row in rows {
            let counter = UInt64(clamping: row.counter)
            var size = row.value.map { ProtobufSize.field($0.count) } ?? 0
            if !row.id.isEmpty { size += ProtobufSize.field(row.id.count) }
            if counter != 0 { size += ProtobufSize.field(varint: counter) }
            writer.head(3, size)
            writer.value(1, row.id)
            if counter != 0 { writer.field(2, counter) }
            if let value = row.value { writer.field(3, value) }
        }
        writer.value(4, hasMore)
        return writer.bytes
    }

    /// - Throws: ``ReplicationFault/malformed(_:)``, `ProtobufError`.
    init(wire reader: ProtobufReader) throws {
        var reader = reader
        var (key, version): (OwnedKey?, OwnedVersion?) = (nil, nil)
        var (isWhole, hasMore, rows, total): (Bool, Bool, [OwnedRow], Int) = (false, false, [], 0)
        while !reader.isAtEnd {
            let (field, type) = try reader.tag()
            switch field {
            case 1:
                guard key == nil else { throw ReplicationFault.malformed("owned rows of two sets") }
                (key, version) = try OwnedVersion.read(wire: try reader.message(type))
            case 2: isWhole = try reader.number(type) != 0
            case 3:
                total += 1
                let message = try reader.message(type)
                if total <= ReplicationLimits.ownedRowsPerUpdate { rows.append(try OwnedRow(wire: message)) }
            case 4: hasMore = try reader.number(type) != 0
            default: try reader.skip(type)
            }
        }
        guard total <= ReplicationLimits.ownedRowsPerUpdate else {
            throw ReplicationFault.malformed("\(total) owned rows at once; at most \(ReplicationLimits.ownedRowsPerUpdate)")
        }
        guard let key, let version else { throw ReplicationFault.malformed("owned rows of no set") }
        self.init(key: key, version: version, isWhole: isWhole, rows: rows, hasMore: hasMore)
    }
}

extension OwnedVersion {
    fileprivate func wireBytes(_ key: OwnedKey) -> [UInt8] {
        var writer = ProtobufWriter(capacity: 64)
        writer.field(1, key.device.bytes)
        writer.value(2, Int64(UInt32(clamping: key.set)))
        writer.value(3, incarnation.rawValue)
        writer.value(4, max(counter, 0))
        if digest != 0 { writer.field(5, fixed: digest) }
        return writer.bytes
    }

    fileprivate static func read(wire message: ProtobufReader) throws -> (OwnedKey, OwnedVersion) {
        var message = message
        var (device, set, incarnation, counter, digest): (DeviceID?, UInt64, UInt64, UInt64, UInt64) = (nil, 0, 0, 0, 0)
        while !message.isAtEnd {
            let (field, type) = try message.tag()
            switch field {
            case 1: device = try DeviceID(checked: try message.content(type))
            case 2: set = try message.number(type)
            case 3: incarnation = try message.number(type)
            case 4: counter = try message.number(type)
            case 5: digest = try message.fixed(type)
            default: try message.skip(type)
            }
        }
        guard let device else { throw ReplicationFault.malformed("owned rows of no device") }
        guard incarnation <= UInt64(Int64.max) else { throw ReplicationFault.malformed("incarnation \(incarnation)") }
        let version = OwnedVersion(incarnation: Incarnation(rawValue: Int64(incarnation)), counter: try .init(sequence: counter), digest: digest)
        return (try OwnedKey(device: device, set: set), version)
    }
}

extension OwnedRow {
    fileprivate init(wire message: ProtobufReader) throws {
        var message = message
        var (id, counter, value): ([UInt8], UInt64, [UInt8]?) = ([], 0, nil)
        while !message.isAtEnd {
            let (field, type) = try message.tag()
            switch field {
            case 1: id = Array<UInt8>(try message.content(type))
            case 2: counter = try message.number(type)
            case 3: value = Array<UInt8>(try message.content(type))
            default: try message.skip(type)
            }
        }
        self.init(id: id, counter: try .init(sequence: counter), value: value)
    }
}
