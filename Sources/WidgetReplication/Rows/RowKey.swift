public import WidgetCore

/// The id of a shared row: a UUIDv7, so that a snapshot of sorted ids loads fast. Never used again after a delete.
public struct RowID: Sendable, Hashable, Comparable {
    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    public init(_ widget: WidgetID) { self.init(high: widget.high, low: widget.low) }

    /// A new id for `date`.
    public init(date: Timestamp, using random: inout some RandomNumberGenerator) { self.init(WidgetID(date: date, using: &random)) }

    public static func < (a: RowID, b: RowID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension WidgetID {
    /// The widget whose row this is.
    public init(_ row: RowID) { self.init(high: row.high, low: row.low) }
}

/// A shared row: its table's number and its id.
public struct RowKey: Sendable, Hashable, Comparable {
    /// The table's number in ``SharedSchema``. A newer device may send a number that isn't known here.
    public var table: Int
    public var id: RowID

    public init(table: Int, id: RowID) {
        self.table = table
        self.id = id
    }

    /// Whether it says something of devices: that one is a member or a leaf, or was revoked; what a group of leaves shows; with which codes leaves join.
    public var isOfDevices: Bool {
        [SharedSchema.device, SharedSchema.revocation, SharedSchema.leaf, SharedSchema.displayGroup, SharedSchema.enrolment].contains(table)
    }

    public static func < (a: RowKey, b: RowKey) -> Bool { (a.table, a.id) < (b.table, b.id) }
}

extension RowID {
    /// The id of a row that a digest names: its first half.
    public init(_ digest: ContentDigest) {
        self = digest.bytes.withUnsafeBytes {
            RowID(
                high: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)), low: UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }

    /// The id of a device's row, in the tables about devices. It is the first half of the device's id, so that all devices use the same.
    public init(_ device: DeviceID) {
        self = device.withUnsafeBytes {
            RowID(
                high: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)), low: UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}
