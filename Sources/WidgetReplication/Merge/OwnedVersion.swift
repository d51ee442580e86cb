public import WidgetCore

/// A set of rows that one device writes. Numbers are stored and sent; they are only ever added.
public enum OwnedSet: Int, Sendable, Hashable, CaseIterable {
    /// The kinds that the device's providers give, by the UTF-8 of their ids.
    case kinds = 1
    /// The timelines that the device's providers gave, by widget.
    case timelines = 2
    /// One row: how the device is called and where it is reached, by an empty id.
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
}

/// A device's set. The number may be one of a newer version's.
public struct OwnedKey: Sendable, Hashable, Comparable {
    public var device: DeviceID
    public var set: Int

    public init(device: DeviceID, set: Int) {
        self.device = device
        self.set = set
    }

    public static func < (a: OwnedKey, b: OwnedKey) -> Bool { (a.device, a.set) < (b.device, b.set) }

    /// Whether it is sent first, where both are here and to be sent. A device's outcomes of intents are: the timelines and views that it writes
    /// afterwards know it, and whoever gets
    /// them takes what was performed before as shown by them.
    func isSent(before other: OwnedKey) -> Bool { (device, turn) < (other.device, other.turn) }

    private var turn: Int { self.set == OwnedSet.intents.rawValue ? 0 : set }
}

/// Which state of a set this is.
public struct OwnedVersion: Sendable, Hashable {
    public var incarnation: Incarnation
    /// Rises with each row that is written, from 1.
    public var counter: Int64
    /// The sum of its rows' hashes (``OwnedRow/digest``): a delta that was taken over the wrong base is noticed by it.
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

    /// Whether neither is later: then the digest says whether they are the same state.
    func hasNumber(of other: OwnedVersion) -> Bool { incarnation == other.incarnation && counter == other.counter }
}

/// One row of a set.
public struct OwnedRow: Sendable, Hashable {
    public var id: [UInt8]
    /// The set's counter when it was written.
    public var counter: Int64
    /// nil: it was removed; its place stays, so that a peer with an older version learns of it.
    public var value: [UInt8]?

    public init(id: [UInt8], counter: Int64, value: [UInt8]?) {
        self.id = id
        self.counter = counter
        self.value = value
    }

    /// Its part of its set's digest; a removed row adds nothing.
    public var digest: UInt64 {
        guard let value else { return 0 }
        var mix = StableHash64()
        mix.add(UInt64(bitPattern: counter))
        mix.add(id)
        mix.add(value)
        return mix.value
    }
}
