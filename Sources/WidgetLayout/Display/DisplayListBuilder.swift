import WidgetCore

/// Turns the boxes of a tree and their frames into a display list.
struct DisplayListBuilder {
    private let tree: LayoutTree
    private let frames: LayoutFrames
    private let traits: PresentationTraits
    private let grid: PixelGrid
    private(set) var list: DisplayList
    private var container: Container
    /// The corner of the innermost geometry group: places are counted from there.
    private var origin = Point.zero
    /// Texts are made of single characters, which are bent afterwards.
    private var isOnArc = false

    /// The shape around a view, and where it lies.
    private struct Container {
        let form: ViewShape.Form
        let frame: Rect
    }

    init(_ tree: LayoutTree, _ frames: LayoutFrames, traits: PresentationTraits) {
        (self.tree, self.frames, self.traits, grid) = (tree, frames, traits, traits.grid)
        list = DisplayList(size: traits.size, scale: traits.grid.scale)
        container = Container(form: .roundedRectangle(cornerRadius: traits.cornerRadius), frame: Rect(origin: .zero, size: traits.size))
        list.nodes.reserveCapacity(tree.items.count)
        if !tree.items.isEmpty { add(0) }
    }

    private mutating func add(_ item: Int) {
        guard let frame = frames.frames[item] else { return }
        guard let drawing = tree.drawing(of: item) else { return addChildren(of: item) }
        let room = placed(frame)
        let index = list.nodes.count
        var node = DisplayNode(id: tree.items[item].source, frame: grid.snap(bounded(room)))
        switch drawing {
        case .text(let text): draw(tree.texts[text], in: room, frames.proposals[item], &node)
        case .shape(let shape, let fill):
            let shape = DisplayShape(resolved(shape, in: node.frame), in: node.frame, fill: fill)
            if case .material = fill, let shape, shape.stroke == nil { return addMaterial(shape, node) }
            node.content = shape.map { .shape($0) }
        case .symbol(let name, let symbol, let fills):
            node.content = .shape(DisplayShape(symbol, name, fills, in: room))
            node.accessibility = DisplayAccessibility(role: .image, label: name)
        case .picture(let picture):
            node.content = .picture(picture)
            node.accessibility = DisplayAccessibility(role: .image, label: "")
        case .ring(let ring): return addShapes(ring.shapes(in: node.frame), node, .gauge, "\(Int((ring.fraction * 100).rounded())) %")
        case .spinner(let spinner): return addShapes(spinner.shapes(in: node.frame), node, .progress, "")
        case .bar(let bar):
            return addShapes(
                bar.shapes(in: node.frame, isMirrored: traits.isRightToLeft), node, .progress, bar.fraction.map { "\(Int(($0 * 100).rounded())) %" } ?? "")
        case .chart(let chart): return addShapes(chart.shapes(in: node.frame), node, .chart, "")
        case .container(let shape):
            let outer = container
            container = Container(form: resolved(shape, in: node.frame).form, frame: node.frame)
            addChildren(of: item)
            return container = outer
        case .arc(let arc):
            let first = list.nodes.count
            isOnArc = true
            addChildren(of: item)
            isOnArc = false
            return list.bend(from: first, along: arc, in: room)
        case .geometryGroup:
            let outer = (origin, container)
            enter(node.frame.origin)
            node.effect = .transform(.translation(x: node.frame.minX, y: node.frame.minY))
            list.nodes.append(node)
            addChildren(of: item)
            list.nodes[index].end = list.nodes.count
            return (origin, container) = outer
        case .none: break
        default: node.effect = effect(drawing, in: room)
        }
        switch drawing {
        case .button(let action, let words): (node.action, node.accessibility) = (action.isEmpty ? nil : action, words)
        case .labelled(let words): node.accessibility = words
        default: break
        }
        guard node.content != nil || node.effect != nil || node.accessibility != nil else { return addChildren(of: item) }
        guard isDrawable(node) else { return }
        list.nodes.append(node)
        addChildren(of: item)
        list.nodes[index].end = list.nodes.count
    }

    /// The children in the order in which they are drawn.
    private mutating func addChildren(of item: Int) {
        // Most views have one child.
        if tree.items[item].firstChild == tree.items[item].lastChild {
            if tree.items[item].firstChild >= 0 { add(Int(tree.items[item].firstChild)) }
            return
        }
        var children: [(item: Int, zIndex: Double)] = []
        var isSorted = true
        for child in tree.children(of: item) {
            let zIndex = tree.zIndex(of: child)
            if let last = children.last, last.zIndex > zIndex { isSorted = false }
            children.append((child, zIndex))
        }
        // The sort keeps the order of equals.
        if !isSorted { children.sort { $0.zIndex < $1.zIndex } }
        for child in children { add(child.item) }
    }

