public import WidgetCore

/// Finds devices that begin one new life (``Incarnation``) after another. Two machines with one key and store take their peers' links from each other. One of
/// them then finds that the peer has seen changes of it that it didn't write, and begins a new life.
public enum CopiedDevices {
    private static let hour = Milliseconds(3_600_000)

    /// The devices that have begun at least ``ReplicationLimits/livesPerHour`` new lives within an hour, and how many. A device's first life isn't a new one.
    /// - Parameter origins: all known origins, in any order.
    public static func find(in origins: some Sequence<Origin>, now: Timestamp) -> [DeviceID: Int] {
        // A life that began in the future comes from a wrong clock, so it doesn't count.
        let (earliest, latest): (Timestamp, Timestamp) = (now + Milliseconds(-hour.count), now + hour)
        var found: [DeviceID: Int] = [:]
        for (device, lives) in Dictionary(grouping: origins, by: \.device) {
            let begun: [Timestamp] = lives.map(\.incarnation).sorted().dropFirst().map(\.beganAt)
            let lately = begun.count { $0 > earliest && $0 < latest }
            if lately >= ReplicationLimits.livesPerHour { found[device] = lately }
        }
        return found
    }

    /// How long such a device waits before it connects again. The time begins with ``ReplicationLimits/restBetweenLives`` and doubles with each life.
    /// - Parameter lives: new lives within the last hour.
    public static func rest(afterLives lives: Int) -> Milliseconds {
        guard lives >= ReplicationLimits.livesPerHour else { return .zero }
        let doublings = min(lives - ReplicationLimits.livesPerHour, 16)
        return min(Milliseconds(ReplicationLimits.restBetweenLives.count << doublings), ReplicationLimits.longestRestBetweenLives)
    }
}
