/// What a replica holds, as sums that are kept up with each change: equal vectors must mean equal sums.
///
/// For each table 64 buckets by row id, each the sum of a hash of its fields' stamps. Stamps, not values: a stamp decides its value, and the values of a row that is overwritten need not be
/// read for it; `sync verify` compares values too. Fields that wait hidden count like those in rows, so that devices with different schemas agree. Tombstones don't count: they
/// are dropped at different times.
public struct RollingDigest: Sendable, Hashable {
    public static let buckets = 64

    private var sums: [Int: [UInt64]] = [:]

    public init() {}

    /// The sums of each table that has rows, by its number.
    public var tables: [Int: [UInt64]] { sums.filter { $0.value.contains { $0 != 0 } } }

    /// Puts in the sums of a table, as a peer told them.
    /// - Returns: false where there aren't ``buckets`` of them.
    public mutating func set(_ table: Int, _ values: [UInt64]) -> Bool {
        guard values.count == Self.buckets else { return false }
        sums[table] = values
        return true
    }

    mutating func add(_ row: RowKey, _ column: Int, _ stamp: Stamp, _ origins: OriginTable) { change(row, Self.hash(row, column, stamp, origins)) }

    mutating func remove(_ row: RowKey, _ column: Int, _ stamp: Stamp, _ origins: OriginTable) { change(row, 0 &- Self.hash(row, column, stamp, origins)) }

    private mutating func change(_ row: RowKey, _ amount: UInt64) {
        sums[row.table, default: Array(repeating: 0, count: Self.buckets)][Self.bucket(row.id)] &+= amount
    }

    package static func bucket(_ id: RowID) -> Int {
        var mix = Mix()
        mix.add(id.high)
        mix.add(id.low)
        return Int(mix.value % UInt64(buckets))
    }

    private static func hash(_ row: RowKey, _ column: Int, _ stamp: Stamp, _ origins: OriginTable) -> UInt64 {
        let origin = origins[stamp.origin].origin
        var mix = Mix()
        mix.add(UInt64(row.table) << 32 | UInt64(column))
        mix.add(row.id.high)
        mix.add(row.id.low)
        mix.add(stamp.clock.rawValue)
        origin.device.withUnsafeBytes { mix.add($0.loadUnaligned(as: UInt64.self)) }
        mix.add(UInt64(bitPattern: origin.incarnation.rawValue))
        mix.add(UInt64(bitPattern: stamp.sequence))
        return mix.value
    }
}
