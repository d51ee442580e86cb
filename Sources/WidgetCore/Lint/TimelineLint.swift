/// Advice on the timelines that a provider gives for one kind in one family. They work, but a user would see the difference.
public struct TimelineLint: Sendable {
    /// A timeline, when it was asked for and when it came, and the views of its entries.
    public struct Answer: Sendable {
        public var date: Timestamp
        public var end: Timestamp
        public var timeline: ProvidedTimeline
        /// As far as they can be read.
        public var archives: [ViewArchive]

        public init(date: Timestamp, end: Timestamp, timeline: ProvidedTimeline, archives: [ViewArchive]) {
            self.date = date
            self.end = end
            self.timeline = timeline
            self.archives = archives
        }
    }

    /// The budget of a widget of the kind.
    public var budget: ReloadBudget
    /// The least time between two reloads that a timeline asks for.
    public var spacing: Milliseconds

    public init(budget: ReloadBudget, spacing: Milliseconds) {
        self.budget = budget
        self.spacing = spacing
    }

    /// A sentence for each problem, with what to do.
    ///
    /// - Parameter answers: of several widgets; none: nothing is said.
    public func warnings(_ answers: [Answer]) -> [String] {
        guard let first = answers.first else { return [] }
        return [closeEntries(first), lonelyEntry(first), sameDate(answers), pastDate(first), tooOften(first)].compactMap(\.self) + unknownSymbols(first)
            + fullness(first) + first.timeline.remarks
    }

    private func closeEntries(_ answer: Answer) -> String? {
        let dates = answer.timeline.ownEntries.map(\.date)
        let gaps = zip(dates, dates.dropFirst()).map { ($1 - $0, $0) }
        let close = gaps.filter { $0.0 < Self.closestEntries }
        guard let closest = close.min(by: { $0.0 < $1.0 }) else { return nil }
        let count = close.count == 1 ? "1 entry comes" : "\(close.count) entries come"
        return """
            \(count) less than \(Self.length(Self.closestEntries)) after the one before, the closest \(Self.length(closest.0)) after \(closest.1.rfc3339): \
            put them further apart, and let times and countdowns be live text, which needs no entries
            """
    }

    private func lonelyEntry(_ answer: Answer) -> String? {
        guard answer.timeline.ownEntries.count == 1, answer.timeline.policy == .atEnd else { return nil }
        return """
            the timeline has one entry and the policy atEnd, so the daemon chooses when to ask, less and less often; give after(date) or never
            """
    }

    /// Where widgets of different people ask at the same moment, their server has a peak.
    private func sameDate(_ answers: [Answer]) -> String? {
        guard let date = Self.sharedDate(of: answers), let first = answers.first, let last = answers.last else { return nil }
        guard last.date - first.end >= Self.sharingDistance else { return nil }
        return """
            after(\(date.rfc3339)) is the same moment for \(answers.count) widgets, whenever they ask: where a server answers, add some random seconds or \
            minutes, so that not everybody asks it at once
            """
    }

    /// How long after the first answer the last one must be asked for. Where both still name the same date, the provider doesn't count it from the time of
    /// asking, not even in whole seconds.
    public static let sharingDistance = Milliseconds.seconds(2)

    /// Whether it takes another answer, asked for ``sharingDistance`` after the first, to know that widgets that ask at different times get the same date.
    public static func isUndecided(_ answers: [Answer]) -> Bool {
        guard sharedDate(of: answers) != nil, let first = answers.first, let last = answers.last else { return false }
        return last.date - first.end < sharingDistance
    }

    /// The date in `after` that several answers share; nil: there is one answer, or they differ.
    private static func sharedDate(of answers: [Answer]) -> Timestamp? {
        guard answers.count > 1, case .after(let date)? = answers.first?.timeline.policy, answers.allSatisfy({ $0.timeline.policy == .after(date) }) else {
            return nil
        }
        return date
    }

