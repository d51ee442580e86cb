package import WidgetCore

// The values of modifiers: fonts, colours, frames, lines and what a screen reader is told.

extension ViewFont {
    init(_ proto: ProtoFont) {
        self.init(
            style: Style(rawValue: proto.style.rawValue), size: proto.size == 0 ? nil : proto.size, weight: Weight(rawValue: proto.weight.rawValue),
            isItalic: proto.italic, isMonospacedDigit: proto.monospacedDigit, design: Design(rawValue: proto.design.rawValue),
            name: proto.name)
        width = Width(rawValue: proto.width.rawValue)
        leading = Leading(rawValue: proto.leading.rawValue)
        isSmallCaps = proto.smallCaps
    }
}

extension ProtoFont {
    init(_ font: ViewFont) {
        self.init()
        style = font.style.flatMap { Style(rawValue: $0.rawValue) } ?? .unspecified
        size = font.size ?? 0
        weight = font.weight.flatMap { Weight(rawValue: $0.rawValue) } ?? .unspecified
        italic = font.isItalic
        monospacedDigit = font.isMonospacedDigit
        design = font.design.flatMap { Design(rawValue: $0.rawValue) } ?? .unspecified
        width = font.width.flatMap { Width(rawValue: $0.rawValue) } ?? .unspecified
        leading = font.leading.flatMap { Leading(rawValue: $0.rawValue) } ?? .unspecified
        smallCaps = font.isSmallCaps
        name = font.name
    }
}

