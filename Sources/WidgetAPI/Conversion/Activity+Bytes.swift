internal import SwiftProtobuf
internal import TTRPCWire
public import WidgetCore

// `ActivitySnapshot`, encoded by hand: each change of each activity is sent as one, here and on every other device.

extension ProtoActivitySnapshot {
    /// The fields of a snapshot that the activity doesn't have itself.
    public struct Rest: Sendable {
        /// The device that owns it, as people know it.
        public var deviceID: String
        public var deviceName: String
        public var isLocal: Bool
        /// Why that device can't be asked; empty: it can.
        public var unavailable: String
        public var lastError: String
        public var archiveRevision: Int64
        public var taps: [ProtoWidgetSnapshot.Tap]
        /// Private texts are left out.
        public var isPrivateHidden: Bool

        public init(
            deviceID: String, deviceName: String, isLocal: Bool, unavailable: String = "", lastError: String, archiveRevision: Int64,
            taps: [ProtoWidgetSnapshot.Tap], isPrivateHidden: Bool = false
        ) {
            self.deviceID = deviceID
            self.deviceName = deviceName
            self.isLocal = isLocal
            self.unavailable = unavailable
            self.lastError = lastError
            self.archiveRevision = archiveRevision
            self.taps = taps
            self.isPrivateHidden = isPrivateHidden
        }
    }

    /// A snapshot without its archive.
    public init(_ activity: Activity, _ rest: Rest) {
        self.init()
        self.activity = ProtoActivity(activity)
        deviceID = rest.deviceID
        deviceName = rest.deviceName
        local = rest.isLocal
        lastError = rest.lastError
        archiveRevision = rest.archiveRevision
        taps = rest.taps
        invalidated = !rest.taps.isEmpty
        unavailable = rest.unavailable
        privateHidden = rest.isPrivateHidden
    }

    /// The bytes of ``init(_:_:)``.
    /// - Throws: as `serializedBytes()`.
    public static func bytes(_ activity: Activity, _ rest: Rest) throws -> [UInt8] {
        let content = activity.wireBytes
        var writer = ProtobufWriter(
            capacity: content.count + rest.deviceID.utf8.count + rest.deviceName.utf8.count + rest.lastError.utf8.count + rest.unavailable.utf8.count + 36)
        writer.field(1, content)
        writer.value(3, rest.deviceID)
        writer.value(4, rest.deviceName)
        writer.value(5, rest.isLocal)
        writer.value(6, rest.lastError)
        writer.value(7, rest.archiveRevision)
        for tap in rest.taps { writer.field(8, try tap.serializedBytes() as [UInt8]) }
        writer.value(9, !rest.taps.isEmpty)
        writer.value(10, rest.unavailable)
        writer.value(11, rest.isPrivateHidden)
        return writer.bytes
    }
}

extension Activity {
    /// The activity as ``ProtoActivity`` is encoded.
    fileprivate var wireBytes: [UInt8] {
        var writer = ProtobufWriter(capacity: attributes.utf8.count + content.state.utf8.count + app.utf8.count + tag.utf8.count + type.utf8.count + 128)
        writer.field(1, id.description)
        writer.value(2, app)
        writer.value(3, tag)
        writer.value(4, type)
        writer.value(5, attributes)
        writer.field(6, content.wireBytes)
        writer.value(7, Int64(style.rawValue))
        writer.value(8, Int64(state.rawValue))
        writer.date(9, startDate)
        writer.date(10, endedAt)
        writer.date(11, dismissalDate)
        writer.date(12, timestamp)
        if let alert { writer.field(13, alert.wireBytes) }
        writer.value(14, revision)
        return writer.bytes
    }
}

extension ActivityContent {
    fileprivate var wireBytes: [UInt8] {
        var writer = ProtobufWriter(capacity: state.utf8.count + 32)
        writer.value(1, state)
        writer.date(2, staleDate)
        writer.value(3, relevanceScore)
        return writer.bytes
    }
}

extension ActivityAlert {
    fileprivate var wireBytes: [UInt8] {
        var writer = ProtobufWriter(capacity: title.utf8.count + body.utf8.count + sound.utf8.count + 16)
        writer.value(1, title)
        writer.value(2, body)
        writer.value(3, sound)
        writer.value(4, revision)
        return writer.bytes
    }
}

extension ProtobufWriter {
    /// A `google.protobuf.Timestamp`; nothing where there is no date.
    fileprivate mutating func date(_ number: Int, _ date: Timestamp?) {
        guard let date else { return }
        let proto = Google_Protobuf_Timestamp(date)
        let (seconds, nanos) = (UInt64(bitPattern: proto.seconds), UInt64(proto.nanos))
        head(number, (seconds == 0 ? 0 : ProtobufSize.field(varint: seconds)) + (nanos == 0 ? 0 : ProtobufSize.field(varint: nanos)))
        value(1, proto.seconds)
        value(2, Int64(proto.nanos))
    }
}
