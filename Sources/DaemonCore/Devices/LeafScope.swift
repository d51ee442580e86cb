package import WidgetCore

/// The items that one leaf may look at and act on, by its group.
package struct LeafScope: Sendable, Hashable {
    /// Nil: the leaf is in no group, and may look at everything.
    private let group: DisplayGroup?

    /// It may look at nothing.
    package static let nothing = LeafScope(DisplayGroup(name: "", pages: [], acts: false))

    init(_ group: DisplayGroup?) { self.group = group }

    /// For the board of widgets. Nil: it may look at all.
    package var widgets: BoardFilter? {
        guard let group else { return nil }
        let pages = Set(group.pages)
        return { pages.contains($0.position.page) }
    }

    /// For the board of Live Activities. Nil: it may look at all.
    package var activities: BoardFilter? { Self.nothing(unless: showsActivities) }

    /// For the board of controls. Nil: it may look at all.
    package var controls: BoardFilter? { Self.nothing(unless: showsControls) }

    package var showsActivities: Bool { group?.showsActivities ?? true }
    package var showsControls: Bool { group?.showsControls ?? true }

    private static func nothing(unless isShown: Bool) -> BoardFilter? {
        if isShown { return nil }
        return { _ in false }
    }

    /// Whether it may look at everything.
    package var isWhole: Bool { group == nil }

    /// Checks that it may act.
    /// - Throws: PERMISSION_DENIED where its group only shows.
    package func requireActing() throws(WidgetError) {
        guard let group, !group.acts else { return }
        throw WidgetError(.permissionDenied, "the displays of the group '\(group.name)' only show; an administrator changes that: widgetctl fleet group set")
    }
}
