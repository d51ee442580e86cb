import CommandRendering
import Glibc
import SurfacePictures
import WidgetAPI
import WidgetCore
import WidgetLayout

/// Draws what the daemon has: widgets, cards, activities and controls.
struct WidgetPictures {
    let client: WidgetClient
    let look: LookOptions
    let scale: Double
    let now: Timestamp
    let texts: TextCache
    let isOnPaper: Bool

    private var presentation: Presentation { Presentation(texts: texts) }
    private var banner: ActivityBanner { ActivityBanner(texts: texts) }

    /// The traits of a family's widgets, as the options describe the surface.
    func traits(_ family: WidgetFamily, size: Size? = nil) -> PresentationTraits {
        var traits = PresentationTraits(family: family, views: client.surface ?? PresentationTraits.standardViews, scale: scale, now: now)
        if let size { traits.size = size }
        traits.localTime = SystemClock.localTime
        // Accessories lie on something dark: the display of a watch, or a picture beneath the clock.
        if traits.isAccessory { traits.views.colorScheme = .dark }
        look.apply(to: &traits, isOnPaper: isOnPaper)
        return traits
    }

    private func list(_ archive: ProtoViewArchive, _ traits: PresentationTraits) throws -> DisplayList {
        let list = presentation.displayList(of: try ViewArchive(archive), traits: traits)
        return look.place.magnification == 1 ? list : list.scaled(by: look.place.magnification)
    }

    /// A widget with its view for this surface, as ``snapshots(_:)`` waits for it.
    func snapshot(_ name: String) throws -> ProtoWidgetSnapshot { try snapshots([name])[0] }

    /// Widgets with their views for this surface. A provider that is asked for one the first time needs a moment, so all are asked at once.
    /// After a second a widget has the view for the surface that is most like this one, and a line on standard error says so: a widget has at most
    /// ``Limits/variantsPerArchive`` more.
    func snapshots(_ names: [String]) throws -> [ProtoWidgetSnapshot] {
        var snapshots = try names.map(client.widget)
        for _ in 0..<20 {
            let late = snapshots.indices.filter { isForAnotherSurface(snapshots[$0]) }
            guard !late.isEmpty else { return snapshots }
            usleep(50_000)
            for index in late { snapshots[index] = try client.widget(names[index]) }
        }
        for snapshot in snapshots where isForAnotherSurface(snapshot) {
            let name = PlainText.line(snapshot.widget.name.isEmpty ? snapshot.widget.kind : snapshot.widget.name)
            try OutputFile.error.write("widgetctl render: \(name): its provider gave no view for this surface within a second; another surface's is drawn\n")
        }
        return snapshots
    }

    private func isForAnotherSurface(_ snapshot: ProtoWidgetSnapshot) -> Bool {
        guard let surface = client.surface, let archive = try? ViewArchive(snapshot.archive) else { return false }
        return !archive.isMade(for: surface)
    }

    /// - Parameter look: changes the traits of the surface.
    func widget(_ snapshot: ProtoWidgetSnapshot, size: Size? = nil, _ look: (inout PresentationTraits) -> Void = { _ in }) throws -> DisplayList {
        var traits = traits(WidgetFamily(rawValue: snapshot.widget.family.rawValue) ?? .systemSmall, size: size)
        traits.isInvalidated = snapshot.invalidated
        if snapshot.contentMarginsDisabled { traits.margins = .zero }
        look(&traits)
        return try list(snapshot.archive, traits)
    }

    func preview(_ response: ProtoPreviewResponse) throws -> DisplayList {
        try list(response.archive, traits(WidgetFamily(rawValue: response.family.rawValue) ?? .systemSmall))
    }

    /// The stack as a home screen shows it.
    /// - Parameter cards: the one in front is the first.
    func stack(_ cards: [ProtoStackCard]) throws -> DisplayList {
        let traits = traits(.systemSmall)
        return StackPicture(front: try card(cards[0]), cards: cards.count, color: .named(isOnPaper ? .black : .white), presentation, traits).list
    }

    func card(_ card: ProtoStackCard) throws -> DisplayList {
        var traits = traits(WidgetFamily(rawValue: card.family.rawValue) ?? .systemSmall)
        if card.contentMarginsDisabled { traits.margins = .zero }
        return try list(card.archive, traits)
    }

    /// The presentations that an activity has: on the lock screen, expanded, compact, minimal and small.
    /// - Throws: NOT_FOUND where the activity has no views yet, and INVALID_ARGUMENT for a broken archive.
    func activity(_ snapshot: ProtoActivitySnapshot) throws -> [DisplayList] {
        var views: [ProtoActivityArchive.Presentation: ViewArchive] = [:]
        for view in snapshot.archive.views { views[view.presentation] = try ViewArchive(view.archive) }
        var lists: [DisplayList] = []
        if let view = views[.lockScreen] { lists.append(banner.displayList(of: view, width: 360, traits: traits(.systemMedium))) }
        let island = DynamicIslandPicture(presentation, traits(.systemSmall))
        if [.expandedLeading, .expandedCenter, .expandedBottom, .expandedTrailing].contains(where: { views[$0] != nil }) {
            lists.append(island.expanded(views))
        }
        let compact = [views[.compactLeading], views[.compactTrailing]].compactMap(\.self)
        if !compact.isEmpty { lists.append(island.compact(compact)) }
        if let view = views[.minimal] { lists.append(island.minimal(view)) }
        if let view = views[.small] { lists.append(small(view)) }
        guard !lists.isEmpty else {
            let advice = snapshot.lastError.isEmpty ? "; try again in a moment" : ": \(snapshot.lastError)"
            throw WidgetError(.notFound, "activity: its provider has drawn no views yet\(advice)")
        }
        return lists
    }

    private func small(_ view: ViewArchive) -> DisplayList {
        var traits = traits(.systemSmall)
        traits.margins = Insets(all: ActivityBanner.margin(of: view.adapted(to: traits.views)))
        return presentation.displayList(of: view, traits: traits)
    }

    // MARK: Controls

    /// A control in its three sizes: a round button, a bar, and a square.
    func control(_ snapshot: ProtoControlSnapshot) -> [DisplayList] {
        let control = ControlPicture(snapshot)
        return ControlPicture.sizes.map { size in
            var traits = traits(.systemSmall, size: size)
            (traits.hasChrome, traits.margins) = (false, .zero)
            // A control has letters on a disc of its own.
            if isOnPaper { traits.views.renderingMode = .fullColor }
            return presentation.displayList(of: control.archive(in: size, isDark: traits.views.colorScheme == .dark), traits: traits)
        }
    }
}
