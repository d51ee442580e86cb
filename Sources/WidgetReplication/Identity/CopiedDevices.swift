public import WidgetCore

/// Finds devices that begin one new incarnation (``Incarnation``) after another. Two machines with one key and store take their peers' links from each other.
/// One of them then finds that the peer has seen changes of it that it didn't write, and begins a new incarnation.
public enum CopiedDevices {
    private static let hour = Milliseconds(3_600_000)

    /// The devices that have begun at least ``ReplicationLimits/incarnationsPerHour`` new incarnations within an hour, and how many. A device's first one isn't
    /// a new one.
    /// - Parameter origins: all known origins, in any order.
    public static func find(in origins: some Sequence<Origin>, now: Timestamp) -> [DeviceID: Int] {
        // An incarnation that began in the future comes from a wrong clock, so it doesn't count.
        let (earliest, latest): (Timestamp, Timestamp) = (now + Milliseconds(-hour.count), now + hour)
        var found: [DeviceID: Int] = [:]
        for (device, known) in Dictionary(grouping: origins, by: \.device) {
            let begun: [Timestamp] = known.map(\.incarnation).sorted().dropFirst().map(\.beganAt)
            let lately = begun.count { $0 > earliest && $0 < latest }
            if lately >= ReplicationLimits.incarnationsPerHour { found[device] = lately }
        }
        return found
    }

    /// How long such a device waits before it connects again. The time begins with ``ReplicationLimits/reincarnationBackoff`` and doubles with each one.
    /// - Parameter count: new incarnations within the last hour.
    public static func backoff(afterIncarnations count: Int) -> Milliseconds {
        guard count >= ReplicationLimits.incarnationsPerHour else { return .zero }
        let doublings = min(count - ReplicationLimits.incarnationsPerHour, 16)
        return min(Milliseconds(ReplicationLimits.reincarnationBackoff.count << doublings), ReplicationLimits.longestReincarnationBackoff)
    }
}
