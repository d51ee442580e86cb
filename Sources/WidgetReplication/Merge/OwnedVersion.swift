public import WidgetCore

/// A set of rows that one device writes. The numbers are stored and sent, so they never change.
public enum OwnedSet: Int, Sendable, Hashable, CaseIterable {
    /// The kinds that the device's providers give, by the UTF-8 of their ids.
    case kinds = 1
    /// The timelines that the device's providers gave, by widget.
    case timelines = 2
    /// One row with an empty id: the device's ``Presence``.
    case presence = 3
    /// The Live Activities that the device owns, by their ids.
    case activities = 4
    /// The kinds of controls that the device's providers give, by the UTF-8 of their ids.
    case controlKinds = 5
    /// The results of the newest intents that the device performs, or that wait on it, by their ids.
    case intents = 6
    /// The controls that the device provides, by their ids.
    case controls = 7
    /// The types of Live Activities that the device's providers draw, by the UTF-8 of their names.
    case activityTypes = 8
    /// The surfaces of the device, by the UTF-8 of their names.
    case surfaces = 9
}

/// A device's set. A newer version of widgetd may send a number that isn't in ``OwnedSet``.
public struct OwnedKey: Sendable, Hashable, Comparable {
    public var device: DeviceID
    public var set: Int

    public init(device: DeviceID, set: Int) {
        self.device = device
        self.set = set
    }

    public static func < (a: OwnedKey, b: OwnedKey) -> Bool { (a.device, a.set) < (b.device, b.set) }

    /// Whether this set is sent before `other`. A device's results of intents are sent before its timelines and views. A receiver assumes that a timeline shows
    /// the effects of all intents that it has the results of.
    func isSent(before other: OwnedKey) -> Bool { (device, turn) < (other.device, other.turn) }

    private var turn: Int { self.set == OwnedSet.intents.rawValue ? 0 : set }
}

/// The version of a set's state.
public struct OwnedVersion: Sendable, Hashable {
    public var incarnation: Incarnation
    /// It counts from 1, and rises with each row that is written.
    public var counter: Int64
    /// The sum of the rows' hashes (``OwnedRow/digest``). It shows a delta that was applied to the wrong base.
    public var digest: UInt64

    public init(incarnation: Incarnation, counter: Int64, digest: UInt64) {
        self.incarnation = incarnation
        self.counter = counter
        self.digest = digest
    }

    /// Whether this is a later state than `other`.
    public func isLater(than other: OwnedVersion?) -> Bool {
        guard let other else { return counter > 0 }
        return (incarnation, counter) > (other.incarnation, other.counter)
    }

    /// Whether neither is later. Then the digests show whether the states are equal.
    func hasNumber(of other: OwnedVersion) -> Bool { incarnation == other.incarnation && counter == other.counter }
}

/// One row of a set.
public struct OwnedRow: Sendable, Hashable {
    public var id: [UInt8]
    /// The set's counter when it was written.
    public var counter: Int64
    /// Nil where the row was removed. Its entry stays, so that a peer with an older version learns of the removal.
    public var value: [UInt8]?

    public init(id: [UInt8], counter: Int64, value: [UInt8]?) {
        self.id = id
        self.counter = counter
        self.value = value
    }

    /// The row's part of the set's digest. A removed row adds nothing.
    public var digest: UInt64 {
        guard let value else { return 0 }
        var mix = StableHash64()
        mix.add(UInt64(bitPattern: counter))
        mix.add(id)
        mix.add(value)
        return mix.value
    }
}
