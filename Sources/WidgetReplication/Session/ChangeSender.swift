internal import WidgetCore

/// Sends the log and the owned sets to the peer, and knows how far it has come.
struct ChangeSender: Sendable {
    private let peer: DeviceID
    /// The place up to which the log has been sent or skipped.
    private(set) var cursor: LogPlace
    /// The owned sets that the peer has.
    private var known: [OwnedKey: OwnedVersion]
    /// The set of which a part has been sent.
    private var current: PartOfSet?

    private struct PartOfSet {
        let key: OwnedKey
        /// The counter of the last row that was sent.
        let last: Int64
    }

    /// - Parameters:
    ///   - cursor: the place in the log before the first transaction that the peer may lack.
    ///   - owned: the owned sets that the peer has.
    init(to peer: DeviceID, from cursor: LogPlace, owned: [OwnedKey: OwnedVersion]) {
        self.peer = peer
        self.cursor = cursor
        known = owned
    }

    /// Continues at another place in the log.
    mutating func move(to place: LogPlace) { cursor = place }

    /// - Returns: the next transactions that the peer lacks. The list is empty where the peer has all.
    mutating func nextBatch<S>(_ replica: Replica<S>, _ progress: inout PeerProgress) throws -> [LoggedTransaction] {
        try progress.nextBatch(after: &cursor, replica)
    }

    // MARK: Owned sets

    /// The peer sent a whole set.
    mutating func received(_ key: OwnedKey, _ version: OwnedVersion) { known[key] = version }

    /// The peer asks for a whole set again.
    mutating func restart(_ key: OwnedKey) {
        known[key] = nil
        if current?.key == key { current = nil }
    }

    /// - Returns: the next part of a set that the peer lacks. Nil where the peer has the latest version of each set that is complete here.
    mutating func nextUpdate<S>(_ replica: Replica<S>) throws -> OwnedUpdate? {
        guard let update = try findUpdate(replica) else { return nil }
        if update.hasMore, let last = update.rows.last {
            current = PartOfSet(key: update.key, last: last.counter)
        } else {
            if current?.key == update.key { current = nil }
            known[update.key] = update.version
        }
        return update
    }

    private mutating func findUpdate<S>(_ replica: Replica<S>) throws -> OwnedUpdate? {
        let lacking = try replica.position.owned.filter { try isLacking($0.key, $0.value, replica) }.keys
        if let part = current {
            // The rest of this set may include effects of intents that ended after its first part was sent. So new results of intents are sent before it.
            let intents = OwnedKey(device: part.key.device, set: OwnedSet.intents.rawValue)
            if part.key != intents, lacking.contains(intents), let update = try replica.update(intents, base: known[intents], after: nil), !update.hasMore {
                return update
            }
            if let update = try replica.update(part.key, base: known[part.key], after: part.last) { return update }
            current = nil
        }
        for key in lacking.sorted(by: { $0.isSent(before: $1) }) {
            if let update = try replica.update(key, base: known[key], after: nil) { return update }
        }
        return nil
    }

    /// Whether everything that is here has been sent to the peer.
    func isCaughtUp<S>(with replica: Replica<S>) throws -> Bool {
        guard current == nil, try cursor == replica.storage.end() else { return false }
        return try !replica.position.owned.contains { try isLacking($0.key, $0.value, replica) }
    }

    private func isLacking<S>(_ key: OwnedKey, _ mine: OwnedVersion, _ replica: Replica<S>) throws -> Bool {
        guard key.device != peer else { return false }
        guard let theirs = known[key] else { return mine.counter > 0 }
        if mine.isLater(than: theirs) { return true }
        guard mine.hasNumber(of: theirs), mine.digest != theirs.digest else { return false }
        // Two states may have one number. Then the owner's is right. Where the owner is no longer a member, the peer decides by a rule that all devices share.
        return try key.device == replica.position.device || !replica.storage.isMember(key.device) && replica.isWhole(key, mine)
    }
}
