import WidgetCore

/// The place of a view's child.
struct Slot {
    let item: Int
    /// Nil: the view's own.
    var environment: LayoutEnvironment?
}

/// Adds modifiers, contents and the parts of controls to a tree.
struct PartBuilder {
    var tree = LayoutTree()
    let traits: PresentationTraits
    let resolver: StyleResolver
    private let texts: TextCache
    /// When a text or a bar looks different; nil: never.
    private(set) var nextTick: Timestamp?
    /// The item for the label beside a widget; nil: the surface shows none.
    var labelRoom: Int?

    init(traits: PresentationTraits, texts: TextCache) {
        self.traits = traits
        resolver = StyleResolver(traits)
        self.texts = texts
    }

    mutating func note(_ tick: Timestamp?) { if let tick { nextTick = min(nextTick ?? tick, tick) } }

    // MARK: Modifiers

    /// - Returns: the item within which the view lies.
    mutating func add(_ modifier: ViewModifier, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment) -> Int {
        func effect(_ drawing: Drawing) -> Int { tree.add(.plain, to: parent, source, drawing: drawing) }
        switch modifier {
        case .background(let color):
            let layers = tree.add(.layered(.center), to: parent, source)
            // The view comes first in the tree, and the colour is drawn first: it lies lower.
            let view = tree.add(.plain, to: layers, source)
            let fill = resolver.adapted(.color(resolver.color(color, tint: environment.tint?.color)), in: environment)
            let room = tree.add(.room, to: layers, source, drawing: .shape(.rectangle, fill))
            tree.setZIndex(-1, of: room)
            return view
        case .frame(let frame):
            if frame.isFixed { return tree.add(.frame(width: frame.width, height: frame.height, frame.alignment ?? .center), to: parent, source) }
            var item = tree.add(frame, to: parent, source)
            if frame.width != nil || frame.height != nil {
                item = tree.add(.frame(width: frame.width, height: frame.height, frame.alignment ?? .center), to: item, source)
            }
            return item
        case .padding(let insets): return tree.add(.padding(Insets(insets)), to: parent, source)
        case .offset(let x, let y): return tree.add(.offset(Point(x: traits.isRightToLeft ? -x : x, y: y)), to: parent, source)
        case .position(let x, let y): return tree.add(.position(Point(x: x, y: y)), to: parent, source)
        case .aspectRatio(let ratio, let fills): return tree.add(.aspectRatio(ratio, fills: fills), to: parent, source)
        case .fixedSize(let horizontally, let vertically):
            return tree.add(.fixedSize(horizontally: horizontally, vertically: vertically), to: parent, source)
        case .layoutPriority(let priority):
            let item = tree.add(.plain, to: parent, source)
            tree.setPriority(priority, of: item)
            return item
        case .zIndex(let zIndex):
            let item = tree.add(.plain, to: parent, source)
            tree.setZIndex(zIndex, of: item)
            return item
        case .gridCell(let cell):
            let item = tree.add(.plain, to: parent, source)
            tree.setCell(cell, of: item)
            return item
        case .alignmentGuide(let alignment, let value):
            // A row aligns by the vertical centre.
            let isInRow = alignment == .center && environment.stackAxis == .horizontal
            return tree.add(.guide(isInRow ? .verticalCenter : alignment.ownGuide, value), to: parent, source)
        case .matchedGeometry(let key):
            let item = tree.add(.plain, to: parent, source)
            tree.match(key, item)
            return item
        case .opacity(let opacity): return effect(.opacity(opacity))
        case .hidden: return effect(.opacity(0))
        case .scale(let x, let y): return effect(.scale(x: x, y: y, anchor: .center))
        case .scaleAbout(let x, let y, let anchor): return effect(.scale(x: x, y: y, anchor: anchor))
        case .rotation(let angle): return effect(.rotation(angle, anchor: .center))
        case .rotationAbout(let angle, let anchor): return effect(.rotation(angle, anchor: anchor))
        case .rotation3D(let rotation): return effect(.rotation3D(rotation))
        case .projection(let numbers): return effect(.projection(numbers))
        case .cornerRadius(let radius): return effect(.clip(ViewShape(.unevenRoundedRectangle(ViewCornerRadii(radius)))))
        case .clip(let shape): return effect(.clip(shape))
        case .containerShape(let shape): return effect(.container(shape))
        case .shadow(let shadow):
            // A shadow behind flat colours has no depth to show.
            guard traits.renderingMode == .fullColor else { return parent }
            return effect(
                .shadow(
                    resolver.color(shadow.color, tint: environment.tint?.color), radius: shadow.radius, offset: Point(x: shadow.x, y: shadow.y)))
        case .blur(let radius): return effect(.blur(radius))
        case .color(let change):
            guard traits.renderingMode == .fullColor else { return parent }
            return effect(.color(ColorMatrix(change) { resolver.color($0, tint: environment.tint?.color) }))
        case .blendMode(let mode): return mode == .normal || traits.renderingMode != .fullColor ? parent : effect(.blend(mode))
        case .compositingGroup, .drawingGroup: return effect(.group)
        case .geometryGroup: return effect(.geometryGroup)
        case .accessibility(let accessibility):
            var words = DisplayAccessibility(role: .group, label: accessibility.label ?? "")
            words.value = accessibility.value ?? ""
            return words.label.isEmpty && words.value.isEmpty ? parent : effect(.labelled(words))
        default: return parent
        }
    }

