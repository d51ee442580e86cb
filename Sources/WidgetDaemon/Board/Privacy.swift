import WidgetAPI
import WidgetCore

/// Whether this daemon's clients are kept from what is private, and from what needs authentication: while the user's session is locked.
struct Privacy {
    /// Nil: nobody has said anything yet.
    private var isLocked: Bool?

    /// Also until the first word: a daemon that starts in a locked session shows nothing before it knows.
    var hides: Bool { isLocked ?? true }

    /// Somebody has said whether the session is locked, or that nobody says it.
    var isKnown: Bool { isLocked != nil }

    /// - Parameter isLocked: nil: nobody says whether it is locked, and it counts as it was; where nobody ever said, as unlocked.
    /// - Returns: whether ``hides`` is another one now.
    mutating func hear(_ isLocked: Bool?) -> Bool {
        let before = hides
        self.isLocked = isLocked ?? self.isLocked ?? false
        return hides != before
    }

    /// Why something of a hidden widget or control went wrong, as it is told: the reason may repeat what is hidden.
    static func reason(_ reason: String) -> String { reason.isEmpty ? "" : "the reason is hidden while the session is locked" }

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
