internal import GRDBSQLite
internal import WidgetCore
internal import WidgetReplication

// Values of replication: ids, stamps, cells.

extension Query {
    func bind(_ index: Int32, _ id: WidgetID) { bind(index, RowID(id)) }

    func bind(_ index: Int32, _ id: RowID) { withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { bind(index, $0) } }

    func bind(_ index: Int32, _ device: DeviceID) { device.withUnsafeBytes { bind(index, $0) } }

    func bind(_ index: Int32, _ value: CellValue) {
        switch value {
        case .integer(let integer): bind(index, integer)
        case .text(let text): bind(index, text)
        case .blob(let blob): bind(index, blob)
        }
    }

    /// Binds a stamp's clock, origin and sequence, from parameter `index` on.
    func bind(_ index: Int32, _ stamp: Stamp) {
        bind(index, Int64(bitPattern: stamp.clock.rawValue))
        bind(index + 1, Int64(stamp.origin.rawValue))
        bind(index + 2, stamp.sequence)
    }
}

extension Query {
    /// The row's id in the column; nil if it doesn't have 16 bytes.
    func rowID(_ index: Int32) -> RowID? {
        withBlob(index) { bytes in
            guard bytes.count == 16 else { return nil }
            return RowID(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }

    /// The widget's id in the column; nil if it doesn't have 16 bytes.
    func widgetID(_ index: Int32) -> WidgetID? { rowID(index).map { WidgetID($0) } }

    /// The device in the column; nil if it doesn't have 32 bytes.
    func device(_ index: Int32) -> DeviceID? { withBlob(index) { DeviceID(bytes: $0) } }

    /// The stamp in the three columns from `index` on.
    func stamp(_ index: Int32) -> Stamp {
        Stamp(clock: clock(index), origin: OriginNumber(rawValue: UInt16(truncatingIfNeeded: integer(index + 1))), sequence: integer(index + 2))
    }

    func clock(_ index: Int32) -> HybridLogicalClock.Reading { .init(rawValue: UInt64(bitPattern: integer(index))) }

    func hash(_ index: Int32) -> ChainHash { ChainHash(rawValue: UInt64(bitPattern: integer(index))) }

    /// A value of any type, as it was written.
    func value(_ index: Int32) -> CellValue {
        switch type(index) {
        case SQLITE_INTEGER: .integer(integer(index))
        case SQLITE_TEXT: .text(text(index))
        default: .blob(blob(index))
        }
    }

    /// A value of a column of this kind.
    func value(_ index: Int32, _ kind: SharedSchema.ColumnKind) -> CellValue {
        switch kind {
        case .integer: .integer(integer(index))
        case .text: .text(text(index))
        case .blob: .blob(blob(index))
        }
    }

    /// Whether the column holds `value`.
    func holds(_ value: CellValue, at index: Int32) -> Bool {
        switch value {
        case .integer(let integer): self.integer(index) == integer
        case .text(let text): textEquals(index, text)
        case .blob(let blob): blobEquals(index, blob)
        }
    }
}
