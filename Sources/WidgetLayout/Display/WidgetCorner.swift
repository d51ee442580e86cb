import WidgetCore

/// How the corner of a round display shows a widget: the contents lie in the corner, and a label is bent along their inner side.
struct WidgetCorner {
    private let size: Size
    private let hasLabel: Bool
    /// The contents are bent too.
    private let curvesContent: Bool

    /// Nil: the contents alone fill the room.
    init?(_ archive: ViewArchive, size: Size) {
        self.size = size
        hasLabel = archive.nodes.contains { if case .layered(.widgetLabel, _) = $0.content { true } else { false } }
        curvesContent = archive.nodes.contains { $0.modifiers.contains(.curvesContent(true)) }
        if !hasLabel, !curvesContent { return nil }
    }

    /// The form of the place: round where the display is.
    var form: ViewShape.Form {
        .unevenRoundedRectangle(ViewCornerRadii(topLeading: size.width / 2, topTrailing: 8, bottomLeading: 8, bottomTrailing: 8))
    }

    /// All arcs have the corner of the room that lies within the display as their centre. Views take a little less than a quarter of the circle.
    private func arc(_ share: Double) -> Arc { Arc(center: Point(x: size.width, y: size.height), radius: size.width * share, middle: 1.25 * .pi) }

    /// The lower edge of a label, and of contents that are bent, in widths of the room.
    private static let (labelRadius, contentRadius) = (0.44, 0.74)
    /// The height of a line of either, in widths of the room.
    private static let lineHeight = 0.2
    /// The side of contents that aren't bent, beside a label, and their distance from the edges.
    private static let (contentSide, contentInset) = (0.5, 0.09)

    private func addRoom(along arc: Arc, to parent: Int, part: Int, _ builder: inout TreeBuilder) -> Int {
        let bent = builder.addItem(.plain, to: parent, part: part, drawing: .arc(arc))
        return builder.addItem(
            .frame(width: (arc.radius + size.width * Self.lineHeight / 2) * 1.45, height: size.width * Self.lineHeight, .center), to: bent, part: part)
    }

    func addContentRoom(to parent: Int, _ builder: inout TreeBuilder) -> Int {
        if curvesContent { return addRoom(along: arc(Self.contentRadius), to: parent, part: DisplayPart.Surface.cornerContent, &builder) }
        let place = builder.addItem(.frame(width: size.width, height: size.height, .topLeading), to: parent, part: DisplayPart.Surface.cornerContent)
        let inset = size.width * Self.contentInset
        let padding = builder.addItem(.padding(Insets(top: inset, left: inset, bottom: 0, right: 0)), to: place, part: DisplayPart.Surface.cornerPadding)
        return builder.addItem(
            .frame(width: size.width * Self.contentSide, height: size.width * Self.contentSide, .center), to: padding, part: DisplayPart.Surface.cornerFrame)
    }

    /// - Returns: nil: there is no label.
    func addLabelRoom(to parent: Int, _ builder: inout TreeBuilder) -> Int? {
        hasLabel ? addRoom(along: arc(Self.labelRadius), to: parent, part: DisplayPart.Surface.cornerLabel, &builder) : nil
    }
}
