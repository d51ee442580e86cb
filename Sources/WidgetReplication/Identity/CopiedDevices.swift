public import WidgetCore

/// Finds devices that begin one life after another. Two machines with one key and store take their peers' links from each other. One of them then finds that
/// the peer has seen more of it than it wrote.
public enum CopiedDevices {
    private static let hour = Milliseconds(3_600_000)

    /// The devices that have begun at least ``ReplicationLimits/livesPerHour`` new lives within an hour, and how many. A device's first life isn't a new one.
    /// - Parameter origins: all that are known, in any order.
    public static func find(in origins: some Sequence<Origin>, now: Timestamp) -> [DeviceID: Int] {
        // A life that comes from the future is of a clock that is wrong, and says nothing of now.
        let (earliest, latest): (Timestamp, Timestamp) = (now + Milliseconds(-hour.count), now + hour)
        var found: [DeviceID: Int] = [:]
        for (device, lives) in Dictionary(grouping: origins, by: \.device) {
            let begun: [Timestamp] = lives.map(\.incarnation).sorted().dropFirst().map(\.beganAt)
            let lately = begun.count { $0 > earliest && $0 < latest }
            if lately >= ReplicationLimits.livesPerHour { found[device] = lately }
        }
        return found
    }

    /// How long a device that is among them waits before it dials again: doubling from ``ReplicationLimits/restBetweenLives``.
    /// - Parameter lives: new lives within the last hour.
    public static func rest(afterLives lives: Int) -> Milliseconds {
        guard lives >= ReplicationLimits.livesPerHour else { return .zero }
        let doublings = min(lives - ReplicationLimits.livesPerHour, 16)
        return min(Milliseconds(ReplicationLimits.restBetweenLives.count << doublings), ReplicationLimits.longestRestBetweenLives)
    }
}