    // MARK: Contents

    /// Adds a view's content.
    /// - Parameter environment: what its children get.
    /// - Returns: the places of the children in their order, the last for all that follow; nil: it isn't shown.
    mutating func add(
        _ node: ViewNode, _ source: DisplayID, to parent: Int, _ environment: inout LayoutEnvironment, archive: ViewArchive, action: String?
    ) -> [Slot?] {
        switch node.content {
        case .text(let text): addText([(.text(text), [])], to: parent, source, environment)
        case .liveText(let live): addText([(.liveText(live), [])], to: parent, source, environment)
        case .richText(let spans): addText(spans.map { ($0.content, $0.modifiers) }, to: parent, source, environment)
        case .image(let image): addImage(image, to: parent, source, environment, images: archive.images)
        case .label(let title, let symbol): addLabel(title, symbol, to: parent, source, environment)
        case .stack(let axis, let alignment, let spacing):
            switch axis {
            case .depth:
                environment.stackAxis = nil
                return [Slot(item: tree.add(.zStack(alignment ?? .center), to: parent, source))]
            case .horizontal, .vertical:
                let own: Axis = axis == .horizontal ? .horizontal : .vertical
                environment.stackAxis = own
                return [Slot(item: tree.add(.stack(own, alignment ?? .center, spacing: spacing), to: parent, source))]
            }
        case .spacer(let minimum):
            _ = tree.add(.spacer(minimum: minimum ?? WidgetMetrics.spacing, environment.stackAxis), to: parent, source)
        case .divider:
            _ = tree.add(
                .divider(environment.stackAxis?.other == .vertical ? .horizontal : nil), to: parent, source,
                drawing: .shape(.rectangle, resolver.adapted(.color(resolver.colors.separator), in: environment)))
        case .gauge(let gauge): return GaugeParts.add(gauge, to: parent, source, environment, &self)
        case .chart(let chart): ChartParts.add(chart, to: parent, source, environment, &self)
        case .progress(let progress, let label): ProgressParts.add(progress, label: label, to: parent, source, environment, &self)
        case .button: return [Slot(item: ButtonParts.add(to: parent, source, action: action ?? "", &environment, &self))]
        case .toggle(_, let isOn, let title):
            return ToggleParts.add(isOn: isOn, title: title, to: parent, source, action: action ?? "", &environment, &self)
        case .link:
            environment.stackAxis = .horizontal
            let button = tree.add(.plain, to: parent, source, drawing: .button(action: action ?? "", DisplayAccessibility(role: .link, label: "")))
            return [Slot(item: tree.add(.stack(.horizontal, .center, spacing: nil), to: button, source))]
        case .shape(let shape):
            let fill = shape.style.map { resolver.fill($0, in: environment) } ?? environment.foreground(1, resolver.colors)
            _ = tree.add(
                .room, to: parent, source,
                drawing: .shape(shape, resolver.adapted(fill, in: environment)))
        case .containerBackground:
            environment.stackAxis = nil
            return [Slot(item: tree.add(.zStack(.center), to: parent, source))]
        case .grid(let alignment, let horizontal, let vertical):
            environment.stackAxis = nil
            return [Slot(item: tree.add(.grid(alignment ?? .center, horizontalSpacing: horizontal, verticalSpacing: vertical), to: parent, source))]
        case .gridRow(let alignment):
            environment.stackAxis = .horizontal
            return [Slot(item: tree.add(.gridRow(alignment), to: parent, source))]
        case .lazyGrid(let grid):
            environment.stackAxis = grid.axis == .vertical ? .vertical : .horizontal
            return [Slot(item: tree.add(grid, to: parent, source))]
        case .layered(let layer, let alignment):
            environment.stackAxis = nil
            let layers = tree.add(
                .layered(alignment ?? .center), to: parent, source, drawing: layer == .mask ? .mask : nil)
            let view = tree.add(.plain, to: layers, source)
            if layer == .widgetLabel { return [Slot(item: view), labelRoom.map { Slot(item: $0, environment: environment.ofWidgetLabel) }] }
            let other = tree.add(.plain, to: layers, source)
            if layer == .background { tree.setZIndex(-1, of: other) }
            return [Slot(item: view), Slot(item: other)]
        case .firstThatFits(let horizontally, let vertically):
            return [Slot(item: tree.add(.firstThatFits(horizontally: horizontally, vertically: vertically), to: parent, source))]
        case .accessoryBackground:
            let fill = Fill.color(resolver.colors.label(1).faded(0.12))
            _ = tree.add(.room, to: parent, source, drawing: .shape(ViewShape(.containerRelative), resolver.adapted(fill, in: environment)))
        case nil:
            guard node.fallback.isEmpty else {
                addText([(.text(node.fallback), [])], to: parent, source, environment)
                return [nil]
            }
            return [Slot(item: tree.add(.zStack(.center), to: parent, source))]
        }
        return [nil]
    }

