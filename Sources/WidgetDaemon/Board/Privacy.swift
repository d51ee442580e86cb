import WidgetAPI
import WidgetCore

/// Whether what is private is hidden from this daemon's clients: while the person's session is locked.
struct Privacy {
    /// Nil: nobody has said anything yet.
    private var isLocked: Bool?

    /// Also until the first word: a daemon that starts in a locked session shows nothing before it knows.
    var hides: Bool { isLocked ?? true }

    /// - Parameter isLocked: nil: nobody says whether it is locked, and it counts as it was; where nobody ever said, as unlocked.
    /// - Returns: whether ``hides`` is another one now.
    mutating func hear(_ isLocked: Bool?) -> Bool {
        let before = hides
        self.isLocked = isLocked ?? self.isLocked ?? false
        return hides != before
    }

    /// An archive as it is told to clients.
    /// - Returns: nil: as it is.
    /// - Throws: DATA_LOSS where the bytes are no archive.
    func redacted(_ archive: [UInt8]) throws(WidgetError) -> [UInt8]? { hides ? try ArchiveCodec.redacted(archive, .privateViews) : nil }
}

extension [ProtoWidgetSnapshot.Tap] {
    /// Those on actions that can be seen.
    func on(_ actions: some Sequence<ViewAction>) -> Self {
        let seen = Set(actions.map(\.id))
        return filter { seen.contains($0.action) }
    }
}
