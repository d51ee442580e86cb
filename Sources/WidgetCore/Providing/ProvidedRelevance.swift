/// A provider's answer about one relevance kind: its cards, each with what it shows and when it is of use.
public struct ProvidedRelevance: Sendable, Hashable {
    public struct Card: Sendable, Hashable {
        public var attribute: RelevanceAttribute
        public var entry: ProvidedEntry

        public init(attribute: RelevanceAttribute, entry: ProvidedEntry) {
            self.attribute = attribute
            self.entry = entry
        }
    }

    /// The family of the entries.
    public var family: WidgetFamily
    /// At most ``RelevanceLimits/attributesPerKind``. None: no card.
    public var cards: [Card]
    /// The pictures that the entries name.
    public var images: [ProvidedImage]

    public init(family: WidgetFamily, cards: [Card] = [], images: [ProvidedImage] = []) {
        self.family = family
        self.cards = cards
        self.images = images
    }

    /// When its last interval ends; nil: no clue is a date, so the answer holds until the provider is asked again.
    public var end: Timestamp? { cards.flatMap(\.attribute.contexts).compactMap(\.end).max() }

    /// The answer, where it is within the limits.
    /// - Throws: INVALID_ARGUMENT or RESOURCE_EXHAUSTED that names the field and the limit.
    public func validated(for kind: Kind) throws(WidgetError) -> ProvidedRelevance {
        guard cards.count <= RelevanceLimits.attributesPerKind else {
            throw .invalid("relevance", "\(cards.count) attributes, the limit is \(RelevanceLimits.attributesPerKind); give those that come next")
        }
        var valid = self
        for index in cards.indices {
            valid.cards[index].attribute = try cards[index].attribute.validated(for: kind, field: "relevance[\(index)]")
        }
        var seen: Set<ContentDigest> = []
        let bytes = cards.reduce(0) { seen.insert($1.entry.digest).inserted ? $0 + $1.entry.archive.count : $0 } + images.reduce(0) { $0 + $1.data.count }
        guard bytes <= RelevanceLimits.contentBytesPerKind else {
            throw .invalid(
                "relevance", "its views and pictures have \(bytes) bytes, the limit is \(RelevanceLimits.contentBytesPerKind); give fewer or smaller ones")
        }
        return valid
    }
}
