internal import WidgetCore

/// How far the log and the owned sets have been sent to the peer, while both exchange changes.
struct ChangeSender: Sendable {
    private let peer: DeviceID
    /// Up to where the log has been sent or skipped.
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
    ///   - cursor: where the first transaction stands that the peer may lack.
    ///   - owned: the owned sets that the peer has.
    init(to peer: DeviceID, from cursor: LogPlace, owned: [OwnedKey: OwnedVersion]) {
        self.peer = peer
        self.cursor = cursor
        known = owned
    }

    /// Goes on at another place in the log.
    mutating func move(to place: LogPlace) { cursor = place }

    /// - Returns: the next transactions that the peer lacks; none: it has all.
    mutating func nextBatch<S>(_ replica: Replica<S>, _ progress: inout PeerProgress) throws -> [LoggedTransaction] {
        try progress.nextBatch(after: &cursor, replica)
    }

    // MARK: Owned sets

    /// The peer sent a whole set.
    mutating func received(_ key: OwnedKey, _ version: OwnedVersion) { known[key] = version }

    /// The peer asks for a whole set anew.
    mutating func restart(_ key: OwnedKey) {
        known[key] = nil
        if current?.key == key { current = nil }
    }

    /// - Returns: the next part of a set that the peer lacks; nil: it has the latest of each set, as far as it is here.
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
            // The rest may know intents that ended since the set was begun.
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

    /// Whether the peer was sent all that is here by now.
    func isCaughtUp<S>(with replica: Replica<S>) throws -> Bool {
        guard current == nil, try cursor == replica.storage.end() else { return false }
        return try !replica.position.owned.contains { try isLacking($0.key, $0.value, replica) }
    }

    private func isLacking<S>(_ key: OwnedKey, _ mine: OwnedVersion, _ replica: Replica<S>) throws -> Bool {
        guard key.device != peer else { return false }
        guard let theirs = known[key] else { return mine.counter > 0 }
        if mine.isLater(than: theirs) { return true }
        guard mine.hasNumber(of: theirs), mine.digest != theirs.digest else { return false }
        // Two states may have one number: the owner says which is right. Where the owner is no member any more, the peer knows which one it takes.
        return try key.device == replica.position.device || !replica.storage.isMember(key.device) && replica.isWhole(key, mine)
    }
}
