internal import GRDB
internal import SwiftProtobuf
internal import TTRPCWire
internal import WidgetAPI
internal import WidgetCore
internal import WidgetReplication

/// Rows of widgets.
extension Query {
    private static let widgetColumns = "id, kind, family, name, parameters, placed_at, device, position, stack"

    static func widget(_ id: WidgetID, in db: Database) throws -> Query {
        let row = try Query("SELECT \(widgetColumns) FROM widget WHERE id = ?1", in: db)
        row.bind(1, id)
        return row
    }

    static func widgets(in db: Database) throws -> Query { try Query("SELECT \(widgetColumns) FROM widget", in: db) }

    /// - Parameter earlier: the kind of the row before this one: many widgets share few kinds, and then the string is shared too.
    /// - Throws: DATA_LOSS where the row can't be understood.
    func widget(afterKind earlier: String = "") throws -> Widget {
        guard let id = widgetID(0) else { throw WidgetError(.dataLoss, "its id hasn't 16 bytes") }
        guard let family = WidgetFamily(rawValue: Int(integer(2))) else { throw WidgetError(.dataLoss, "its family \(integer(2)) isn't known") }
        let stored: ParametersCoding.Stored
        do { stored = try withBlob(4) { try ParametersCoding.decode($0) } } catch { throw WidgetError(.dataLoss, "its parameters: \(error)") }
        var widget = Widget(
            id: id, kind: textEquals(1, earlier) ? earlier : text(1), family: family, name: text(3), parameters: stored.parameters, placedAt: date(5),
            position: WidgetPosition(text: text(7)) ?? .initial, stack: (try? Widget.validated(stack: text(8))) ?? "")
        widget.sealed = stored.sealed
        return widget
    }

    /// The device on which the row's widget was placed; nil: an old row doesn't say.
    var placedOn: DeviceID? { device(6) }
}

extension Widget {
    /// The fields that may be edited, and the date of placing, as they are kept.
    var cells: [Cell] { cells(sealed: sealed) }

    /// The same with the values of secrets that this device can read, so that two states can be compared.
    var readableCells: [Cell] { cells(sealed: sealed.filter { parameters[$0.key] == nil }) }

    private func cells(sealed: [String: SealedValue]) -> [Cell] {
        typealias Column = SharedSchema.WidgetColumn
        return [
            Cell(Column.kind, .text(kind)), Cell(Column.family, .integer(Int64(family.rawValue))), Cell(Column.name, .text(name)),
            Cell(Column.parameters, .blob(ParametersCoding.encode(.init(parameters, sealed)))), Cell(Column.placedAt, .integer(placedAt.milliseconds)),
            Cell(Column.position, .text(position.text)), Cell(Column.stack, .text(stack)),
        ]
    }
}

/// A widget's parameters as one column's bytes: equal parameters are equal bytes.
enum ParametersCoding {
    /// The values that are readable, and those that are sealed. A name is in one of both.
    struct Stored {
        var parameters: Parameters = [:]
        var sealed: [String: SealedValue] = [:]

        /// - Parameter sealed: these are kept sealed, whether they are among `parameters` or not.
        init(_ parameters: Parameters, _ sealed: [String: SealedValue]) {
            self.sealed = sealed.filter { $0.value != .unsealed }
            self.parameters = self.sealed.isEmpty ? parameters : parameters.filter { [sealed = self.sealed] in sealed[$0.key] == nil }
        }
    }

