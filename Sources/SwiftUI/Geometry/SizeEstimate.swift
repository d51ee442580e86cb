import WidgetCore

/// About how large views are, where a provider must know it before a surface has laid them out: a custom ``Layout``, and texts in a ``Canvas``.
@MainActor enum SizeEstimate {
    /// The width of a letter and the height of a line, as parts of a font's size: those of a sans serif on average.
    private static let (letter, line) = (0.53, 1.2)

    static func size(of view: some View, in room: CGSize) -> CGSize {
        guard let tree = try? ViewRenderer.tree(of: view, environment: EnvironmentValues(), size: room) else { return .zero }
        return size(of: tree, in: room)
    }

    static func size(of tree: ViewTree, in room: CGSize, font: Double = 17) -> CGSize {
        var font = font
        for case .font(let own) in tree.modifiers.reversed() { font = own.size ?? own.style.map(points) ?? font }
        var size = contentSize(of: tree, in: room, font: font)
        for modifier in tree.modifiers {
            switch modifier {
            case .padding(let insets):
                size = CGSize(width: size.width + insets.leading + insets.trailing, height: size.height + insets.top + insets.bottom)
            case .frame(let frame):
                size.width = frame.width ?? min(frame.maximumWidth.map { min($0, room.width) } ?? size.width, max(size.width, frame.minimumWidth ?? 0))
                size.height = frame.height ?? min(frame.maximumHeight.map { min($0, room.height) } ?? size.height, max(size.height, frame.minimumHeight ?? 0))
                if let least = frame.minimumWidth { size.width = max(size.width, least) }
                if let least = frame.minimumHeight { size.height = max(size.height, least) }
            default: break
            }
        }
        return size
    }

    private static func contentSize(of tree: ViewTree, in room: CGSize, font: Double) -> CGSize {
        let children = tree.children.map { size(of: $0, in: room, font: font) }
        guard case .view(let content) = tree.content else { return beside(children, 8) }
        switch content {
        case .text(let text): return textSize(text, in: room, font: font)
        case .richText(let spans): return textSize(spans.map(\.plainText).joined(), in: room, font: font)
        case .liveText: return textSize("00:00", in: room, font: font)
        case .label(let title, _): return textSize("** " + title, in: room, font: font)
        case .image: return CGSize(width: font * 1.2, height: font * 1.2)
        case .stack(.horizontal, _, let spacing): return beside(children, spacing ?? 8)
        case .stack(.vertical, _, let spacing):
            let turned = beside(children.map { CGSize(width: $0.height, height: $0.width) }, spacing ?? 8)
            return CGSize(width: turned.height, height: turned.width)
        case .stack(.depth, _, _), .gridRow, .grid, .lazyGrid:
            return CGSize(width: children.map(\.width).max() ?? 0, height: children.map(\.height).max() ?? 0)
        case .layered, .firstThatFits: return children.first ?? .zero
        case .spacer, .divider: return CGSize(width: 1, height: 1)
        case .shape, .chart, .gauge, .accessoryBackground, .containerBackground: return room
        case .progress: return CGSize(width: room.width, height: 4)
        case .button, .toggle, .link: return beside(children, 8)
        }
    }

    private static func beside(_ sizes: [CGSize], _ spacing: Double) -> CGSize {
        CGSize(width: sizes.reduce(Double(max(0, sizes.count - 1)) * spacing) { $0 + $1.width }, height: sizes.map(\.height).max() ?? 0)
    }

    private static func textSize(_ text: String, in room: CGSize, font: Double) -> CGSize {
        let width = Double(text.count) * font * letter
        let lines = room.width > 0 && room.width.isFinite ? max(1, (width / room.width).rounded(.up)) : 1
        return CGSize(width: lines > 1 ? room.width : width, height: lines * font * line)
    }

    /// The points of text styles at the usual size (Human Interface Guidelines).
    private static func points(_ style: ViewFont.Style) -> Double {
        switch style {
        case .largeTitle: 34
        case .title: 28
        case .title2: 22
        case .title3: 20
        case .headline, .body: 17
        case .callout: 16
        case .subheadline: 15
        case .footnote: 13
        case .caption: 12
        case .caption2: 11
        }
    }
}
