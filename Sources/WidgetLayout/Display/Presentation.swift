public import WidgetCore

/// Turns a view's archive into the display list for a surface's traits. Nothing else makes a display list from an archive.
public struct Presentation {
    private let texts: TextCache

    public init(texts: TextCache) { self.texts = texts }

    /// - Parameter archive: with its variants; the one for the traits is taken.
    public func displayList(of archive: ViewArchive, traits: PresentationTraits) -> DisplayList {
        let traits = traits.withDirection
        let adapted = archive.adapted(to: traits.views)
        let corner = traits.isCorner ? WidgetCorner(adapted, size: traits.size) : nil
        var builder = TreeBuilder(adapted, traits: traits, texts: texts)
        let frame = LayoutItem.Kind.frame(width: traits.size.width, height: traits.size.height, .center)
        var root = builder.addItem(.plain, to: LayoutTree.none, part: DisplayPart.Surface.root)
        if traits.isDimmed { root = builder.addItem(.plain, to: root, part: DisplayPart.Surface.dimming, drawing: .color(WidgetChrome.dimming)) }
        if traits.hasChrome {
            let form = corner?.form ?? .roundedRectangle(cornerRadius: traits.cornerRadius)
            root = builder.addItem(.plain, to: root, part: DisplayPart.Surface.clip, drawing: .clip(ViewShape(form)))
        }
        let layers = builder.addItem(.zStack(.center), to: builder.addItem(frame, to: root, part: DisplayPart.Surface.frame), part: DisplayPart.Surface.layers)
        var background: Int?
        let fills = traits.hasChrome ? WidgetChrome.background(traits) : []
        if !fills.isEmpty {
            let back = builder.addItem(
                .zStack(.center), to: builder.addItem(frame, to: layers, part: DisplayPart.Surface.groundFrame), part: DisplayPart.Surface.ground)
            for (number, fill) in fills.enumerated() {
                _ = builder.addItem(.room, to: back, part: DisplayPart.Surface.fill(number), drawing: .shape(.rectangle, fill))
            }
            // The view's own background is in full colour, and is removed elsewhere.
            if traits.renderingMode == .fullColor { background = back }
        }
        let room = corner?.addContentRoom(to: layers, &builder) ?? layers
        let content = builder.addItem(.padding(Self.margins(of: adapted, traits)), to: room, part: DisplayPart.Surface.content)
        builder.build(content: content, background: background, label: corner?.addLabelRoom(to: layers, &builder))
        if traits.hasChrome { WidgetChrome.addEdge(to: builder.addItem(frame, to: layers, part: DisplayPart.Surface.edge), &builder, traits) }
        let tree = builder.tree
        let frames = LayoutEngine.frames(of: tree, in: traits.size, grid: traits.grid)
        var list = DisplayListBuilder(tree, frames, traits: traits).list
        list.nextTick = builder.parts.nextTick
        list.measurements = frames.measurements
        // A dimmed display changes at most once a minute.
        if traits.isDimmed, let tick = list.nextTick { list.nextTick = max(tick, traits.now + .seconds(60)) }
        return list
    }

    /// A view's boxes, which can be laid out for one size after the other: without margins and background.
    public func boxes(of archive: ViewArchive, traits: PresentationTraits) -> ViewBoxes {
        let traits = traits.withDirection
        var builder = TreeBuilder(archive, traits: traits, texts: texts)
        builder.build(content: builder.addItem(.zStack(.center), to: LayoutTree.none, part: DisplayPart.Surface.root), background: nil)
        return ViewBoxes(tree: builder.tree, grid: traits.grid)
    }

    /// The size that a view takes, without margins and background.
    /// - Parameters:
    ///   - width: what it is offered; nil: its ideal width, infinite: its largest.
    ///   - height: as `width`.
    public func size(of archive: ViewArchive, width: Double?, height: Double?, traits: PresentationTraits) -> Size {
        boxes(of: archive, traits: traits).size(width: width, height: height)
    }

    /// Where views lie in the room of the traits, without margins and background: with all modifiers, or with some.
    public func frames(of archive: ViewArchive, traits: PresentationTraits, modifiers: [NodeID: Int]? = nil) -> [NodeID: Rect] {
        boxes(of: archive, traits: traits).frames(in: traits.size, modifiers: modifiers)
    }

    /// The surface's margins, unless the view sets others.
    private static func margins(of archive: ViewArchive, _ traits: PresentationTraits) -> Insets {
        var margins = traits.margins
        for case .contentMargins(let top, let leading, let bottom, let trailing) in archive.nodes.first?.modifiers ?? [] {
            margins = Insets(top: top ?? margins.top, left: leading ?? margins.left, bottom: bottom ?? margins.bottom, right: trailing ?? margins.right)
        }
        return margins
    }
}