    // MARK: Texts and images

    mutating func addText(
        _ spans: [(ViewTextSpan.Content, [ViewModifier])], to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment
    ) {
        let view = textView(spans, environment)
        _ = tree.add(view, to: parent, source)
    }

    private mutating func textView(_ spans: [(ViewTextSpan.Content, [ViewModifier])], _ outer: LayoutEnvironment) -> TextView {
        var runs: [MeasuredText.Run] = []
        var styles: [TextView.Style] = []
        for (content, modifiers) in spans {
            var environment = outer
            for modifier in modifiers.reversed() {
                environment.apply(modifier, resolver: resolver)
            }
            var run = MeasuredText.Run(cased(string(of: content), environment.letters.textCase), font: environment.font)
            if case .symbol(let name) = content { run.symbol = name }
            let letters = environment.letters
            (run.tracking, run.baselineOffset, run.style) = (letters.kerning + letters.tracking, letters.baselineOffset, styles.count)
            runs.append(run)
            let fill = resolver.adapted(environment.foreground(1, resolver.colors), in: environment)
            styles.append(
                TextView.Style(fill: fill, underline: line(letters.underline, environment), strikethrough: line(letters.strikethrough, environment)))
        }
        return TextView(block: texts.block(runs), rules: outer.text, styles: styles, isRedacted: outer.isRedacted, rolls: outer.letters.rolls)
    }

