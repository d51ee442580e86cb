import WidgetCore

/// When to try a device again, and where: a pure state machine.
///
/// Each address is tried in turn. After all have failed comes a pause that doubles from 1 s to 5 minutes. It is spread by a quarter each way, so that machines
/// that lost the same network don't come back in step. An event that suggests that it may work now (the network changed, the machine woke up, the device was
/// seen) tries at once.
struct DialPlan: Sendable {
    private(set) var addresses: [PeerAddress] = []
    /// Where it worked last; tried first.
    private var favourite: PeerAddress?
    private var tried = 0
    private var rounds = 0
    /// When the next attempt is due, in uptime milliseconds; nil: there is no address.
    var due: Int64? { wanted.map { max($0, restsUntil) } }
    /// As ``due``, were there no rest.
    private var wanted: Int64?
    private var restsUntil = Int64.min
    private(set) var lastError: String?

    /// Replaces the addresses; new ones are tried at once.
    mutating func set(_ new: [PeerAddress], uptime: Int64) {
        let unique = new.enumerated().filter { index, address in new.firstIndex(of: address) == index }.map(\.element)
        guard unique != addresses else { return }
        let isNew = unique.contains { !addresses.contains($0) }
        addresses = unique
        if unique.isEmpty { wanted = nil } else if isNew || wanted == nil { hurry(uptime: uptime) }
    }

    /// The next address to try; counts it as tried.
    mutating func next() -> PeerAddress? {
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
        let pause = min(MeshLimits.firstPause << min(rounds, 20), MeshLimits.longestPause)
        rounds += 1
        let spread = Int64(random % UInt64(pause / 2 + 1)) - pause / 4
        wanted = uptime + pause + spread
    }

    mutating func succeeded(at address: PeerAddress) {
        favourite = address
        tried = 0
        wanted = nil
    }

    /// The link of before has ended.
    mutating func ended(_ reason: String, uptime: Int64, random: UInt64) {
        lastError = reason
        tried = 0
        guard !addresses.isEmpty else { return wanted = nil }
        // Not at once: a peer that refuses each session must not be dialled in a loop.
        let pause = min(MeshLimits.firstPause << min(rounds, 20), MeshLimits.longestPause)
        rounds += 1
        wanted = uptime + pause / 2 + Int64(random % UInt64(pause))
    }

    /// A session has lasted: what follows begins with short pauses again. Not each that began: a peer that refuses at once must not be dialled in a loop.
    mutating func settled() { rounds = 0 }

    /// Nothing before then, whatever suggests that it may work.
    mutating func rest(until uptime: Int64) { restsUntil = uptime }

    /// Try at once.
    mutating func hurry(uptime: Int64) {
        guard !addresses.isEmpty else { return }
        tried = 0
        rounds = 0
        wanted = uptime
    }
}
