public import WidgetCore

/// The daily decisions: which members the log no longer waits for, and whether old tombstones may be removed.
///
/// Both depend on this machine's clock, and can't be undone. A machine that was off for months, or whose clock jumped, must not take all others for gone, nor
/// drop tombstones that others still need. So nothing is decided in the first run after a gap, when links may not be made yet. Nothing is decided either while
/// a member's clock shows that this one is ahead.
public struct Maintenance: Sendable, Hashable {
    /// Members that nobody has heard from for ``ReplicationLimits/evictionAge``.
    public private(set) var evicted: [DeviceID] = []
    /// Members that are marked as evicted and are connected.
    public private(set) var returned: [DeviceID] = []
    /// Whether tombstones older than ``ReplicationLimits/tombstoneAge`` may be removed.
    public private(set) var collectsTombstones = false

    /// - Parameters:
    ///   - now: the date by this machine's clock.
    ///   - previous: when the last run was, which this device's own presence records across restarts. Nil where there was none.
    ///   - others: every device but this one.
    ///   - seen: the date of each device's latest presence.
    ///   - connected: the devices that are connected now, each with its clock minus this one's. Nil where that isn't known yet.
    public init(
        now: Timestamp, previous: Timestamp?, others: [Device], seen: [DeviceID: Timestamp], connected: [DeviceID: Milliseconds?]
    ) {
        let members = others.filter(\.isMember)
        returned = members.filter { $0.evictedAt != nil && connected.keys.contains($0.id) }.map(\.id)
        guard let previous, (now - previous).count.magnitude <= ReplicationLimits.upkeepGap.count.magnitude,
            !members.contains(where: { Self.isOptimistic(of: connected[$0.id] ?? nil) })
        else { return }
        evicted = members.filter { member in
            member.evictedAt == nil && !connected.keys.contains(member.id)
                && now - max(seen[member.id] ?? member.addedAt, member.addedAt) > ReplicationLimits.evictionAge
        }.map(\.id)
        collectsTombstones = true
    }

    /// Whether this clock is ahead of a peer's by more than may be.
    private static func isOptimistic(of offset: Milliseconds?) -> Bool { offset.map { $0.count < -ReplicationLimits.clockAhead.count } ?? false }
}
