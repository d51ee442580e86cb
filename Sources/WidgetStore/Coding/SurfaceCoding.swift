internal import SwiftProtobuf
internal import WidgetAPI
internal import WidgetCore

/// A surface as an owned row's bytes.
enum SurfaceCoding {
    static func encode(_ record: SurfaceRecord) throws -> [UInt8] {
        var value = StoredSurfaceValue()
        value.surface = ProtoSurface(record.registration)
        value.connected = record.isConnected
        value.seenAtMs = record.seenAt.milliseconds
        value.waiting = record.waiting.map(ProtoSurfaceEdit.init)
        value.refused = record.refused
        return try value.serializedBytes()
    }

    static func decode(_ bytes: [UInt8]) throws -> SurfaceRecord {
        let value = try StoredSurfaceValue(serializedBytes: bytes)
        var record = SurfaceRecord(
            try SurfaceRegistration(value.surface, field: "surface"), isConnected: value.connected, seenAt: Timestamp(milliseconds: value.seenAtMs))
        if !value.waiting.isEmpty { record.waiting = try SurfaceEdit.list(value.waiting, field: "waiting") }
        record.refused = value.refused.cut(toBytes: StoreLimits.refusalBytes)
        return record
    }
}