    private mutating func addShapes(_ shapes: [DisplayShape], _ node: DisplayNode, _ role: DisplayAccessibility.Role, _ value: String) {
        guard !shapes.isEmpty else { return }
        let index = list.nodes.count
        var group = node
        group.accessibility = DisplayAccessibility(role: role, label: "")
        group.accessibility?.value = value
        list.nodes.append(group)
        for (number, shape) in shapes.enumerated() {
            var part = DisplayNode(
                id: DisplayID(node: node.id.node, part: DisplayPart.piece(number, of: node.id.part)), frame: node.frame, content: .shape(shape))
            part.end = list.nodes.count + 1
            list.nodes.append(part)
        }
        list.nodes[index].end = list.nodes.count
    }

    /// Adds a shape behind which all is blurred.
    private mutating func addMaterial(_ shape: DisplayShape, _ node: DisplayNode) {
        var (group, leaf) = (node, node)
        (group.effect, group.end) = (.material(shape), list.nodes.count + 2)
        leaf.id.part = DisplayPart.piece(0, of: node.id.part)
        (leaf.content, leaf.end) = (.shape(shape), list.nodes.count + 2)
        list.nodes += [group, leaf]
    }

    /// A shape with the form of its container if it is relative to it, mirrored if the surface runs from right to left.
    private func resolved(_ shape: ViewShape, in frame: Rect) -> ViewShape {
        var shape = shape
        if shape.form == .containerRelative {
            let around = container.frame
            let distance = min(frame.minX - around.minX, frame.minY - around.minY, around.maxX - frame.maxX, around.maxY - frame.maxY)
            // Corners that have the same centre as those around them.
            shape.form = container.form.inset(by: max(0, distance))
        }
        if traits.isRightToLeft, case .unevenRoundedRectangle(let radii) = shape.form {
            shape.form = .unevenRoundedRectangle(
                ViewCornerRadii(
                    topLeading: radii.topTrailing, topTrailing: radii.topLeading, bottomLeading: radii.bottomTrailing, bottomTrailing: radii.bottomLeading))
        }
        return shape
    }

    /// A frame from the corner of the group in which it lies, mirrored if the surface runs from right to left.
    private func placed(_ frame: Rect) -> Rect {
        let left = traits.isRightToLeft ? traits.size.width - frame.maxX : frame.minX
        return Rect(x: left - origin.x, y: frame.minY - origin.y, width: frame.size.width, height: frame.size.height)
    }

    /// Counts places from a point on.
    private mutating func enter(_ corner: Point) {
        origin = Point(x: origin.x + corner.x, y: origin.y + corner.y)
        let frame = container.frame
        container = Container(
            form: container.form, frame: Rect(x: frame.minX - corner.x, y: frame.minY - corner.y, width: frame.size.width, height: frame.size.height))
    }

    /// A frame with finite numbers of at most ``LayoutLimits/length``.
    private func bounded(_ frame: Rect) -> Rect {
        func bounded(_ value: Double) -> Double { value.isNaN ? 0 : min(LayoutLimits.length, max(-LayoutLimits.length, value)) }
        return Rect(x: bounded(frame.minX), y: bounded(frame.minY), width: bounded(frame.size.width), height: bounded(frame.size.height))
    }

    private func isDrawable(_ node: DisplayNode) -> Bool {
        node.effect?.mapping?.isUsable ?? true
    }

    // MARK: Contents

    private func draw(_ text: TextView, in room: Rect, _ proposal: ProposedSize, _ node: inout DisplayNode) {
        let layout = TextLayout(text.block, in: proposal, rules: text.rules, grid: grid)
        let (left, top) = (grid.round(room.minX), grid.round(room.minY))
        if text.isRedacted {
            node.content = .shape(bars(layout, in: room, text))
            return
        }
        var display = DisplayText(lines: [])
        display.isRightToLeft = WritingDirection(of: text.block.characters) == .rightToLeft
        for line in layout.lines {
            // Pieces of runs, in the order in which they stand from the left.
            var parts = line.pieces.flatMap { self.parts($0, of: text.block, bySingles: isOnArc || text.rolls) }
            if display.isRightToLeft {
                // A space at the end would stand at the left, and move the letters.
                if let last = parts.last?.range {
                    parts[parts.count - 1].range = last.lowerBound..<(last.last { !text.block.characters[$0].isWhitespace } ?? last.lowerBound - 1) + 1
                }
                parts.reverse()
            }
            var x = left + (room.size.width - line.width) * share(text.rules.alignment)
            var runs: [DisplayText.Run] = []
            for part in parts {
                guard let range = part.range else {
                    let width = (text.block.ellipses.isEmpty ? 0 : text.block.ellipses[part.run]) * layout.scale
                    runs.append(run(MeasuredText.ellipsis, of: part.run, in: text, at: x, width: width, layout.scale, room))
                    x += width
                    continue
                }
                let width = (text.block.offsets[range.upperBound] - text.block.offsets[range.lowerBound]) * layout.scale
                let isWhole = range == text.block.runStarts[part.run]..<text.block.runStarts[part.run + 1]
                let string = isWhole ? text.block.runs[part.run].text : String(text.block.characters[range])
                var run = self.run(string, of: part.run, in: text, at: x, width: width, layout.scale, room)
                if let name = text.block.runs[part.run].symbol { run.symbol = inlineSymbol(name, run, baseline: top + line.baseline) }
                runs.append(run)
                x += width
            }
            display.lines.append(DisplayText.Line(baseline: top + line.baseline, runs: runs))
        }
        node.content = .text(display)
        node.accessibility = DisplayAccessibility(role: .text, label: display.plainText)
    }

