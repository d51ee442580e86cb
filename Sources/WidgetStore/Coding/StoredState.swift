internal import GRDB
public import WidgetCore
internal import WidgetReplication

/// The state that the daemon reads once, when it starts.
public struct StoredState: Sendable {
    /// In the order of their ids, which is that of their placing.
    public var widgets: [Widget] = []
    /// The device on which each was placed, as far as is known.
    public var placedOn: [WidgetID: DeviceID] = [:]
    /// This device's, in the order of their ids.
    public var kinds: [StoredKind] = []
    /// This device's.
    public var timelines: [WidgetID: Timeline] = [:]
    /// This device's timelines whose providers fail.
    public var failures: [WidgetID: TimelineFailure] = [:]
    /// The rows of the other devices, also of those that were revoked or forgotten: the reader decides which count.
    public var peers: [DeviceID: PeerState] = [:]
    /// Every device that ever was a member, in the order of their ids.
    public var devices: [Device] = []
    /// This device's.
    public var activities: [StoredActivity] = []
    /// Those that this device's providers draw.
    public var activityTypes: [StoredActivityType] = []
    /// This device's, in the order of their ids.
    public var controlKinds: [StoredControlKind] = []
    /// This device's.
    public var controls: [StoredControl] = []
    /// Taps on this device's controls, and on others' that wait for their devices.
    public var controlRecords: [ControlRecord] = []
    /// Receipts of intents that this device performs or that wait on it.
    public var receipts: [IntentReceipt] = []
    public var reloadRecords: [WidgetID: ReloadRecord] = [:]
    public var push = StoredPush()
    /// Actions that were begun and never finished, because the daemon died meanwhile. Each was performed once or not at all; which of both isn't known.
    public var pendingIntents: [PendingIntent] = []
    /// The known relevance of this device's kinds.
    public var relevance: [String: RelevanceRecord] = [:]
    /// Widgets that a user wants first in the stack, in that order.
    public var pins: [WidgetID] = []
    public var surroundings = StoredSurroundings()
    /// Descriptions of rows that can't be understood, for the log. The rows stay in the store as they are.
    public var damaged: [String] = []

    public init() {}
}

/// Rows that another device provides.
public struct PeerState: Sendable, Hashable {
    /// In the order of their ids.
    public var kinds: [StoredKind] = []
    public var timelines: [WidgetID: Timeline] = [:]
    /// Failures of its providers, by widget.
    public var failures: [WidgetID: TimelineFailure] = [:]
    public var activities: [ActivityID: StoredActivity] = [:]
    /// The types of Live Activities that its providers draw.
    public var drawnTypes: Set<String> = []
    /// In the order of their ids.
    public var controlKinds: [StoredControlKind] = []
    public var controls: [ControlID: StoredControl] = [:]
    public var receipts: [WidgetID: IntentReceipt] = [:]

    public init() {}
}

/// A kind, with a fingerprint that tells whether its provider changed.
public struct StoredKind: Sendable, Hashable {
    public var kind: Kind
    /// Changes when the provider's files or manifest change.
    public var fingerprint: String
    /// The provider isn't installed any more: the device doesn't give the kind, and still knows it.
    public var isWithdrawn: Bool

    public init(kind: Kind, fingerprint: String, isWithdrawn: Bool = false) {
        self.kind = kind
        self.fingerprint = fingerprint
        self.isWithdrawn = isWithdrawn
    }
}

/// An action that was begun.
public struct PendingIntent: Sendable, Hashable {
    /// The request's idempotency key.
    public var key: String
    public var widget: WidgetID
    /// The action's id in the entry that was shown.
    public var action: String
    public var startedAt: Timestamp

    public init(key: String, widget: WidgetID, action: String, startedAt: Timestamp) {
        self.key = key
        self.widget = widget
        self.action = action
        self.startedAt = startedAt
    }
}

/// The state of an idempotency key.
public enum IntentState: Sendable, Hashable {
    /// Not seen in the last 48 hours: it is begun now, and the caller performs it.
    case new
    /// Begun, and neither finished nor failed yet.
    case running(since: Timestamp)
    /// The action is finished; the error is its outcome, nil: it succeeded.
    case done(error: WidgetError?)
}

/// The place of a device, and the surfaces on it.
public struct StoredSurroundings: Sendable, Hashable {
    /// Where this device was when that was last noted; nil: it never was.
    public var locality: StoredLocality?
    /// The surfaces that showed something here, in the order in which they were first seen.
    public var surfaces: [StoredSurface] = []
    /// The surfaces that have a name, of each device.
    public var registered: [DeviceID: [SurfaceRecord]] = [:]
}

/// The place of a device, which timelines are made for, as they are for a surface.
public struct StoredLocality: Sendable, Hashable {
    /// IANA name.
    public var timeZone: String
    /// BCP 47 name.
    public var locale: String

    public init(timeZone: String, locale: String) {
        self.timeZone = timeZone
        self.locale = locale
    }
}

/// The traits of a surface, and when it was seen last.
public struct StoredSurface: Sendable, Hashable {
    public var traits: ViewTraits
    public var seenAt: Timestamp

    public init(traits: ViewTraits, seenAt: Timestamp) {
        self.traits = traits
        self.seenAt = seenAt
    }
}

extension StoredState {
    /// Reads the rows of a set, of all devices. Rows that can't be understood are noted as damaged.
    mutating func readOwned(
        _ set: OwnedSet, _ db: Database, _ read: (inout StoredState, DeviceID, _ row: borrowing Query) throws -> Void
    ) throws {
        let rows = try Query(#"SELECT device, id, value FROM owned WHERE "set" = ?1 AND value IS NOT NULL"#, in: db)
        rows.bind(1, set.rawValue)
        while try rows.step() {
            do {
                guard let device = rows.device(0) else { throw WidgetError(.dataLoss, "its device's id hasn't \(DeviceID.byteCount) bytes") }
                try read(&self, device, rows)
            } catch {
                let id = rows.blob(1)
                damaged.append("\(set) \(WidgetID(bytes: id)?.description ?? String(decoding: id, as: UTF8.self)): \(error)")
            }
        }
    }
}
