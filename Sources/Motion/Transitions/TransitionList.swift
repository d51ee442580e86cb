/// The views of a place, by their identities: those that are there, and those that are still leaving.
///
/// A view that is named for the first time comes. One that is no longer named leaves, and stays in the list until its transition is over. One that is named
/// again before that is the same view, which comes back from where it is. Views that are there from the beginning don't come.
public struct TransitionList<ID: Hashable> {
    /// A view.
    public struct Entry: Equatable {
        public let id: ID
        /// `identity` for a view that is there or comes, `didDisappear` for one that leaves.
        public fileprivate(set) var phase: TransitionPhase
    }

    /// A transition's task for a view.
    public struct Change: Equatable {
        public let id: ID
        /// Where the view's transition begins, unless it is still on its way somewhere: then it goes on from there.
        public let from: TransitionPhase
        /// Where it leads.
        public let to: TransitionPhase

        public init(id: ID, from: TransitionPhase, to: TransitionPhase) {
            self.id = id
            self.from = from
            self.to = to
        }
    }

    /// The views to draw, in their order. One that leaves stays behind the view that it was behind.
    public private(set) var entries: [Entry]

    /// A place without a view.
    public init() { entries = [] }

    /// A place with views that are there from the beginning. An identity that is named twice counts once.
    public init(_ ids: some Sequence<ID>) {
        entries = Self.unique(ids).map { Entry(id: $0, phase: .identity) }
    }

    /// Names the views that are to be there from now on, in their order. An identity that is named twice counts once.
    /// - Returns: The changes, in the order of ``entries``.
    public mutating func update(_ ids: some Sequence<ID>) -> [Change] {
        let before = Dictionary(entries.map { ($0.id, $0.phase) }) { first, _ in first }
        let ids = Self.unique(ids)
        let wanted = Set(ids)

        // The views that leave, by the wanted view that they are behind.
        var leaving: [ID?: [Entry]] = [:]
        var last: ID?
        for entry in entries {
            if wanted.contains(entry.id) { last = entry.id } else { leaving[last, default: []].append(Entry(id: entry.id, phase: .didDisappear)) }
        }
        entries = leaving[nil, default: []] + ids.flatMap { [Entry(id: $0, phase: .identity)] + leaving[$0, default: []] }
        return entries.compactMap { entry in
            let from = before[entry.id] ?? .willAppear
            return from == entry.phase ? nil : Change(id: entry.id, from: from, to: entry.phase)
        }
    }

    /// Takes a view out whose transition is over. One that isn't leaving, because it came back meanwhile, stays.
    public mutating func finish(_ id: ID) {
        entries.removeAll { $0.id == id && $0.phase == .didDisappear }
    }

    private static func unique(_ ids: some Sequence<ID>) -> [ID] {
        var seen: Set<ID> = []
        return ids.filter { seen.insert($0).inserted }
    }
}

extension TransitionList: Sendable where ID: Sendable {}
extension TransitionList.Entry: Sendable where ID: Sendable {}
extension TransitionList.Change: Sendable where ID: Sendable {}