    private func inlineSymbol(_ name: String, _ run: DisplayText.Run, baseline: Double) -> DisplayShape {
        let middle = baseline - LineBox(run.font).capHeight / 2
        let height = run.font.size * SymbolBox.height
        let fill: Fill = if case .color(let color) = run.paint { .color(color) } else { .color(.black) }
        let room = Rect(x: run.x, y: middle - height / 2, width: run.width, height: height)
        return DisplayShape(SymbolOutline.named(name, weight: run.font.weight), name, [fill], in: room)
    }

    /// A piece of a line by its runs; without a range it is an ellipsis.
    private func parts(_ piece: TextLayout.Line.Piece, of block: MeasuredText, bySingles: Bool) -> [(run: Int, range: Range<Int>?)] {
        switch piece {
        case .ellipsis(let run): return [(run, nil)]
        case .characters(let range):
            if bySingles { return range.map { (block.run(at: $0), $0..<$0 + 1) } }
            if block.runs.count == 1 { return range.isEmpty ? [] : [(0, range)] }
            return block.runs.indices.compactMap { run in
                let part = range.clamped(to: block.runStarts[run]..<block.runStarts[run + 1])
                return part.isEmpty ? nil : (run, part)
            }
        }
    }

    private func run(_ string: String, of run: Int, in text: TextView, at x: Double, width: Double, _ scale: Double, _ room: Rect) -> DisplayText.Run {
        let source = text.block.runs[run]
        var font = source.font
        font.size *= scale
        let style = text.styles[source.style]
        return DisplayText.Run(
            text: string, font: font, x: x, width: width, tracking: (source.tracking + source.font.builtInTracking) * scale,
            baselineOffset: source.baselineOffset * scale, paint: style.fill.paint(in: room), underline: style.underline, strikethrough: style.strikethrough)
    }

    /// How much of the free room lies on the left of a line.
    private func share(_ alignment: ViewAlignment) -> Double {
        switch alignment.horizontalGuide {
        case .leading: traits.isRightToLeft ? 1 : 0
        case .trailing: traits.isRightToLeft ? 0 : 1
        default: 0.5
        }
    }

    /// A rounded bar for each line.
    private func bars(_ layout: TextLayout, in room: Rect, _ text: TextView) -> DisplayShape {
        var outline = Outline()
        let size = (text.block.runs.first?.font.size ?? 17) * layout.scale
        for line in layout.lines {
            let x = room.minX + (room.size.width - line.width) * share(text.rules.alignment)
            outline.append(
                .roundedRectangle(
                    grid.snap(Rect(x: x, y: room.minY + line.baseline - 0.78 * size, width: line.width, height: 0.86 * size)), radii: CornerRadii(size * 0.2)))
        }
        // Their colour is the text's, so that they are seen where the text was.
        var color = text.styles.first?.fill.color ?? traits.colors.label(1)
        color.alpha = traits.colors.label(4).alpha
        return DisplayShape(outline, paint: .color(color))
    }

    // MARK: Effects

    private func effect(_ drawing: Drawing, in room: Rect) -> DisplayEffect? {
        func point(_ anchor: ViewPoint) -> Point { room.point(Point(x: anchor.x, y: anchor.y)) }
        switch drawing {
        case .opacity(let opacity): return .opacity(min(1, max(0, opacity)))
        case .scale(let x, let y, let anchor): return .scale(x: x, y: y, about: point(anchor))
        case .rotation(let angle, let anchor): return .rotation(angle, about: point(anchor))
        case .rotation3D(let rotation): return .spatialRotation(SpatialRotation(rotation, in: room, isMirrored: traits.isRightToLeft))
        case .projection(let numbers):
            guard let projection = Projection(columns: numbers)?.about(room.origin) else { return nil }
            return projection.affine.map { .transform($0) } ?? .projection(projection)
        case .clip(let shape):
            let frame = grid.snap(room)
            return DisplayShape(resolved(shape, in: frame), in: frame, fill: .color(.black)).map { .clip($0) }
        case .shadow(let color, let radius, let offset): return .shadow(color, radius: max(0, radius), offset: offset)
        case .blur(let radius): return radius > 0 ? .blur(radius) : nil
        case .color(let matrix): return .color(matrix)
        case .blend(let mode): return .blend(mode)
        case .group: return .group
        case .mask: return .mask
        case .text, .shape, .symbol, .picture, .ring, .spinner, .bar, .chart, .container, .arc, .button, .labelled, .geometryGroup, .none: return nil
        }
    }
}

extension LayoutTree {
    /// The z-index of a view among its siblings: its own, or that of the view inside its modifiers.
    func zIndex(of item: Int) -> Double {
        var item = item
        while items[item].zIndex == 0, let view = viewWithin(item) { item = view }
        return items[item].zIndex
    }
}
