internal import GRDB
internal import WidgetCore

/// Where this device's writing stands. The writer keeps it in memory; everything in it is also in the database, written by the same transactions.
struct ReplicaPosition {
    /// This device's id: 16 bytes.
    var device: [UInt8]
    /// This life of its store: a restored backup takes another.
    var incarnation: Int64
    /// The origin's number in this store.
    var origin: UInt16
    /// The last transaction of the origin; they have no gaps.
    var sequence: Int64
    /// What transactions are ordered by.
    var clock: HybridLogicalClock
    /// The version of each owned set of this device.
    var ownedVersions: [OwnedSet: Int64]
    /// No other device has ever been heard of: nobody asks for the log.
    var isAlone: Bool
}

extension ReplicaPosition {
    /// Reads it; nil in a store that has no identity yet.
    static func load(_ db: Database) throws -> ReplicaPosition? {
        let identity = try Query(
            """
            SELECT o.ord, o.device, o.incarnation, v.seq, (SELECT max(hlc) FROM vector), NOT EXISTS(SELECT 1 FROM origin WHERE device <> o.device)
            FROM meta JOIN origin o ON o.ord = meta.value JOIN vector v ON v.origin = o.ord WHERE meta.key = 'origin'
            """, in: db)
        guard try identity.step() else { return nil }
        var position = ReplicaPosition(
            device: identity.blob(1), incarnation: identity.integer(2), origin: UInt16(clamping: identity.integer(0)), sequence: identity.integer(3),
            clock: HybridLogicalClock(last: .init(rawValue: UInt64(clamping: identity.integer(4)))), ownedVersions: [:], isAlone: identity.integer(5) != 0)
        let sets = try Query(#"SELECT "set", version FROM owned_set WHERE device = ?1 AND incarnation = ?2"#, in: db)
        sets.bind(1, position.device)
        sets.bind(2, position.incarnation)
        while try sets.step() {
            if let set = OwnedSet(rawValue: sets.integer(0)) { position.ownedVersions[set] = sets.integer(1) }
        }
        return position
    }
}
