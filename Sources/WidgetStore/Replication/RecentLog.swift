internal import WidgetCore

/// The last entries of the log, as they were appended: a link that follows has them at hand, and asks the database only for what it missed.
struct RecentLog {
    /// In the order of their places, without a gap.
    private var entries: [LogEntry] = []

    mutating func append(_ entry: LogEntry) {
        if entry.transaction.frame.count > StoreLimits.recentFrameBytes { return clear() }
        if entries.count >= 2 * StoreLimits.recentEntries { entries.removeFirst(StoreLimits.recentEntries) }
        entries.append(entry)
    }

    /// What was appended behind a place is gone.
    mutating func cut(after place: Int64) {
        while let last = entries.last, last.place.rawValue > place { entries.removeLast() }
    }

    mutating func clear() { entries.removeAll() }

    /// The entries behind a place, at most so many; nil: not all of them are here.
    func entries(after place: LogPlace, limit: Int) -> ArraySlice<LogEntry>? {
        guard let first = entries.first, place.rawValue >= first.place.rawValue - 1 else { return nil }
        return entries.dropFirst(Int(place.rawValue - first.place.rawValue) + 1).prefix(limit)
    }
}
