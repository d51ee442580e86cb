internal import Crypto

/// The SHA-256 of some content: 32 bytes.
public struct ContentDigest: Sendable, Hashable, CustomStringConvertible {
    public let bytes: [UInt8]

    /// The digest that these bytes are; nil where there aren't 32.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// The digest that a hash function of 32 bytes gave.
    fileprivate init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// 64 hexadecimal digits, lower case.
    public var description: String {
        bytes.reduce(into: "") { text, byte in
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
    }
}

/// When to ask for the next timeline at the earliest.
public enum ReloadPolicy: Sendable, Hashable {
    /// After the last entry's date: the default.
    case atEnd
    /// At this date, whatever entries remain.
    case after(Timestamp)
    /// Only on an explicit, push or system cause.
    case never
}

/// How relevant an entry is, compared within one provider.
public struct EntryRelevance: Sendable, Hashable {
    /// 0 and less: not relevant.
    public var score: Float
    /// Zero: until the next entry.
    public var duration: Milliseconds

    public init(score: Float, duration: Milliseconds = .zero) {
        self.score = score
        self.duration = duration
    }
}

/// One moment of a widget: from `date` on it shows the archive with this digest.
public struct TimelineEntry: Sendable, Hashable {
    public var date: Timestamp
    public var relevance: EntryRelevance?
    /// SHA-256 of the encoded ``ViewArchive``; the store keeps each archive once.
    public var archive: ContentDigest
    /// Bytes of the encoded archive.
    public var size: Int
    /// The views of the provider's own entry before, drawn again at a later date. The relevance of that entry holds on, and no reload depends on this date.
    public var isRedrawn: Bool

    public init(date: Timestamp, relevance: EntryRelevance? = nil, archive: ContentDigest, size: Int, isRedrawn: Bool = false) {
        self.date = date
        self.relevance = relevance
        self.archive = archive
        self.size = size
        self.isRedrawn = isRedrawn
    }
}

/// A failure to get a newer timeline of a widget. The device that provides the widget reports it with the timeline, for the devices that show it.
public struct TimelineFailure: Sendable, Hashable {
    /// Why the last reload failed, for people.
    public var reason: String
    /// When the first reload failed after the last success.
    public var since: Timestamp

    public init(reason: String, since: Timestamp) {
        self.reason = reason
        self.since = since
    }
}

/// A provider's answer for one widget: an owned row, written by the device that provides it.
public struct Timeline: Sendable, Hashable {
    /// 1 to ``Limits/entriesPerTimeline``, dates rising.
    public var entries: [TimelineEntry]
    public var policy: ReloadPolicy
    public var receivedAt: Timestamp

    public init(entries: [TimelineEntry], policy: ReloadPolicy, receivedAt: Timestamp) {
        self.entries = entries
        self.policy = policy
        self.receivedAt = receivedAt
    }

    /// Whether it brings nothing new after `earlier`, from `date` on: the same entries and the same policy. The date of a provider's single entry that is due
    /// already doesn't count, because a view that a provider prints without a date is dated anew each time.
    public func bringsTheSame(as earlier: Timeline, from date: Timestamp) -> Bool {
        guard policy == earlier.policy else { return false }
        guard isSingle, earlier.isSingle, entries[0].date <= date, earlier.entries[0].date <= date else { return entries == earlier.entries }
        var entry = entries[0]
        entry.date = earlier.entries[0].date
        let (shown, before) = (index(at: date), earlier.index(at: date))
        return entry == earlier.entries[0] && entries[shown].archive == earlier.entries[before].archive
            && entries[(shown + 1)...] == earlier.entries[(before + 1)...]
    }

    /// The provider gave one entry.
    private var isSingle: Bool { !entries.isEmpty && entries.dropFirst().allSatisfy(\.isRedrawn) }

    /// The index of the entry that is shown at `date`: the last one that is due, or the first where none is due yet.
    public func index(at date: Timestamp) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].date <= date { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }
}

extension ContentDigest {
    /// The SHA-256 of `content`.
    public init(of content: [UInt8]) {
        var hash = SHA256()
        content.withUnsafeBytes { hash.update(bufferPointer: $0) }
        self.init(hash.finalize())
    }

    /// A digest of 32 bytes, which is what SHA-256 gives.
    private init(_ digest: SHA256.Digest) {
        self.init(unchecked: Array(digest))
    }
}
