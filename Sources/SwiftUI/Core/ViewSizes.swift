import WidgetCore
import WidgetLayout

/// The sizes of views, where a provider needs them before a surface lays the views out: geometry readers, custom layouts, and texts in a ``Canvas``.
///
/// The layout is that of the surfaces, with the widths of the default font.
@MainActor enum ViewSizes {
    private static let presentation = Presentation(texts: TextCache(measurer: InterMeasurer()))

    static func size(of view: some View, in room: CGSize) -> CGSize {
        guard let tree = try? ViewRenderer.tree(of: view, environment: EnvironmentValues(), size: room) else { return .zero }
        return size(of: tree, ProposedViewSize(room))
    }

    static func size(of tree: ViewTree, _ proposal: ProposedViewSize) -> CGSize {
        guard let archive = try? tree.archive() else { return .zero }
        let size = presentation.size(
            of: archive, width: proposal.width.map { Double($0) }, height: proposal.height.map { Double($0) }, traits: traits(.zero, EnvironmentValues()))
        return CGSize(width: size.width, height: size.height)
    }

    /// The rooms of views with so many of their modifiers, when all of them together have `room`.
    static func rooms(of archive: ViewArchive, modifiers: [NodeID: Int], in room: CGSize, _ environment: EnvironmentValues) -> [NodeID: CGSize] {
        presentation.frames(of: archive, traits: traits(room, environment), modifiers: modifiers).mapValues {
            CGSize(width: $0.size.width, height: $0.size.height)
        }
    }

    private static func traits(_ room: CGSize, _ environment: EnvironmentValues) -> PresentationTraits {
        var views = PresentationTraits.standardViews
        views.dynamicTypeSize = environment.archivedTypeSize
        return PresentationTraits(
            views: views, size: Size(width: room.width, height: room.height), scale: environment.displayScale, now: Timestamp(milliseconds: 0))
    }
}
