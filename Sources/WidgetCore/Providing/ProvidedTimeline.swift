/// A provider's timeline, validated: archives are within the limits, every node has its identity, dates rise.
public struct ProvidedTimeline: Sendable, Hashable {
    /// 1 to ``Limits/entriesPerTimeline``, dates rising.
    public var entries: [ProvidedEntry]
    public var policy: ReloadPolicy
    public var images: [ProvidedImage]
    /// Remarks for the provider's author, at most ``Limits/remarksPerTimeline``.
    public var remarks: [String] = []

    public init(entries: [ProvidedEntry], policy: ReloadPolicy, images: [ProvidedImage] = []) {
        self.entries = entries
        self.policy = policy
        self.images = images
    }

    /// The entries that the provider itself gave.
    public var ownEntries: [ProvidedEntry] { entries.filter { !$0.isRedrawn } }

    /// The entry that is due at that date, or the first; nil: there is none.
    public func entry(at date: Timestamp) -> ProvidedEntry? { entries.last { $0.date <= date } ?? entries.first }
}

/// One entry with its archive, as encoded for the wire and the store.
public struct ProvidedEntry: Sendable, Hashable {
    public var date: Timestamp
    public var relevance: EntryRelevance?
    /// The encoded archive. It keeps fields of a newer provider that this code doesn't know.
    public var archive: [UInt8]
    /// SHA-256 of `archive`.
    public var digest: ContentDigest
    /// As ``TimelineEntry/isRedrawn``.
    public var isRedrawn: Bool

    public init(date: Timestamp, relevance: EntryRelevance? = nil, archive: [UInt8], digest: ContentDigest, isRedrawn: Bool = false) {
        self.date = date
        self.relevance = relevance
        self.archive = archive
        self.digest = digest
        self.isRedrawn = isRedrawn
    }
}

/// The bytes of an image that archives name.
public struct ProvidedImage: Sendable, Hashable {
    public var reference: ImageReference
    public var data: [UInt8]

    public init(reference: ImageReference, data: [UInt8]) {
        self.reference = reference
        self.data = data
    }
}

extension Timeline {
    /// A provider's timeline, as it is kept.
    public init(_ provided: ProvidedTimeline, receivedAt: Timestamp) {
        self.init(
            entries: provided.entries.map {
                TimelineEntry(date: $0.date, relevance: $0.relevance, archive: $0.digest, size: $0.archive.count, isRedrawn: $0.isRedrawn)
            },
            policy: provided.policy, receivedAt: receivedAt)
    }
}
