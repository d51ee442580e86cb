import WidgetCore

/// The dates at which an entry's views are drawn again, because some of them follow a schedule.
struct RedrawingDates {
    /// The next entry, or the next timeline.
    private let end: Timestamp
    private let now: Date
    private var last: Date

    /// - Parameters:
    ///   - start: the entry's date, at which it was drawn.
    ///   - end: the last date comes before it; nil: it isn't known.
    ///   - now: what came before it isn't shown any more.
    init(from start: Date, until end: Timestamp?, now: Date) {
        last = start
        self.end = end ?? .latest
        self.now = now
    }

    /// The date after the last one; nil: there is none before the end.
    /// - Parameter update: when the first view is to be drawn again, as the last drawing said.
    mutating func next(_ update: Date?) -> Date? {
        guard let update else { return nil }
        // Dates that lie closer together are one, and what was missed comes at once.
        let date = max(update, last + RedrawingLimits.interval, now)
        guard Timestamp(last) < Timestamp(date), Timestamp(date) < end else { return nil }
        last = date
        return date
    }
}

/// The rest of a timeline's limits, for drawings beside those of the provider's own entries.
struct RedrawingRoom {
    private var entries: Int
    private var bytes: Int
    private var drawings = RedrawingLimits.drawings
    private var dates = RedrawingLimits.scannedDates

    init(entries: Int, bytes: Int) {
        self.entries = entries
        self.bytes = bytes
    }

    /// Takes another drawing.
    /// - Parameter scanned: dates that schedules gave for the drawing before.
    /// - Returns: false: there is no room.
    mutating func takeDrawing(after scanned: Int) -> Bool {
        dates -= scanned
        drawings -= 1
        return entries > 0 && drawings >= 0 && dates >= 0
    }

    /// Takes another entry.
    /// - Parameter size: of its archive and of the pictures that only it shows, in bytes.
    /// - Returns: false: there is no room.
    mutating func takeEntry(of size: Int) -> Bool {
        guard entries > 0, size <= bytes else { return false }
        entries -= 1
        bytes -= size
        return true
    }
}

/// The limits of what `TimelineView`s add to a timeline. Beyond them they stand still until the next entry.
enum RedrawingLimits {
    /// Entries that one entry becomes beside itself: an hour of minutes, or a minute of seconds.
    static let perEntry = 60
    /// Seconds between two of them: the pace of the original's views in the background, and longer than surfaces need to show a change.
    static let interval = TimelineViewDefaultContext.Cadence.seconds.minimumInterval
    /// Drawings for one timeline, with those that change nothing: twice the time that a full timeline takes.
    static let drawings = 200
    /// The timeline's archives and pictures, in bytes: half of a message, so that a timeline that fits still fits.
    static let timelineBytes = 2 << 20
    /// Dates that the schedules may give for one timeline: about a second's work.
    static let scannedDates = 1_000_000
    /// For the program's author.
    static let remark = """
        a TimelineView has more dates than are drawn, so it stands still before the next entry or timeline: one entry is drawn again at most \(perEntry) \
        times; put another entry there, or ask for a timeline sooner
        """
}

extension ReloadPolicy {
    /// When the next timeline is asked for, where the provider says it.
    var date: Timestamp? { if case .after(let date) = self { date } else { nil } }
}
