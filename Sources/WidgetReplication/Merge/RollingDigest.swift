/// Sums over the contents of a replica, updated with each change. Replicas with equal vectors must have equal sums.
///
/// Each table has 64 buckets by row id. A bucket is the sum of the hashes of its fields' stamps. Stamps are enough, because a stamp decides its value; and so
/// an overwritten value needn't be read. `sync verify` compares values too. Hidden fields count like those in rows, so that devices with different schemas
/// agree. Tombstones don't count, because devices drop them at different times.
public struct RollingDigest: Sendable, Hashable {
    public static let buckets = 64

    /// The sums of table n are at index n. They are empty where the table never had rows.
    private var sums: [[UInt64]] = []

    public init() {}

    /// The sums of each table that has rows, by its number.
    public var tables: [Int: [UInt64]] {
        Dictionary(uniqueKeysWithValues: sums.enumerated().lazy.filter { $0.element.contains { $0 != 0 } }.map { ($0.offset, $0.element) })
    }

    /// Sets the sums of a table that a peer has sent.
    /// - Returns: false where there aren't ``buckets`` of them, or no table has this number.
    public mutating func set(_ table: Int, _ values: [UInt64]) -> Bool {
        guard values.count == Self.buckets, table >= 1, table <= ReplicationLimits.tableNumber else { return false }
        makeRoom(for: table)
        sums[table] = values
        return true
    }

    mutating func add(_ row: RowKey, _ column: Int, _ stamp: Stamp, _ origins: OriginTable) {
        let mix = Self.mix(row.id)
        change(row.table, Self.bucket(mix), Self.hash(mix, row.table, column, stamp, origins))
    }

    mutating func remove(_ row: RowKey, _ column: Int, _ stamp: Stamp, _ origins: OriginTable) {
        let mix = Self.mix(row.id)
        change(row.table, Self.bucket(mix), 0 &- Self.hash(mix, row.table, column, stamp, origins))
    }

    private mutating func change(_ table: Int, _ bucket: Int, _ amount: UInt64) {
        makeRoom(for: table)
        sums[table][bucket] &+= amount
    }

    private mutating func makeRoom(for table: Int) {
        while sums.count <= table { sums.append([]) }
        if sums[table].isEmpty { sums[table] = Array(repeating: 0, count: Self.buckets) }
    }

    package static func bucket(_ id: RowID) -> Int { bucket(mix(id)) }

    private static func bucket(_ mix: StableHash64) -> Int { Int(mix.value % UInt64(buckets)) }

    private static func mix(_ id: RowID) -> StableHash64 {
        var mix = StableHash64()
        mix.add(id.high)
        mix.add(id.low)
        return mix
    }

    /// - Parameter row: the hash state after the row's id.
    private static func hash(_ row: StableHash64, _ table: Int, _ column: Int, _ stamp: Stamp, _ origins: OriginTable) -> UInt64 {
        let origin = origins[stamp.origin].origin
        var mix = row
        mix.add(UInt64(table) << 32 | UInt64(column))
        mix.add(stamp.clock.rawValue)
        mix.add(origin.device.bigEndianWords.0)
        mix.add(UInt64(bitPattern: origin.incarnation.rawValue))
        mix.add(UInt64(bitPattern: stamp.sequence))
        return mix.value
    }
}

extension RollingDigest {
    public static func == (a: RollingDigest, b: RollingDigest) -> Bool { a.tables == b.tables }

    public func hash(into hasher: inout Hasher) { hasher.combine(tables) }
}

/// A quick 64-bit hash that is the same on every machine and in every version. It finds mistakes, not attacks. It applies Murmur3's finaliser after each word.
package struct StableHash64 {
    package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    package init() {}

    package mutating func add(_ word: UInt64) {
        var mixed = value ^ word
        mixed ^= mixed >> 33
        mixed &*= 0xFF51_AFD7_ED55_8CCD
        mixed ^= mixed >> 33
        mixed &*= 0xC4CE_B9FE_1A85_EC53
        mixed ^= mixed >> 33
        value = mixed
    }

    /// Adds the number of bytes, then the bytes.
    package mutating func add(_ bytes: [UInt8]) {
        add(UInt64(bytes.count))
        bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                offset += 8
            }
            if offset < bytes.count { add(bytes[offset...].reduce(0) { $0 << 8 | UInt64($1) }) }
        }
    }
}
