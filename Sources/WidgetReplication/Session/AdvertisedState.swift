public import WidgetCore

/// This device's state as the peer was last told.
struct AdvertisedState: Sendable {
    /// The digest of the last summary that was sent. Nil where there was none.
    private(set) var summary: UInt64?
    /// The closed origins that the peer knows of.
    private(set) var closed: [Origin: Int64] = [:]
    /// The last transaction of each origin that was reported to the peer as durable.
    private var acknowledged: [Origin: Int64] = [:]
    /// The versions of other devices' sets that were reported to the peer.
    private var acknowledgedSets: [OwnedKey: OwnedVersion] = [:]
    /// The devices with which this one is linked, as the peer was told.
    private var toldLinks: Set<DeviceID> = []
    /// The devices with which this one is linked, the peer among them.
    private(set) var links: Set<DeviceID> = []
    private var acknowledgedAt: Int64 = 0
    /// The origins and sets of which the peer wasn't told the present state.
    private var newOrigins: Set<OriginNumber> = []
    private var newSets: Set<OwnedKey> = []
    /// The counts of the replica's changes when they were last looked at. Nil: all has to be looked at.
    private var seen: (origins: Int, sets: Int)?
    /// There is news that the peer waits for.
    private var isUrgent = false
    /// The uptime since when there is any news. Nil: there is none.
    private var newsSince: Int64?

    /// - Parameter links: the devices with which this one is linked.
    init(links: Set<DeviceID>) { setLinks(links) }

    mutating func setLinks(_ devices: Set<DeviceID>) {
        links = devices
        seen = nil
        if links != toldLinks { isUrgent = true }
    }

    /// Both have the same.
    mutating func begin(closed: [Origin: Int64]) { self.closed = closed }

    /// - Returns: the message with this replica's summary.
    mutating func summarize<S>(_ replica: Replica<S>, at uptime: Int64) -> PeerMessage {
        let told = replica.summary()
        summary = replica.position.summaryDigest
        closed = replica.position.origins.closed
        agree(replica)
        acknowledgedAt = uptime
        return .summary(told)
    }

    /// The peer is told that this device has all that is here.
    private mutating func agree<S>(_ replica: Replica<S>) {
        acknowledged = Dictionary(replica.position.origins.all.lazy.map { ($0.origin, $0.sequence) }, uniquingKeysWith: max)
        acknowledgedSets = replica.position.owned
        newsSince = nil
        seen = nil
    }

    // MARK: Acknowledgements

    /// The uptime at which the peer is to be told what has become durable, or who is linked. Nil where nothing is new.
    var acknowledgementDue: Int64? {
        if isUrgent { return acknowledgedAt + ReplicationLimits.acknowledgeInterval.count }
        return newsSince.map { $0 + ReplicationLimits.relayedAcknowledgeInterval.count }
    }

    /// Looks for something that the peer wasn't told.
    mutating func look<S>(for peer: DeviceID, _ replica: Replica<S>, at uptime: Int64) {
        let position = replica.position
        let (numbers, keys) = (position.recentOrigins.since(seen?.origins), position.recentSets.since(seen?.sets))
        guard seen == nil || numbers?.isEmpty != true || keys?.isEmpty != true else { return }
        let changedOrigins = numbers.map(Array.init) ?? position.origins.all.compactMap { position.origins.number(of: $0.origin) }
        for number in changedOrigins { look(at: number, position) }
        let changedSets = keys.map(Array.init) ?? Array(position.owned.keys)
        for key in changedSets { look(at: key, peer, position) }
        seen = (position.recentOrigins.count, position.recentSets.count)
        let hasNews = !newOrigins.isEmpty || !newSets.isEmpty || links != toldLinks
        newsSince = hasNews ? newsSince ?? uptime : nil
        // The peer keeps its own changes, and those that it passed on to this device, until it hears that they are here. It need not hear
        // soon of others'.
        isUrgent =
            links != toldLinks
            || newOrigins.contains { number in
                let device = position.origins[number].origin.device
                return device == peer || device != position.device && !links.contains(device)
            }
    }

    private mutating func look(at number: OriginNumber, _ position: ReplicaPosition) {
        let state = position.origins[number]
        if state.sequence > 0, acknowledged[state.origin] != state.sequence { newOrigins.insert(number) } else { newOrigins.remove(number) }
    }

    /// The peer holds back the sets of the devices with which this one is linked. When it learns that a link is gone, it learns which of them are here.
    private mutating func look(at key: OwnedKey, _ peer: DeviceID, _ position: ReplicaPosition) {
        let isTold = links.contains(key.device) || toldLinks.contains(key.device)
        if isTold, key.device != peer, key.device != position.device, acknowledgedSets[key] != position.owned[key] {
            newSets.insert(key)
        } else {
            newSets.remove(key)
        }
    }

    /// - Returns: the message that tells the peer what has become durable. Nil while it isn't due.
    mutating func acknowledge<S>(to peer: DeviceID, _ replica: Replica<S>, at uptime: Int64) -> PeerMessage? {
        look(for: peer, replica, at: uptime)
        guard let due = acknowledgementDue, uptime >= due else { return nil }
        let position = replica.position
        let news = Acknowledgement(
            origins: newOrigins.sorted { $0.rawValue < $1.rawValue }.map { position.origins[$0] },
            owned: Dictionary(uniqueKeysWithValues: newSets.compactMap { key in position.owned[key].map { (key, $0) } }),
            linked: links.subtracting(toldLinks), unlinked: toldLinks.subtracting(links))
        for state in news.origins { acknowledged[state.origin] = state.sequence }
        acknowledgedSets.merge(news.owned) { $1 }
        (newOrigins, newSets, toldLinks, acknowledgedAt) = ([], [], links, uptime)
        (isUrgent, newsSince) = (false, nil)
        return .acknowledge(news)
    }
}

/// The changes of a device's state since it was last told.
public struct Acknowledgement: Sendable, Hashable {
    /// The parts of the vector that have become durable.
    public var origins: [OriginState]
    /// The versions of sets of the devices with which the sender is linked.
    public var owned: [OwnedKey: OwnedVersion]
    /// The devices with which the sender is linked, and wasn't before.
    public var linked: Set<DeviceID>
    /// The devices with which the sender isn't linked any more.
    public var unlinked: Set<DeviceID>

    public init(origins: [OriginState] = [], owned: [OwnedKey: OwnedVersion] = [:], linked: Set<DeviceID> = [], unlinked: Set<DeviceID> = []) {
        self.origins = origins
        self.owned = owned
        self.linked = linked
        self.unlinked = unlinked
    }
}
