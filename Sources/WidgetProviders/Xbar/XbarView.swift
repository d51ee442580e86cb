import WidgetCore

/// Makes a view for a family of a plugin's output. The first title is large. The other titles and the menu are lines below it, as many as fit.
struct XbarView {
    let document: XbarDocument
    let name: String
    let family: WidgetFamily
    /// The pictures that the view names.
    private(set) var images: [ProvidedImage] = []

    init(document: XbarDocument, name: String, family: WidgetFamily) {
        self.document = document
        self.name = name
        self.family = family
    }

    /// The font size of a line where the plugin gives none, and the largest that it may ask for, in points. A widget has little room.
    private static let lineSize = 12.0
    private static let largestLine = 16.0
    /// The largest font size of the title, in points.
    private static let largestTitle = 40.0
    /// Characters of one line; no family shows more.
    private static let lineCharacters = 200

    /// Lines below the title that a family has room for.
    private var room: Int {
        switch family {
        case .accessoryInline, .accessoryCircular, .accessoryCorner: 0
        case .accessoryRectangular: 2
        case .systemSmall, .systemMedium: 5
        case .systemLarge, .systemExtraLarge: 14
        case .systemExtraLargePortrait: 30
        }
    }

    mutating func tree() -> ViewTree {
        let title = document.titles.first ?? XbarLine(title: name)
        switch family {
        case .accessoryInline: return .text(shown(title.title.isEmpty ? name : title.title))
        case .accessoryCircular, .accessoryCorner:
            return .zstack([content(title).font(.caption).minimumScaleFactor(0.5)])
        default:
            var text = content(title)
            if let size = title.size {
                text = text.font(size: min(size, family == .accessoryRectangular ? Self.largestLine : Self.largestTitle))
            } else {
                text = text.font(family == .accessoryRectangular ? .headline : .title3)
            }
            let heading = acting(title, text.bold().lineLimit(2))
            return .vstack(alignment: .leading, spacing: 2, [heading] + lines())
        }
    }

    private mutating func lines() -> [ViewTree] {
        let titles = document.titles.dropFirst().filter(isShown).map { XbarDocument.Item.line($0) }
        var items = Array(titles)
        if !titles.isEmpty, !document.menu.isEmpty { items.append(.separator) }
        items += document.menu
        let count = items.count { if case .line(let line) = $0 { isShown(line) } else { false } }
        // The last line counts the lines that are left out.
        let limit = count > room ? max(0, room - 1) : room
        var views: [ViewTree] = []
        var used = 0
        for item in items where used < limit {
            switch item {
            case .separator:
                // One separator between lines is enough. It takes so little room that it doesn't count as a line.
                if case .view(.divider)? = views.last?.content { continue }
                views.append(.divider)
            case .line(let line):
                guard isShown(line) else { continue }
                used += 1
                views.append(acting(line, content(line).font(size: min(line.size ?? Self.lineSize, Self.largestLine)).lineLimit(1)).indented(line.depth))
            }
        }
        if case .view(.divider)? = views.last?.content { views.removeLast() }
        if room > 0, count > used { views.append(.text("+\(count - used) more").font(size: Self.lineSize).foregroundStyle(.secondary)) }
        return views
    }

    private func isShown(_ line: XbarLine) -> Bool { line.isInDropdown && (!line.title.isEmpty || line.image != nil) }

    /// A line's text, with its symbol or picture before it.
    private mutating func content(_ line: XbarLine) -> ViewTree {
        var text = line.runs.isEmpty ? ViewTree.text((line.isChecked ? "✓ " : "") + shown(line.title)) : colored(line)
        if line.isBold { text = text.bold() }
        if let color = line.color, line.runs.isEmpty { text = text.foregroundStyle(color) }
        if line.isDisabled { text = text.foregroundStyle(.secondary) }
        if let picture = picture(line) { return line.title.isEmpty ? picture : .hstack(spacing: 4, [picture, text]) }
        if let symbol = line.symbol, (1...Limits.symbolNameBytes).contains(symbol.utf8.count) {
            return line.title.isEmpty ? .image(systemName: symbol) : .hstack(spacing: 4, [.image(systemName: symbol), text])
        }
        return text
    }

    /// The parts of a title beside each other, each in its colour.
    private func colored(_ line: XbarLine) -> ViewTree {
        var left = Self.lineCharacters
        var parts = line.isChecked ? [ViewTree.text("✓ ")] : []
        for run in line.runs where left > 0 {
            var text = ViewTree.text(String(run.text.prefix(left)))
            left -= run.text.count
            if run.isBold { text = text.bold() }
            if let color = run.color { text = text.foregroundStyle(color) }
            parts.append(text)
        }
        return .hstack(spacing: 0, parts)
    }

    /// A picture that isn't a PNG of a size that fits is left out.
    private mutating func picture(_ line: XbarLine) -> ViewTree? {
        let limit = (width: family.size.width * Limits.imagePixelsPerPoint, height: family.size.height * Limits.imagePixelsPerPoint)
        guard let data = line.image, let reference = try? ImageReference(png: data), reference.width <= limit.width, reference.height <= limit.height else {
            return nil
        }
        if !images.contains(where: { $0.reference == reference }) {
            let total = images.reduce(data.count) { $0 + $1.data.count }
            guard total <= Limits.imageBytesPerTimeline, images.count < Limits.imagesPerArchive else { return nil }
            images.append(ProvidedImage(reference: reference, data: data))
        }
        return .image(reference)
    }

    /// Adds the line's action to a view. A tap does one thing, so a command counts before a link, and a link before a refresh. An action that isn't allowed,
    /// such as a relative link or a very long argument, is left out, and the line stays.
    private func acting(_ line: XbarLine, _ view: ViewTree) -> ViewTree {
        guard !line.isDisabled else { return view }
        // The button has the line's title as its name.
        func button(_ effect: ViewAction.Effect, _ label: [ViewTree]) -> ViewTree {
            ViewTree(.button(.init(title: line.title, effect: effect)), children: label)
        }
        var actions: [([ViewTree]) -> ViewTree] = []
        if let command = line.command {
            actions.append { button(.intent(name: XbarCommand.intent, parameters: XbarCommand.parameters(command)), $0) }
        }
        if let href = line.href { actions.append { button(.openURL(href), $0) } }
        if line.refresh { actions.append { button(.reload, $0) } }
        let possible = actions.first { make in (try? make([.text("")]).archive().validated(family: family)) != nil }
        return possible.map { $0([view]) } ?? view
    }

    private func shown(_ text: String) -> String { String(text.prefix(Self.lineCharacters)) }
}

extension ViewTree {
    /// Points for each level of a submenu.
    private static let indent = 10.0

    fileprivate func indented(_ depth: Int) -> ViewTree {
        depth == 0 ? self : padding(ViewInsets(top: 0, leading: Double(min(depth, 4)) * Self.indent, bottom: 0, trailing: 0))
    }
}
