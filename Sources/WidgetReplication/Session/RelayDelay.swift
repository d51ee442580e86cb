internal import WidgetCore

/// Holds back other devices' changes from a peer that gets them from those devices themselves.
///
/// A peer says with whom it is linked. A change of such a device is passed on only if the peer hasn't acknowledged it after
/// ``ReplicationLimits/relayAfter``. So where all are linked, a change goes over each device's link once, and not over all links. Changes of any other device
/// are passed on at once. The log stays in its order: a change that is sent takes those before it along, since it may depend on them.
struct RelayDelay: Sendable {
    /// The devices with which the peer is linked.
    private var linked: Set<DeviceID> = []
    /// The log's entries that wait; nil: none.
    private var entries: WaitingEntries?
    /// The sets that wait.
    private var sets: [OwnedKey: WaitingSet] = [:]
    /// Devices whose sets have waited, and are passed on now.
    private var released: Set<DeviceID> = []

    private struct WaitingEntries {
        /// The place before the first one.
        var start: LogPlace
        /// The place of the last one.
        var end: LogPlace
        /// Those up to here are passed on now; nil: none.
        var released: LogPlace?
        /// Those up to `through` are passed on at the uptime `due`; nil: `released` has to be passed on first.
        var next: (through: LogPlace, due: Int64)?
    }

    private struct WaitingSet {
        let version: OwnedVersion
        /// The uptime at which it is passed on, if the peer hasn't got this version by then.
        let due: Int64
    }

    /// The uptime at which something is passed on. Nil where nothing waits.
    var due: Int64? { [entries?.next?.due, sets.values.lazy.map(\.due).min()].compactMap { $0 }.min() }

    /// Whether a device's changes are passed on at once.
    func passes(_ device: DeviceID) -> Bool { !linked.contains(device) }

    /// Whether a device's sets are passed on now.
    func passesSets(of device: DeviceID) -> Bool { passes(device) || released.contains(device) }

    /// The peer's links have changed. All that waits is passed on now, since the peer may not get it otherwise.
    mutating func setLinked(_ devices: Set<DeviceID>) {
        guard linked != devices else { return }
        linked = devices
        releaseEntries()
        released.formUnion(sets.keys.lazy.map(\.device))
        sets = [:]
    }

    /// Lets go of what has waited long enough.
    mutating func release(at uptime: Int64) {
        if let next = entries?.next, uptime >= next.due {
            entries?.released = next.through
            entries?.next = nil
        }
        // Some sets of a device depend on others, so all go together.
        released.formUnion(sets.filter { uptime >= $0.value.due }.keys.lazy.map(\.device))
        sets = sets.filter { !released.contains($0.key.device) }
    }

    // MARK: The log

    /// Entries wait, or are passed on now.
    var hasEntries: Bool { entries != nil }

    /// Lets go of all entries, because something after them is sent.
    mutating func releaseEntries() {
        guard let end = entries?.end else { return }
        entries?.released = end
        entries?.next = nil
    }

    /// The entries that are passed on now: those behind the first place, up to the second.
    var releasedEntries: (after: LogPlace, through: LogPlace)? {
        guard let entries, let released = entries.released, entries.start < released else { return nil }
        return (entries.start, released)
    }

    /// Entries wait: the first is behind `start`, and the last is at `end`.
    mutating func hold(after start: LogPlace, through end: LogPlace, at uptime: Int64) {
        var waiting = entries ?? WaitingEntries(start: start, end: end)
        waiting.end = end
        if waiting.next == nil, waiting.released == nil { waiting.next = (end, uptime + ReplicationLimits.relayAfter.count) }
        entries = waiting
    }

    /// The released entries up to this place have been passed on.
    mutating func passed(to place: LogPlace, at uptime: Int64) {
        guard var waiting = entries, let released = waiting.released else { return }
        waiting.start = place
        if place >= released {
            waiting.released = nil
            waiting.next = waiting.end > place ? (waiting.end, uptime + ReplicationLimits.relayAfter.count) : nil
        }
        entries = waiting.start < waiting.end ? waiting : nil
    }

    /// The peer got a snapshot, and so the whole log up to a place.
    mutating func dropEntries() { entries = nil }

    // MARK: Owned sets

    /// - Parameters:
    ///   - lacking: exactly the sets of other devices that the peer lacks, as they are here.
    ///   - known: the versions that it has. One that waits and has come is followed by a later one, which waits anew.
    mutating func setLacking(_ lacking: [OwnedKey: OwnedVersion], known: [OwnedKey: OwnedVersion], at uptime: Int64) {
        released.formIntersection(lacking.keys.map(\.device))
        sets = sets.filter { key, waiting in lacking[key] != nil && waiting.version.isLater(than: known[key]) }
        for (key, version) in lacking where !passesSets(of: key.device) && sets[key] == nil {
            sets[key] = WaitingSet(version: version, due: uptime + ReplicationLimits.relayAfter.count)
        }
    }
}
