/// The state of the machine, as far as it reports it. An unknown part matches no clue.
public struct DeviceContext: Sendable, Hashable {
    /// One thing that the machine says, and since when.
    public struct Fact<Value: Sendable & Hashable>: Sendable, Hashable {
        /// Nil: nothing says it.
        public private(set) var value: Value?
        /// Since when it is so, as far as the daemon has seen.
        public private(set) var since: Timestamp

        public init(_ value: Value? = nil, since: Timestamp = .earliest) {
            self.value = value
            self.since = since
        }

        /// - Returns: whether that is new.
        mutating func set(_ value: Value?, at date: Timestamp) -> Bool {
            guard value != self.value else { return false }
            self = Fact(value, since: date)
            return true
        }
    }

    /// A report from one part of the machine.
    public enum Report: Sendable, Hashable {
        case isOnBattery(Bool?)
        /// The names of the active connections.
        case networks(Set<String>?)
        case isMetered(Bool?)
        case hasHeadphones(Bool?)
        /// Beside the built-in one.
        case hasDisplay(Bool?)
        case isLocked(Bool?)
    }

    public private(set) var isOnBattery = Fact<Bool>()
    public private(set) var networks = Fact<Set<String>>()
    public private(set) var isMetered = Fact<Bool>()
    public private(set) var hasHeadphones = Fact<Bool>()
    public private(set) var hasDisplay = Fact<Bool>()
    public private(set) var isLocked = Fact<Bool>()
    /// Since when each active network is. One that stays while another comes keeps its date.
    public private(set) var connectedSince: [String: Timestamp] = [:]

    /// Nothing is known.
    public init() {}

    /// Takes in what was heard.
    /// - Returns: whether it says anything new.
    public mutating func take(_ report: Report, at date: Timestamp) -> Bool {
        switch report {
        case .isOnBattery(let value): return isOnBattery.set(value, at: date)
        case .networks(let value):
            let names = value.map { Set($0.sorted().prefix(RelevanceLimits.networks)) }
            connectedSince = (names ?? []).reduce(into: [:]) { $0[$1] = connectedSince[$1] ?? date }
            return networks.set(names, at: date)
        case .isMetered(let value): return isMetered.set(value, at: date)
        case .hasHeadphones(let value): return hasHeadphones.set(value, at: date)
        case .hasDisplay(let value): return hasDisplay.set(value, at: date)
        case .isLocked(let value): return isLocked.set(value, at: date)
        }
    }
}
