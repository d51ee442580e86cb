internal import WidgetCore

/// Other devices' changes that a peer gets from those devices themselves, and that are therefore not passed on to it.
///
/// A peer says with whom it is linked. A change of such a device is held back. It is passed on only if the peer has lost that link, or if the two compare and
/// the peer lacks it. So where all are linked, a change goes over each link of its device once, and not over all links. Changes of any other device are passed
/// on at once.
struct HeldBackChanges: Sendable {
    /// The devices with which the peer is linked.
    private var linked: Set<DeviceID> = []
    /// The log's entries that wait; nil: none.
    private var entries: Entries?
    /// Devices whose sets are passed on until the peer has them, although it is linked with those devices.
    private var passedSets: Set<DeviceID>

    private struct Entries {
        /// The place before the first one.
        var start: LogPlace
        /// The place of the last one.
        var end: LogPlace
        /// Those up to here are passed on now; nil: none.
        var released: LogPlace?
        /// The devices that made them.
        var devices: Set<DeviceID> = []
        /// The uptime at which the last one came.
        var heldAt: Int64
    }

    /// Two devices have compared: all that the peer lacks is passed on.
    /// - Parameters:
    ///   - start: the place before the first entry that the peer may lack.
    ///   - end: the log's end.
    ///   - sets: the devices that have sets here.
    init(passing start: LogPlace, through end: LogPlace, sets: Set<DeviceID>, linked: Set<DeviceID>, at uptime: Int64) {
        self.linked = linked
        passedSets = sets
        entries = start < end ? Entries(start: start, end: end, released: end, heldAt: uptime) : nil
    }

    /// Whether a device's transactions are passed on at once.
    func passes(_ device: DeviceID) -> Bool { !linked.contains(device) }

    /// Whether a device's sets are passed on now.
    func passesSets(of device: DeviceID) -> Bool { passes(device) || passedSets.contains(device) }

    /// The peer has these links now. Changes that wait are passed on where the peer has lost the link to a device that made one of them.
    mutating func setLinked(_ devices: Set<DeviceID>) {
        if let entries, !entries.devices.isDisjoint(with: linked.subtracting(devices)) { releaseEntries() }
        linked = devices
    }

    /// The peer has everything that is here.
    mutating func drop() {
        entries = nil
        passedSets = []
    }

    // MARK: The log

    /// Entries wait, or are passed on now.
    var hasEntries: Bool { entries != nil }

    /// Lets go of all entries.
    mutating func releaseEntries() {
        guard let end = entries?.end else { return }
        entries?.released = end
    }

    /// Lets go of the entries on which a set may depend that is sent now. Those that have waited for longer than ``ReplicationLimits/relayAfter`` have reached
    /// the peer meanwhile.
    mutating func releaseRecentEntries(at uptime: Int64) {
        if let entries, uptime - entries.heldAt < ReplicationLimits.relayAfter.count { releaseEntries() }
    }

    /// The entries that are passed on now: those behind the first place, up to the second.
    var releasedEntries: (after: LogPlace, through: LogPlace)? {
        guard let entries, let released = entries.released, entries.start < released else { return nil }
        return (entries.start, released)
    }

    /// Entries of these devices wait: the first is behind `start`, and the last is at `end`.
    mutating func hold(_ devices: Set<DeviceID>, after start: LogPlace, through end: LogPlace, at uptime: Int64) {
        var waiting = entries ?? Entries(start: start, end: end, heldAt: uptime)
        waiting.end = end
        waiting.devices.formUnion(devices)
        waiting.heldAt = uptime
        entries = waiting
    }

    /// The released entries up to this place have been passed on.
    mutating func passed(to place: LogPlace) {
        guard var waiting = entries, let released = waiting.released else { return }
        waiting.start = place
        if place >= released { waiting.released = nil }
        entries = waiting.start < waiting.end ? waiting : nil
    }

    /// The peer got a snapshot, and so the whole log up to a place.
    mutating func dropEntries() { entries = nil }

    // MARK: Owned sets

    /// The peer lacks sets of these devices alone.
    mutating func setLacking(_ devices: Set<DeviceID>) { passedSets.formIntersection(devices) }
}