    private func pastDate(_ answer: Answer) -> String? {
        guard case .after(let date) = answer.timeline.policy else { return nil }
        if date <= answer.date { return "after(\(date.rfc3339)) is past: the daemon asks again after its minimum spacing, \(Self.length(spacing))" }
        // A date that is less than 2 s too early means the spacing itself: providers count in whole seconds, and take a moment to answer.
        guard date + .seconds(2) < answer.date + spacing else { return nil }
        return "after(\(date.rfc3339)) is \(Self.length(date - answer.date)) away: the daemon asks no sooner than its minimum spacing, \(Self.length(spacing))"
    }

    private func tooOften(_ answer: Answer) -> String? {
        guard !budget.isUnlimited else { return nil }
        let next: Timestamp
        switch answer.timeline.policy {
        case .never: return nil
        case .after(let date): next = date
        case .atEnd:
            // For one entry the daemon chooses itself.
            let own = answer.timeline.ownEntries
            guard own.count > 1, let last = own.last else { return nil }
            next = last.date
        }
        let wait = max(next - answer.date, spacing)
        guard wait + .seconds(2) < budget.interval else { return nil }
        return """
            a new timeline each \(Self.length(wait)) is \(86_400_000 / wait.count) a day, and the budget has \(budget.perDay): give more entries at once, or \
            ask for the next timeline later
            """
    }

    private func unknownSymbols(_ answer: Answer) -> [String] {
        var names: [String] = []
        for node in answer.archives.lazy.flatMap(\.nodes) {
            let name: String
            switch node.content {
            case .image(let image)?: if case .systemName(let symbol) = image.source { name = symbol } else { continue }
            case .label(_, let symbol)?: name = symbol
            default: continue
            }
            if !name.isEmpty, !SymbolTable.knows(name), !names.contains(name) { names.append(name) }
        }
        return names.prefix(Self.namedSymbols).map { name in
            let advice = Suggestion.nearest(to: name, among: SymbolTable.names).map { "; did you mean \"\($0)\"?" } ?? ", so choose another one"
            return "no surface of text has a character for the symbol \"\(name)\" and shows a diamond in its place\(advice)"
        }
    }

    private func fullness(_ answer: Answer) -> [String] {
        let timeline = answer.timeline
        let text = answer.archives.map { $0.nodes.reduce(0) { $0 + $1.textBytes } }
        let measures: [(owner: String, value: Int, unit: String, limit: Int)] = [
            ("the timeline", timeline.ownEntries.count, "entries", Limits.entriesPerTimeline),
            ("an entry's view", timeline.entries.map(\.archive.count).max() ?? 0, "bytes", Limits.archiveBytes),
            ("an entry", answer.archives.map(\.nodes.count).max() ?? 0, "views", Limits.nodesPerArchive),
            ("an entry", text.max() ?? 0, "bytes of text", Limits.textBytesPerArchive),
            ("the timeline", timeline.images.reduce(0) { $0 + $1.data.count }, "bytes of pictures", Limits.imageBytesPerTimeline),
        ]
        return measures.filter { $0.value * 100 >= $0.limit * Self.nearlyFull }.map { owner, value, unit, limit in
            "\(owner) has \(value) \(unit), near the limit of \(limit): over it the whole timeline is refused"
        }
    }

    /// Apple's advice: entries about five minutes apart at least.
    private static let closestEntries = Milliseconds.minutes(5)
    /// From this part of a limit on, in hundredths, a busy day may be over it.
    private static let nearlyFull = 80

    /// Unknown symbols that are named: whoever mends the first ones finds the others.
    private static let namedSymbols = 5

    private static func length(_ interval: Milliseconds) -> String { ReloadStatus.length(ofSeconds: UInt64(max(0, interval.count) / 1_000)) }
}

extension Milliseconds {
    fileprivate static func + (a: Milliseconds, b: Milliseconds) -> Milliseconds { Milliseconds(a.count + b.count) }
}