    /// A `ParametersValue` (storage.proto), keys in their order, as swift-protobuf's deterministic encoder writes it and in a fraction of its time: each write
    /// of a widget compares its parameters with those that are stored.
    static func encode(_ stored: Stored) -> [UInt8] {
        var writer = ProtobufWriter()
        for (name, value) in stored.parameters.sorted(by: { $0.key < $1.key }) {
            let size = size(value)
            writer.head(1, ProtobufSize.field(name.utf8.count) + ProtobufSize.field(size))
            writer.field(1, name)
            writer.head(2, size)
            switch value {
            case .text(let text): writer.field(1, text)
            case .integer(let integer): writer.field(2, UInt64(zigzag: integer))
            case .number(let number): writer.field(3, fixed: number.bitPattern)
            case .boolean(let boolean): writer.field(4, boolean ? 1 : 0)
            }
        }
        for (name, value) in stored.sealed.sorted(by: { $0.key < $1.key }) {
            let size = ProtobufSize.field(value.keyID.count) + ProtobufSize.field(value.box.count)
            writer.head(2, ProtobufSize.field(name.utf8.count) + ProtobufSize.field(size))
            writer.field(1, name)
            writer.head(2, size)
            writer.field(1, value.keyID)
            writer.field(2, value.box)
        }
        return writer.bytes
    }

    /// Bytes of a value's message.
    private static func size(_ value: ParameterValue) -> Int {
        switch value {
        case .text(let text): ProtobufSize.field(text.utf8.count)
        case .integer(let integer): ProtobufSize.field(varint: UInt64(zigzag: integer))
        case .number: 9
        case .boolean: 2
        }
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws -> Stored {
        guard !bytes.isEmpty else { return Stored([:], [:]) }
        if let parameters = try? ownForm(bytes) { return Stored(parameters, [:]) }
        let stored = try StoredParametersValue(serializedBytes: Array(bytes))
        let sealed = stored.sealed.mapValues { SealedValue(keyID: Array($0.keyID), box: Array($0.box)) }
        return Stored(try Parameters(stored.parameters, field: "parameters"), sealed)
    }

    /// One value, as its message.
    static func encode(_ value: ParameterValue) throws -> [UInt8] { try ProtoParameterValue(value).serializedBytes() }

    /// Nil for bytes that aren't a value's message.
    static func value(_ bytes: [UInt8]) -> ParameterValue? {
        (try? ProtoParameterValue(serializedBytes: bytes)).flatMap { try? ParameterValue($0, field: "parameter") }
    }

    // The daemon reads a thousand of these at its start. Without a message object for each, this takes a tenth of the time.

    /// The parameters in exactly the form that ``encode(_:)`` of this version writes where none is sealed; nil: any other form, which is the general decoder's.
    /// - Throws: `ProtobufError` for malformed bytes, which are the general decoder's too.
    static func ownForm(_ bytes: UnsafeRawBufferPointer) throws(ProtobufError) -> Parameters? {
        var reader = ProtobufReader(bytes)
        var parameters = Parameters()
        while !reader.isAtEnd {
            guard try reader.tag() == (1, 2) else { return nil }
            var entry = try reader.message(2)
            guard try entry.tag() == (1, 2) else { return nil }
            let name = try entry.text(2)
            guard try entry.tag() == (2, 2), let value = try value(entry.message(2)), entry.isAtEnd else { return nil }
            parameters[name] = value
        }
        return parameters
    }

    private static func value(_ message: ProtobufReader) throws(ProtobufError) -> ParameterValue? {
        var message = message
        let (field, type) = try message.tag()
        let value: ParameterValue
        switch field {
        case 1: value = .text(try message.text(type))
        case 2: value = .integer(try message.zigzag(type))
        case 3: value = .number(Double(bitPattern: try message.fixed(type)))
        case 4: value = .boolean(try message.number(type) != 0)
        default: return nil
        }
        return message.isAtEnd ? value : nil
    }
}

/// A kind as an owned row's bytes.
enum KindCoding {
    static func encode(_ kind: StoredKind) throws -> [UInt8] {
        var value = StoredKindValue()
        value.kind = ProtoKind(kind.kind)
        value.fingerprint = kind.fingerprint
        value.withdrawn = kind.isWithdrawn
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        return try value.serializedBytes(options: options)
    }

    static func decode(_ bytes: [UInt8]) throws -> StoredKind {
        let value = try StoredKindValue(serializedBytes: bytes)
        return StoredKind(kind: try Kind(value.kind), fingerprint: value.fingerprint, isWithdrawn: value.withdrawn)
    }
}
