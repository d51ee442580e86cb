internal import WidgetCore

/// The shared tables. Any device edits their rows, and the last writer of each field wins.
///
/// Messages and logs name tables and columns by number, so a number keeps its meaning for good, and new ones are only added. There are no constraints between
/// rows or devices. A column that an older device doesn't send has its default.
public struct SharedSchema: Sendable {
    public enum ColumnKind: Sendable, Hashable { case integer, text, blob }

    public struct Column: Sendable, Hashable {
        public var name: String
        public var kind: ColumnKind
        /// The most bytes of a value. A longer one from a peer is refused.
        public var maximumBytes: Int

        public init(_ name: String, _ kind: ColumnKind, maximumBytes: Int = 8) {
            self.name = name
            self.kind = kind
            self.maximumBytes = maximumBytes
        }
    }

    public struct Table: Sendable, Hashable {
        /// The changes that are allowed after a row's insert.
        public enum Editing: Sendable, Hashable {
            /// Any change is allowed.
            case free
            /// Fields may change, but the row is never deleted.
            case permanent
            /// No change is allowed.
            case insertOnly
        }

        public var number: Int
        public var name: String
        /// Column n is at index n - 1.
        public var columns: [Column]
        public var editing: Editing

        /// Whether the table has one row for each device. The row's id is the first half of the device's id, and column 1 is the whole id.
        public var isOfDevices: Bool

        /// Whether a user hears of an edit that lost against another one.
        public var hasConflicts: Bool

        public init(number: Int, name: String, columns: [Column], editing: Editing = .free, isOfDevices: Bool = false, hasConflicts: Bool = true) {
            self.number = number
            self.name = name
            self.columns = columns
            self.editing = editing
            self.isOfDevices = isOfDevices
            self.hasConflicts = hasConflicts
        }
    }

    /// The version rises when a table or column is added. Peers send theirs in the hello.
    public var version: Int
    /// Table n is at index n - 1.
    public var tables: [Table]

    public init(version: Int, tables: [Table]) {
        self.version = version
        self.tables = tables
    }

    /// The table with this number. Nil for a table of a newer schema.
    public func table(_ number: Int) -> Table? { number >= 1 && number <= tables.count ? tables[number - 1] : nil }
}

extension SharedSchema {
    /// Placed widgets.
    public static let widget = 1
    /// Memberships of devices.
    public static let device = 2
    /// Devices that are never trusted again.
    public static let revocation = 3
    /// Leaves: devices that show widgets, and hold no replica.
    public static let leaf = 4
    /// Groups of leaves.
    public static let displayGroup = 5
    /// Codes with which several devices join.
    public static let enrolment = 6
    /// Keys of secret parameters' values, each wrapped for one device.
    public static let secretKey = 7

    /// The columns of ``widget``.
    public enum WidgetColumn: Int, SharedColumn {
        case kind = 1
        case family, name, parameters, placedAt
        /// The device on which the widget was placed. Its provider is asked first.
        case device
        /// The page and the key of the place on it, as WidgetPosition writes them. It is empty where the widget was never moved.
        case position
        /// The name of the stack that the widget is in; empty: it stands alone.
        case stack

        public var definition: Column {
            switch self {
            case .kind: Column("kind", .text, maximumBytes: Limits.identifierBytes)
            case .family: Column("family", .integer)
            case .name: Column("name", .text, maximumBytes: Limits.widgetNameBytes)
            case .parameters: Column("parameters", .blob, maximumBytes: 2 * Limits.parametersBytes)
            case .placedAt: Column("placed_at", .integer)
            case .device: Column("device", .blob, maximumBytes: DeviceID.byteCount)
            case .position: Column("position", .text, maximumBytes: Limits.positionKeyBytes + 3)
            case .stack: Column("stack", .text, maximumBytes: Limits.identifierBytes)
            }
        }
    }

    /// The columns of ``device``.
    public enum DeviceColumn: Int, SharedColumn {
        case device = 1
        case name
        /// The device's addresses, one on each line.
        case addresses
        case addedAt
        /// Milliseconds since 1970. 0 where the device isn't evicted or forgotten.
        case evictedAt, forgottenAt
        /// The device's certificate, in DER: the device's id is its digest. Empty where the device has an older widgetd.
        case certificate
        /// The digest of the enrolment that the device has used last. Empty: none.
        case enrolment

        public var definition: Column {
            switch self {
            case .device: Column("device", .blob, maximumBytes: DeviceID.byteCount)
            case .name: Column("name", .text, maximumBytes: ReplicationLimits.deviceNameBytes)
            case .addresses: Column("addresses", .text, maximumBytes: ReplicationLimits.addressesBytes)
            case .addedAt: Column("added_at", .integer)
            case .evictedAt: Column("evicted_at", .integer)
            case .forgottenAt: Column("forgotten_at", .integer)
            case .certificate: Column("certificate", .blob, maximumBytes: ReplicationLimits.certificateBytes)
            case .enrolment: Column("enrolment", .blob, maximumBytes: 32)
            }
        }
    }

