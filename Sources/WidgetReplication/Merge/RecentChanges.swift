/// The last changes of a state, so that who follows the state needn't look through all of it.
public struct RecentChanges<Key: Sendable>: Sendable {
    /// A follower that is further behind looks through all. Links follow each change, so they are rarely more than a few behind.
    private static var kept: Int { 64 }

    /// The newest last.
    private var keys: [Key] = []
    /// Counts the changes so far.
    public private(set) var count = 0

    public init() {}

    mutating func note(_ key: Key) {
        if keys.count == 2 * Self.kept { keys.removeFirst(Self.kept) }
        keys.append(key)
        count += 1
    }

    /// Anything may have changed.
    mutating func noteAll() {
        keys = []
        count += 1
    }

    /// The keys that have changed since the count was `seen`, some of them twice. Nil: anything may have changed.
    public func since(_ seen: Int?) -> ArraySlice<Key>? {
        guard let seen, seen <= count, count - seen <= keys.count else { return nil }
        return keys.suffix(count - seen)
    }
}
