import WidgetAPI
package import WidgetCore

/// Whether private content, and actions that need authentication, are kept from this daemon's clients: while the user's session is locked.
package struct Privacy {
    /// Nil: nobody has said anything yet.
    private var isLocked: Bool?

    package init() {}

    /// Whether private content is hidden. It also is while the session's state is unknown: a daemon that starts in a locked session must not show it.
    package var hides: Bool { isLocked ?? true }

    /// Whether a first report about the session has come.
    package var isKnown: Bool { isLocked != nil }

    /// - Parameter isLocked: nil: nothing reports the session's state. The last known state then holds, or unlocked if there was none.
    /// - Returns: whether ``hides`` is another one now.
    package mutating func update(isLocked: Bool?) -> Bool {
        let before = hides
        self.isLocked = isLocked ?? self.isLocked ?? false
        return hides != before
    }

    /// The reason of a failure of a hidden widget or control, as clients see it. The true reason may repeat hidden content.
    package static func reason(_ reason: String) -> String { reason.isEmpty ? "" : "the reason is hidden while the session is locked" }

    /// An archive without private views, while they are hidden.
    /// - Returns: nil: as it is.
    /// - Throws: DATA_LOSS where the bytes are no archive.
    package func redacted(_ archive: [UInt8]) throws(WidgetError) -> [UInt8]? { hides ? try ArchiveCodec.redacted(archive, .privateViews) : nil }
}

extension ProtoWidgetSnapshot {
    /// Fields beside the archive may be private too: the configuration, and the provider's failure.
    package mutating func hidePrivate() {
        privateHidden = true
        (widget.parameters, widget.secretParameters) = ([:], [])
        lastError = Privacy.reason(lastError)
    }
}

extension [ProtoWidgetSnapshot.Tap] {
    /// The taps on actions of this list.
    package func on(_ actions: some Sequence<ViewAction>) -> Self {
        let seen = Set(actions.map(\.id))
        return filter { seen.contains($0.action) }
    }
}