    private func line(_ line: ViewTextLine?, _ environment: LayoutEnvironment) -> ResolvedTextLine? {
        guard let line, line.isActive else { return nil }
        return ResolvedTextLine(
            pattern: line.pattern,
            color: line.color.map { resolver.adapted(.color(resolver.color($0, tint: environment.tint?.color)), in: environment).color })
    }

    private mutating func string(of content: ViewTextSpan.Content) -> String {
        switch content {
        case .text(let text): return text
        case .symbol: return ""
        case .liveText(let live):
            let (text, tick) = LiveTextFormatter(now: traits.now, localTime: traits.localTime, isBrief: traits.isDimmed).text(of: live)
            note(tick)
            return text
        }
    }

    private func cased(_ text: String, _ textCase: ViewTextCase) -> String {
        switch textCase {
        case .unchanged: text
        case .uppercase: text.uppercased()
        case .lowercase: text.lowercased()
        }
    }

    private mutating func addImage(_ image: ViewImage, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, images: [ImageReference]) {
        switch image.source {
        case .systemName(let name): SymbolParts.add(name, image, to: parent, source, environment, &self)
        case .image(let index):
            guard images.indices.contains(index) else { return }
            let reference = images[index]
            var picture = DisplayPicture(
                digest: reference.digest, width: reference.width, height: reference.height, scale: image.scale > 0 ? image.scale : 1)
            picture.resizing = image.resizing
            picture.interpolation = image.interpolation ?? .medium
            if image.renderingMode == .template {
                picture.tint = resolver.adapted(environment.foreground(1, resolver.colors), in: environment).color
            } else {
                resolver.adapt(&picture, image.accentedRenderingMode, isAccented: environment.isAccented)
            }
            let size = Size(width: Double(reference.width) / picture.scale, height: Double(reference.height) / picture.scale)
            let drawing: Drawing = environment.isRedacted ? .shape(.roundedRectangle(cornerRadius: 4), .color(resolver.colors.label(4))) : .picture(picture)
            _ = tree.add(.picture(size, isResizable: image.resizing != nil), to: parent, source, drawing: drawing)
        }
    }

    private mutating func addLabel(_ title: String, _ symbol: String, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment) {
        let showsSymbol = environment.controls.label != .titleOnly && !symbol.isEmpty
        let showsTitle = environment.controls.label != .iconOnly || symbol.isEmpty
        let row = showsSymbol && showsTitle ? tree.add(.stack(.horizontal, .firstTextBaseline, spacing: 6), to: parent, source) : parent
        if showsSymbol {
            SymbolParts.add(symbol, nil, to: row, DisplayID(node: source.node, part: DisplayPart.control(DisplayPart.Label.symbol)), environment, &self)
        }
        if showsTitle { addText([(.text(title), [])], to: row, DisplayID(node: source.node, part: DisplayPart.control(DisplayPart.Label.title)), environment) }
    }
}

extension ViewFrame {
    /// It has fixed lengths alone.
    var isFixed: Bool {
        minimumWidth == nil && idealWidth == nil && maximumWidth == nil && minimumHeight == nil && idealHeight == nil && maximumHeight == nil
    }
}

extension ViewCornerRadii {
    init(_ radius: Double) { self.init(topLeading: radius, topTrailing: radius, bottomLeading: radius, bottomTrailing: radius) }
}

extension ViewAlignment {
    /// The guide that `alignmentGuide` sets. The archive has one `center` for both axes: it is the horizontal one here.
    var ownGuide: AlignmentGuide {
        switch self {
        case .leading, .trailing: horizontalGuide
        case .center: .horizontalCenter
        default: verticalGuide
        }
    }
}

extension Insets {
    /// In a layout from left to right.
    fileprivate init(_ insets: ViewInsets) { self.init(top: insets.top, left: insets.leading, bottom: insets.bottom, right: insets.trailing) }
}
