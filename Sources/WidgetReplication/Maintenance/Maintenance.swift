public import WidgetCore

/// The daily decisions: for which members the log goes on without waiting, and whether old tombstones may go.
///
/// Both are judged by dates of this machine's clock, and can't be undone. A machine that was off for months, or whose clock jumped, must not take everyone else
/// for gone, nor drop what others still have to learn. So nothing is decided in the first run after a gap, in which links have had no time to stand, nor while
/// a member says that this clock is ahead.
public struct Maintenance: Sendable, Hashable {
    /// Members that nobody has heard of for ``ReplicationLimits/evictionAge``.
    public private(set) var evicted: [DeviceID] = []
    /// Members that are marked as evicted and are connected.
    public private(set) var returned: [DeviceID] = []
    /// Whether tombstones older than ``ReplicationLimits/tombstoneAge`` may go.
    public private(set) var collectsTombstones = false

    /// - Parameters:
    ///   - now: by this machine's clock.
    ///   - previous: when the last run was, here or before a start: this device's own presence tells; nil: there was none.
    ///   - others: every device but this one.
    ///   - seen: when devices said last that they are there.
    ///   - connected: those that are linked now, each with its clock less this one's; nil: it isn't known yet.
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