    /// The columns of ``revocation``.
    public enum RevocationColumn: Int, SharedColumn {
        case device = 1
        case revokedAt

        public var definition: Column {
            switch self {
            case .device: Column("device", .blob, maximumBytes: DeviceID.byteCount)
            case .revokedAt: Column("revoked_at", .integer)
            }
        }
    }

    /// The columns of ``leaf``.
    public enum LeafColumn: Int, SharedColumn {
        case device = 1
        case name
        case addedAt
        /// Milliseconds since 1970. 0 where the leaf isn't forgotten.
        case forgottenAt
        /// The group's name. Empty: none.
        case group
        /// The digest of the enrolment that the leaf has used last. Empty: none.
        case enrolment

        public var definition: Column {
            switch self {
            case .device: Column("device", .blob, maximumBytes: DeviceID.byteCount)
            case .name: Column("name", .text, maximumBytes: ReplicationLimits.deviceNameBytes)
            case .addedAt: Column("added_at", .integer)
            case .forgottenAt: Column("forgotten_at", .integer)
            case .group: Column("group_name", .text, maximumBytes: Limits.identifierBytes)
            case .enrolment: Column("enrolment", .blob, maximumBytes: 32)
            }
        }
    }

    /// The columns of ``displayGroup``. A row's id is the first half of the SHA-256 of the name, so all devices use the same.
    public enum DisplayGroupColumn: Int, SharedColumn {
        case name = 1
        /// The pages of the board, such as `2,3`.
        case pages
        /// A sum: 1 for activities, 2 for controls, 4 for taps.
        case allows
        /// Milliseconds since 1970. 0 where the group isn't removed.
        case removedAt

        public var definition: Column {
            switch self {
            case .name: Column("name", .text, maximumBytes: Limits.identifierBytes)
            case .pages: Column("pages", .text, maximumBytes: 3 * Limits.boardPages)
            case .allows: Column("allows", .integer)
            case .removedAt: Column("removed_at", .integer)
            }
        }
    }

    /// The columns of ``enrolment``. A row's id is the first half of the digest.
    public enum EnrolmentColumn: Int, SharedColumn {
        /// The SHA-256 of the code's secret, and of the id of the device that made it.
        case digest = 1
        /// The name of the group that its leaves are in. Empty: none.
        case group
        case uses
        case createdAt, expiresAt
        /// The raw value of an ``Enrolment/Role``.
        case role

        public var definition: Column {
            switch self {
            case .digest: Column("digest", .blob, maximumBytes: 32)
            case .group: Column("group_name", .text, maximumBytes: Limits.identifierBytes)
            case .uses: Column("uses", .integer)
            case .createdAt: Column("created_at", .integer)
            case .expiresAt: Column("expires_at", .integer)
            case .role: Column("role", .integer)
            }
        }
    }

    /// The columns of ``secretKey``. A row's id is the first half of the SHA-256 of the key's id and the device.
    public enum SecretKeyColumn: Int, SharedColumn {
        case keyID = 1
        /// The device that can unwrap the key.
        case device
        case wrapped
        /// The widget that has the value.
        case widget
        /// Milliseconds since 1970. 0 while the value is the widget's.
        case replacedAt

        public var definition: Column {
            switch self {
            case .keyID: Column("key_id", .blob, maximumBytes: SealedValue.keyIDBytes)
            case .device: Column("device", .blob, maximumBytes: DeviceID.byteCount)
            case .wrapped: Column("wrapped", .blob, maximumBytes: ReplicationLimits.wrappedKeyBytes)
            case .widget: Column("widget", .blob, maximumBytes: 16)
            case .replacedAt: Column("replaced_at", .integer)
            }
        }
    }

    /// The version from which on devices have certificates, and ``secretKey`` is there.
    public static let firstWithSecretKeys = 7

    /// The schema of this version of widgetd.
    public static let current = SharedSchema(
        version: 8,
        tables: [
            Table(number: widget, name: "widget", columns: WidgetColumn.allCases.map(\.definition)),
            Table(number: device, name: "device", columns: DeviceColumn.allCases.map(\.definition), editing: .permanent, isOfDevices: true),
            Table(number: revocation, name: "revocation", columns: RevocationColumn.allCases.map(\.definition), editing: .insertOnly, isOfDevices: true),
            Table(number: leaf, name: "leaf", columns: LeafColumn.allCases.map(\.definition), editing: .permanent, isOfDevices: true),
            Table(number: displayGroup, name: "display_group", columns: DisplayGroupColumn.allCases.map(\.definition), editing: .permanent),
            Table(number: enrolment, name: "enrolment", columns: EnrolmentColumn.allCases.map(\.definition)),
            Table(number: secretKey, name: "secret_key", columns: SecretKeyColumn.allCases.map(\.definition), hasConflicts: false),
        ])
}

/// A column of a shared table. The raw value is its number, which counts from 1 without a gap.
public protocol SharedColumn: RawRepresentable<Int>, CaseIterable {
    var definition: SharedSchema.Column { get }
}

extension Cell {
    public init(_ column: some SharedColumn, _ value: CellValue) { self.init(column: column.rawValue, value) }
}
