package import WidgetAPI
package import WidgetCore
package import WidgetLayout
package import WidgetSurfaces

/// Draws what a widget shows.
package struct WidgetDrawing {
    package var color: SurfaceTraits.ColorDepth
    package var isUnicode: Bool
    package var now: Timestamp
    package var localTime: LocalTime
    /// Links are drawn so that a click in the terminal opens them.
    package var hasHyperlinks = false
    package var pictures = Pictures()
    /// Cards have a recording, so that they can be animated.
    package var recordsDrawings = false

    package init(
        color: SurfaceTraits.ColorDepth, isUnicode: Bool, now: Timestamp, localTime: LocalTime, hasHyperlinks: Bool = false, pictures: Pictures = Pictures()
    ) {
        (self.color, self.isUnicode, self.now, self.localTime) = (color, isUnicode, now, localTime)
        (self.hasHyperlinks, self.pictures) = (hasHyperlinks, pictures)
    }

    package var traits: SurfaceTraits {
        var traits = SurfaceTraits(
            colorDepth: color, isUnicode: isUnicode, now: now, hasHyperlinks: hasHyperlinks, localTime: localTime
        ) { [pictures] digest in
            pictures.image(digest)
        }
        traits.recordsDrawings = recordsDrawings
        return traits
    }

    /// The entry that is due in its frame, with its family's proportions.
    ///
    /// - Parameters:
    ///   - columns: exactly so wide; nil: as wide as the family is, and no wider than `limit`.
    package func card(_ snapshot: ProtoWidgetSnapshot, columns: Int?, limit: Int) -> RenderedWidget {
        ticking(card(card(of: snapshot, title: Names.title(snapshot)), columns: columns, limit: limit), snapshot)
    }

    /// A view that no widget shows: of a preview, or of a provider that is tried.
    package func card(
        _ archive: ProtoViewArchive, family: ProtoWidgetFamily, title: String, hasNoMargins: Bool = false, columns: Int? = nil, limit: Int
    ) -> RenderedWidget {
        let family = WidgetFamily(rawValue: family.rawValue) ?? .systemSmall
        let view = WidgetCard(archive: try? ViewArchive(archive), family: family, title: title, placeholder: "Nothing", hasNoMargins: hasNoMargins)
        return card(view, columns: columns, limit: limit)
    }

    package func card(_ card: WidgetCard, columns: Int?, limit: Int) -> RenderedWidget {
        var size = card.family.cells
        if let columns {
            size.rows = max(1, (size.rows * columns + size.columns / 2) / size.columns)
            size.columns = columns
        } else {
            size.columns = min(size.columns, limit)
        }
        return TerminalRenderer.card(card, size: size, traits: traits)
    }

    // MARK: On a board

    /// The size of a widget's card on a board. An inline widget, which has no frame elsewhere, gets one here: it carries its name and the selection.
    package func boardSize(_ snapshot: ProtoWidgetSnapshot, limit: Int) -> CellSize {
        let family = family(of: snapshot)
        let cells = family.cells
        return CellSize(columns: min(cells.columns, limit), rows: family == .accessoryInline ? 3 : cells.rows)
    }

    /// - Parameter place: in its stack, from 1, and how many cards that has; nil: it stands alone.
    package func boardCard(
        _ snapshot: ProtoWidgetSnapshot, size: CellSize, isSelected: Bool, inStack place: (number: Int, count: Int)? = nil
    ) -> RenderedWidget {
        let title = Names.title(snapshot)
        var card = card(of: snapshot, title: place.map { "\(title) \($0.number)/\($0.count)" } ?? title)
        card.isSelected = isSelected
        if card.family == .accessoryInline { card.family = .accessoryRectangular }
        return ticking(TerminalRenderer.card(card, size: size, traits: traits).opening(card.archive), snapshot)
    }

    /// A failure is in the card's frame, as far as it fits. Without a timeline it is inside the card. The board's last lines have all of it for the selected
    /// widget.
    private func card(of snapshot: ProtoWidgetSnapshot, title: String) -> WidgetCard {
        var card = WidgetCard(
            archive: Self.archive(of: snapshot), family: family(of: snapshot), title: title, status: status(of: snapshot), isInvalidated: snapshot.invalidated,
            hasNoMargins: snapshot.contentMarginsDisabled)
        guard let trouble = WidgetTrouble(snapshot), trouble.isAll else { return card }
        (card.archive, card.placeholder) = (nil, trouble.briefReason)
        return card
    }

    /// The card, to be drawn again when the age in its frame changes.
    private func ticking(_ card: RenderedWidget, _ snapshot: ProtoWidgetSnapshot) -> RenderedWidget {
        guard let change = WidgetTrouble(snapshot)?.nextChange(after: now) else { return card }
        var card = card
        card.nextTick = card.nextTick.map { min($0, change) } ?? change
        return card
    }

    private func family(of snapshot: ProtoWidgetSnapshot) -> WidgetFamily {
        WidgetFamily(rawValue: snapshot.widget.family.rawValue) ?? .systemSmall
    }

    /// The archive with toggles as users have set them; nil where there is none, or it can't be read.
    package static func archive(of snapshot: ProtoWidgetSnapshot) -> ViewArchive? {
        guard snapshot.hasArchive, let archive = try? ViewArchive(snapshot.archive) else { return nil }
        return archive.showing(snapshot.taps)
    }

    private func status(of snapshot: ProtoWidgetSnapshot) -> String {
        if let trouble = WidgetTrouble(snapshot) { return trouble.isAll ? trouble.word : trouble.brief(now: now) }
        return switch snapshot.state {
        case .stale, .orphaned: Names.state(snapshot.state).text
        default: snapshot.privateHidden ? "locked" : snapshot.invalidated ? "out of date" : ""
        }
    }
}

extension RenderedWidget {
    /// The card with one more action on all of it, where the whole view opens an address. It lies behind the actions in the view.
    func opening(_ archive: ViewArchive?) -> RenderedWidget {
        guard let target = archive?.tapTargets.last, target.kind == .widget else { return self }
        var copy = self
        copy.actions.insert(Action(id: target.id, place: CellRect(column: 0, row: 0, size: size)), at: 0)
        return copy
    }
}