extension ViewColor {
    /// - Throws: INVALID_ARGUMENT for an unknown colour.
    package init(_ proto: ProtoColor, field: String) throws(WidgetError) {
        switch proto.color {
        case .rgba(let value): self = .rgba(value)
        case .named(let text):
            guard let name = Name(rawValue: text) else {
                throw .invalid(field, "a named colour is one of \(Name.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            self = proto.hasOpacity ? .faded(name, opacity: proto.opacity) : .named(name)
        case nil: throw .invalid(field, "needs a colour: named or rgba")
        }
    }
}

extension ProtoColor {
    init(_ color: ViewColor) {
        self.init()
        switch color {
        case .named(let name): named = name.rawValue
        case .rgba(let value): rgba = value
        case .faded(let name, let opacity):
            named = name.rawValue
            self.opacity = opacity
        }
    }
}

extension ViewFrame {
    init(_ proto: ProtoFrame) {
        self.init(
            width: proto.hasWidth ? proto.width : nil, height: proto.hasHeight ? proto.height : nil,
            minimumWidth: proto.hasMinWidth ? proto.minWidth : nil,
            maximumWidth: proto.hasMaxWidth ? proto.maxWidth : nil, minimumHeight: proto.hasMinHeight ? proto.minHeight : nil,
            maximumHeight: proto.hasMaxHeight ? proto.maxHeight : nil,
            alignment: ViewAlignment(rawValue: proto.alignment.rawValue))
        if proto.hasIdealWidth { idealWidth = proto.idealWidth }
        if proto.hasIdealHeight { idealHeight = proto.idealHeight }
    }
}

extension ProtoFrame {
    init(_ frame: ViewFrame) {
        self.init()
        if let width = frame.width { self.width = width }
        if let height = frame.height { self.height = height }
        if let width = frame.minimumWidth { minWidth = width }
        if let width = frame.idealWidth { idealWidth = width }
        if let width = frame.maximumWidth { maxWidth = width }
        if let height = frame.minimumHeight { minHeight = height }
        if let height = frame.idealHeight { idealHeight = height }
        if let height = frame.maximumHeight { maxHeight = height }
        alignment = ProtoAlignment(frame.alignment)
    }
}

extension ViewTextLine {
    init(_ proto: ProtoTextLine, field: String) throws(WidgetError) {
        self.init(
            isActive: proto.active, pattern: Pattern(rawValue: proto.pattern.rawValue) ?? .solid,
            color: proto.hasColor ? try ViewColor(proto.color, field: "\(field).color") : nil)
    }
}

extension ProtoTextLine {
    init(_ line: ViewTextLine) {
        self.init()
        active = line.isActive
        pattern = Pattern(rawValue: line.pattern.rawValue) ?? .unspecified
        if let color = line.color { self.color = ProtoColor(color) }
    }
}

extension ViewGridCell {
    init(_ proto: ProtoGridCell) {
        self.init(
            columns: max(1, Int(proto.columns)), anchor: proto.hasAnchor ? ViewPoint(proto.anchor) : nil,
            columnAlignment: ViewAlignment(rawValue: proto.columnAlignment.rawValue), isUnsizedHorizontally: proto.unsizedHorizontally,
            isUnsizedVertically: proto.unsizedVertically)
    }
}

extension ProtoGridCell {
    init(_ cell: ViewGridCell) {
        self.init()
        columns = UInt32(clamping: cell.columns)
        if let anchor = cell.anchor { self.anchor = ProtoPoint(anchor) }
        columnAlignment = ProtoAlignment(cell.columnAlignment)
        unsizedHorizontally = cell.isUnsizedHorizontally
        unsizedVertically = cell.isUnsizedVertically
    }
}

extension ViewColorEffect {
    static func known(_ proto: ProtoColorEffect, field: String) throws(WidgetError) -> ViewColorEffect? {
        switch proto.effect {
        case .brightness(let amount): .brightness(amount)
        case .contrast(let amount): .contrast(amount)
        case .saturation(let amount): .saturation(amount)
        case .grayscale(let amount): .grayscale(amount)
        case .hueRotation(let angle): .hueRotation(angle)
        case .invert(let inverts): inverts ? .invert : nil
        case .multiply(let color): .multiply(try ViewColor(color, field: "\(field).multiply"))
        case .luminanceToAlpha(let applies): applies ? .luminanceToAlpha : nil
        case nil: nil
        }
    }
}

extension ProtoColorEffect {
    init(_ effect: ViewColorEffect) {
        self.init()
        switch effect {
        case .brightness(let amount): brightness = amount
        case .contrast(let amount): contrast = amount
        case .saturation(let amount): saturation = amount
        case .grayscale(let amount): grayscale = amount
        case .hueRotation(let angle): hueRotation = angle
        case .invert: invert = true
        case .multiply(let color): multiply = ProtoColor(color)
        case .luminanceToAlpha: luminanceToAlpha = true
        }
    }
}

extension ViewButtonBorderShape {
    static func known(_ proto: ProtoButtonBorderShape) -> ViewButtonBorderShape? {
        switch proto.form {
        case .automatic: .automatic
        case .capsule: .capsule
        case .roundedRectangle: .roundedRectangle(radius: proto.hasRadius ? proto.radius : nil)
        case .circle: .circle
        case .unspecified, .UNRECOGNIZED: nil
        }
    }
}

extension ProtoButtonBorderShape {
    init(_ shape: ViewButtonBorderShape) {
        self.init()
        switch shape {
        case .automatic: form = .automatic
        case .capsule: form = .capsule
        case .circle: form = .circle
        case .roundedRectangle(let radius):
            form = .roundedRectangle
            if let radius { self.radius = radius }
        }
    }
}

extension ViewAccessibility {
    init(_ proto: ProtoAccessibility) {
        self.init(
            label: proto.hasLabel ? proto.label : nil, value: proto.hasValue ? proto.value : nil, hint: proto.hasHint ? proto.hint : nil,
            identifier: proto.hasIdentifier ? proto.identifier : nil, isHidden: proto.hasHidden ? proto.hidden : nil,
            children: Children(rawValue: proto.children.rawValue))
        isHeader = proto.hasHeader ? proto.header : nil
        isImage = proto.hasImage ? proto.image : nil
        isButton = proto.hasButton ? proto.button : nil
        updatesFrequently = proto.hasUpdatesFrequently ? proto.updatesFrequently : nil
        sortPriority = proto.hasSortPriority ? proto.sortPriority : nil
    }
}

extension ProtoAccessibility {
    init(_ accessibility: ViewAccessibility) {
        self.init()
        if let label = accessibility.label { self.label = label }
        if let value = accessibility.value { self.value = value }
        if let hint = accessibility.hint { self.hint = hint }
        if let identifier = accessibility.identifier { self.identifier = identifier }
        if let isHidden = accessibility.isHidden { hidden = isHidden }
        if let isHeader = accessibility.isHeader { header = isHeader }
        if let isImage = accessibility.isImage { image = isImage }
        if let isButton = accessibility.isButton { button = isButton }
        if let updates = accessibility.updatesFrequently { updatesFrequently = updates }
        if let priority = accessibility.sortPriority { sortPriority = priority }
        children = accessibility.children.flatMap { Children(rawValue: $0.rawValue) } ?? .unspecified
    }
}
