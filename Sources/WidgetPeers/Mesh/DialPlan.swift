import WidgetCore

/// Decides when and at which address to connect to a device again, or to one of several. It is a state machine without a clock.
///
/// Each address is tried in turn. When all have failed, it waits. The pause doubles from 1 s to 5 minutes, with a random spread of a quarter each way, so that
/// machines on the same network don't retry in step. An event after which it may work, such as a change of the network or the end of a sleep, leads to a try at
/// once.
struct DialPlan<Target: Hashable & Sendable>: Sendable {
    private(set) var addresses: [Target] = []
    /// The address that worked last. It is tried first.
    private var favourite: Target?
    /// In milliseconds.
    private let longestPause: Int64
    private var tried = 0
    private var rounds = 0
    /// When the next attempt is due, in uptime milliseconds. Nil where there is no address or a link.
    var due: Int64? { wanted.map { max($0, suspendedUntil) } }
    /// The time of the next attempt without regard to ``suspend(until:)``.
    private var wanted: Int64?
    private var suspendedUntil = Int64.min
    private(set) var lastError: String?

    init(longestPause: Int64 = MeshLimits.longestPause) { self.longestPause = longestPause }

    /// Whether each address was tried since the last pause.
    var isRoundOver: Bool { tried == 0 }

    /// Replaces the addresses. New ones are tried at once.
    mutating func set(_ new: [Target], uptime: Int64) {
        let unique = new.enumerated().filter { index, address in new.firstIndex(of: address) == index }.map(\.element)
        guard unique != addresses else { return }
        let isNew = unique.contains { !addresses.contains($0) }
        addresses = unique
        if unique.isEmpty { wanted = nil } else if isNew || wanted == nil { dialNow(uptime: uptime) }
    }

    /// The next address to try, which then counts as tried.
    mutating func next() -> Target? {
        guard !addresses.isEmpty else { return nil }
        let ordered = favourite.map { favourite in addresses.contains(favourite) ? [favourite] + addresses.filter { $0 != favourite } : addresses } ?? addresses
        let address = ordered[tried % ordered.count]
        tried += 1
        return address
    }

    mutating func failed(_ error: String, uptime: Int64, random: UInt64) {
        lastError = error
        guard !addresses.isEmpty else { return wanted = nil }
        guard tried >= addresses.count else { return wanted = uptime }
        tried = 0
        let pause = min(MeshLimits.firstPause << min(rounds, 20), longestPause)
        rounds += 1
        let spread = Int64(random % UInt64(pause / 2 + 1)) - pause / 4
        wanted = uptime + pause + spread
    }

    mutating func succeeded(at address: Target) {
        favourite = address
        tried = 0
        wanted = nil
    }

    /// The link of before has ended.
    mutating func ended(_ reason: String, uptime: Int64, random: UInt64) {
        lastError = reason
        tried = 0
        guard !addresses.isEmpty else { return wanted = nil }
        // It doesn't connect at once, because a peer that refuses each session must not be dialled in a loop.
        let pause = min(MeshLimits.firstPause << min(rounds, 20), longestPause)
        rounds += 1
        wanted = uptime + pause / 2 + Int64(random % UInt64(pause))
    }

    /// A session has lasted for a while, so pauses begin short again. A session that only began doesn't count, because its peer may refuse each at once.
    mutating func settled() { rounds = 0 }

    /// Allows no attempt before then, even after an event.
    mutating func suspend(until uptime: Int64) { suspendedUntil = uptime }

    /// Try at once.
    mutating func dialNow(uptime: Int64) {
        guard !addresses.isEmpty else { return }
        tried = 0
        rounds = 0
        wanted = uptime
    }
}
