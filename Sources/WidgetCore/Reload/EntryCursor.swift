/// The dates of a timeline's entries, and which of them is shown.
struct EntryCursor {
    /// The index of the entry that is shown.
    private(set) var shown = 0
    /// When the entry after it comes due.
    private(set) var nextDate: Timestamp?
    /// The date of the first entry; nil: there is no timeline.
    private var first: Timestamp?
    /// The dates of the other entries, never falling. They are apart from the first: most timelines have one entry, and need no allocation then.
    private var later: [Timestamp] = []

    /// There is no timeline.
    var isEmpty: Bool { first == nil }

    var count: Int { first == nil ? 0 : later.count + 1 }

    /// The date of the entry that is shown; nil: there is no timeline.
    var shownDate: Timestamp? { shown == 0 ? first : later[shown - 1] }

    /// Takes a timeline and shows what is due at `now`.
    mutating func take(_ timeline: Timeline, at now: Timestamp) {
        first = timeline.entries.first?.date
        if timeline.entries.count > 1 {
            var latest = timeline.entries[0].date
            later = timeline.entries.dropFirst().map { entry in
                latest = max(latest, entry.date)
                return latest
            }
        } else if !later.isEmpty {
            later = []
        }
        seek(to: now, from: 0)
    }

    /// Moves to the entry that is due at `now`, forwards only.
    /// - Returns: whether that is another one than before.
    mutating func advance(to now: Timestamp) -> Bool {
        let before = shown
        seek(to: now, from: shown)
        return shown != before
    }

    /// Moves to the entry that is due at `now`, in either direction.
    /// - Returns: whether that is another one than before.
    mutating func seek(to now: Timestamp) -> Bool {
        let before = shown
        seek(to: now, from: 0)
        return shown != before
    }

    private mutating func seek(to now: Timestamp, from start: Int) {
        var index = start
        while index < later.count, later[index] <= now { index += 1 }
        shown = index
        nextDate = index < later.count ? later[index] : nil
    }
}
