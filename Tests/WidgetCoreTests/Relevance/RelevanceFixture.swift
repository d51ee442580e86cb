import WidgetCore

/// 2026-11-21, 12:00 UTC: when things happen here.
let noon = Timestamp(milliseconds: 1_795_262_400_000)

/// A stack with one provider's kinds and widgets, put together in a few words.
struct StackFixture {
    var contents = StackContents()
    var circumstances = DeviceContext()
    private var random = SplitMix64(seed: 7)

    func arrange(at date: Timestamp = noon) -> StackArrangement { SmartStack.arrange(contents, in: circumstances, at: date) }

    /// The shown cards, as `kind#index` of cards and the names under which widgets were placed.
    func shown(at date: Timestamp = noon) -> [String] { arrange(at: date).shown.map { name(of: $0) } }

    func name(of card: StackCard) -> String {
        switch card.content {
        case .card(let index): "\(card.kind)#\(index)"
        case .widget(let id): names[id] ?? "?"
        }
    }

    private var names: [WidgetID: String] = [:]

    mutating func add(_ kind: String, provider: String = "p", replacing associated: String = "", _ attributes: RelevanceAttribute...) {
        contents.kinds.append(.init(id: kind, provider: provider, associatedKind: associated, attributes: attributes))
    }

    /// - Parameter entries: minutes from noon, and the score from then on; nil: none.
    @discardableResult
    mutating func place(
        _ name: String, kind: String = "k", provider: String = "p", placed: Int64 = -60, _ entries: (minute: Int64, score: Float?)..., lasting: Int64 = 0
    ) -> WidgetID {
        let id = WidgetID(date: noon, using: &random)
        names[id] = name
        let timeline =
            entries.isEmpty
            ? nil
            : Timeline(
                entries: entries.map { entry in
                    TimelineEntry(
                        date: noon + .minutes(entry.minute), relevance: entry.score.map { EntryRelevance(score: $0, duration: .minutes(lasting)) },
                        archive: ContentDigest(of: []), size: 0)
                }, policy: .never, receivedAt: noon)
        contents.widgets.append(.init(id: id, kind: kind, provider: provider, placedAt: noon + .minutes(placed), timeline: timeline))
        return id
    }

    mutating func hear(_ report: DeviceContext.Report, at date: Timestamp = noon) { _ = circumstances.take(report, at: date) }
}

/// A date clue in minutes from noon.
func minutes(_ start: Int64, _ end: Int64, _ kind: RelevantContext.DateKind = .default) -> RelevantContext {
    .date(start: noon + .minutes(start), end: noon + .minutes(end), kind: kind)
}

/// An attribute of the configuration `n`.
func when(_ contexts: RelevantContext..., n: Int64 = 0, group: RelevanceGroup = .automatic) -> RelevanceAttribute {
    RelevanceAttribute(parameters: ["n": .integer(n)], contexts: contexts, group: group)
}
