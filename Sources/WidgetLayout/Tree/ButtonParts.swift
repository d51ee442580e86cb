import WidgetCore

/// The look of buttons: a label, and by its style a form behind it.
enum ButtonParts {
    /// - Returns: the item for the label's views.
    static func add(to parent: Int, _ source: DisplayID, action: String, _ environment: inout LayoutEnvironment, _ builder: inout PartBuilder) -> Int {
        let style = environment.controls.button
        let button = builder.tree.add(.plain, to: parent, source, drawing: .button(action: action, DisplayAccessibility(role: .button, label: "")))
        let label = addChrome(to: button, source, isProminent: style == .borderedProminent || style == .glassProminent, &environment, &builder)
        environment.stackAxis = .horizontal
        return builder.tree.add(.stack(.horizontal, .center, spacing: nil), to: label, part(source, DisplayPart.Button.content))
    }

    /// Adds what lies behind the label.
    static func addChrome(
        to button: Int, _ source: DisplayID, isProminent: Bool, _ environment: inout LayoutEnvironment, _ builder: inout PartBuilder
    ) -> Int {
        let resolver = builder.resolver
        let tint = environment.tint ?? .color(resolver.colors.color(.accent, accent: nil))
        switch environment.controls.button {
        case .plain: return dimmed(button, source, environment, &builder)
        case .borderless:
            environment.foregrounds = [tint]
            return dimmed(button, source, environment, &builder)
        case .automatic, .bordered, .borderedProminent, .glass, .glassProminent: break
        }
        let (across, down, radius) = insets(environment.controls.size)
        let isGlass = environment.controls.button == .glass || environment.controls.button == .glassProminent
        let button = dimmed(button, source, environment, &builder)
        let layers = builder.tree.add(.layered(.center), to: button, part(source, DisplayPart.Button.padding))
        let label = builder.tree.add(
            .padding(Insets(top: down, left: across, bottom: down, right: across)), to: layers, part(source, DisplayPart.Button.padding))
        let shape: ViewShape =
            switch environment.controls.border {
            case .automatic: isGlass ? .capsule : .roundedRectangle(cornerRadius: radius)
            case .capsule: .capsule
            case .circle: .circle
            case .roundedRectangle(let own): .roundedRectangle(cornerRadius: own ?? radius)
            }
        let isFlat = builder.traits.renderingMode != .fullColor
        if isGlass, !isFlat {
            addGlass(shape, isProminent ? tint : nil, to: layers, source, &builder)
            environment.foregrounds = [isProminent ? .color(.white) : environment.tint ?? .color(resolver.colors.label(1))]
            return label
        }
        // In one colour, a label on a solid form couldn't be read.
        let fill = isProminent ? (isFlat ? tint.faded(0.35) : tint) : tint.faded(0.15)
        let back = builder.tree.add(.room, to: layers, part(source, DisplayPart.Button.ground), drawing: .shape(shape, resolver.adapted(fill, in: environment)))
        builder.tree.setZIndex(-1, of: back)
        environment.foregrounds = [isProminent || isFlat ? .color(.white) : tint]
        return label
    }

    /// Adds a pane of glass: what lies below is blurred, and light falls on the edge.
    /// - Parameter tint: the pane's colour; nil: clear glass.
    private static func addGlass(_ shape: ViewShape, _ tint: Fill?, to layers: Int, _ source: DisplayID, _ builder: inout PartBuilder) {
        let colors = builder.resolver.colors
        let pane = builder.tree.add(
            .room, to: layers, part(source, DisplayPart.Button.ground), drawing: .shape(shape, .material(tint?.color.faded(0.85) ?? colors.glass)))
        var edge = shape
        (edge.stroke, edge.inset) = (ViewShape.Stroke(width: 1), shape.inset + 0.5)
        let strength = colors.isDark ? 0.4 : 0.9
        let light = [(0, strength), (0.5, strength / 4), (1, strength * 0.6)].map { Paint.Stop(location: $0, color: ResolvedColor.white.faded($1)) }
        let rim = builder.tree.add(
            .room, to: layers, part(source, DisplayPart.Button.edge),
            drawing: .shape(edge, .gradient(.linear(start: ViewPoint(x: 0.3, y: 0), end: ViewPoint(x: 0.7, y: 1)), light)))
        for layer in [pane, rim] { builder.tree.setZIndex(-1, of: layer) }
    }

    static func part(_ source: DisplayID, _ number: Int) -> DisplayID { DisplayID(node: source.node, part: DisplayPart.control(number)) }

    static func dimmed(_ button: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder) -> Int {
        environment.controls.isDisabled ? builder.tree.add(.plain, to: button, part(source, DisplayPart.Button.disabled), drawing: .opacity(0.4)) : button
    }

    /// Points beside and above the label, and the corners' radius, as UIKit's button configurations have them.
    private static func insets(_ size: ViewControlSize) -> (across: Double, down: Double, radius: Double) {
        switch size {
        case .mini: (10, 4, 6)
        case .small: (10, 5, 7)
        case .regular: (12, 7, 8)
        case .large, .extraLarge: (20, 15, 12)
        }
    }
}

/// The look of toggles: a mark before the label, a switch behind it, or a button that is filled where it is on.
enum ToggleParts {
    /// - Returns: the items for the views of both states; that of the state that isn't shown is nil.
    static func add(
        isOn: Bool, title: String, to parent: Int, _ source: DisplayID, action: String, _ environment: inout LayoutEnvironment, _ builder: inout PartBuilder
    ) -> [Slot?] {
        var accessibility = DisplayAccessibility(role: .toggle, label: title)
        accessibility.isOn = isOn
        let toggle = builder.tree.add(.plain, to: parent, source, drawing: .button(action: action, accessibility))
        func slots(_ item: Int) -> [Slot?] { isOn ? [nil, Slot(item: item)] : [Slot(item: item), nil] }
        switch environment.controls.toggle {
        case .button:
            // Custom styles are archived as plain buttons, which have nothing behind them.
            let label = ButtonParts.addChrome(to: toggle, source, isProminent: isOn, &environment, &builder)
            environment.stackAxis = .horizontal
            return slots(builder.tree.add(.stack(.horizontal, .center, spacing: nil), to: label, ButtonParts.part(source, DisplayPart.Toggle.content)))
        case .automatic, .checkbox:
            let row = builder.tree.add(
                .stack(.horizontal, .firstTextBaseline, spacing: 6), to: ButtonParts.dimmed(toggle, source, environment, &builder), source)
            var box = environment
            box.foregrounds = [
                isOn ? environment.tint ?? .color(builder.resolver.colors.color(.accent, accent: nil)) : environment.foreground(2, builder.resolver.colors)
            ]
            SymbolParts.add(mark(isOn, environment.controls.toggle), nil, to: row, ButtonParts.part(source, DisplayPart.Toggle.mark), box, &builder)
            return slots(builder.tree.add(.zStack(.center), to: row, ButtonParts.part(source, DisplayPart.Toggle.content)))
        case .switch:
            let row = builder.tree.add(.stack(.horizontal, .center, spacing: nil), to: ButtonParts.dimmed(toggle, source, environment, &builder), source)
            let label = builder.tree.add(.zStack(.center), to: row, ButtonParts.part(source, DisplayPart.Toggle.content))
            if !environment.controls.hidesLabels {
                _ = builder.tree.add(.spacer(minimum: WidgetMetrics.spacing, .horizontal), to: row, ButtonParts.part(source, DisplayPart.Toggle.space))
            }
            let track = isOn ? environment.tint ?? .color(builder.resolver.colors.color(.green, accent: nil)) : .color(builder.resolver.colors.fill)
            addSwitch(isOn, track, to: row, source, environment, &builder)
            return environment.controls.hidesLabels ? [nil] : slots(label)
        }
    }

    private static func mark(_ isOn: Bool, _ style: ViewToggleStyle) -> String {
        style == .checkbox ? (isOn ? "checkmark.square.fill" : "square") : isOn ? "checkmark.circle.fill" : "circle"
    }

    /// 51 by 31 points, with a knob of 27.
    private static func addSwitch(
        _ isOn: Bool, _ track: Fill, to row: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder
    ) {
        let frame = builder.tree.add(.frame(width: 51, height: 31, .center), to: row, ButtonParts.part(source, DisplayPart.Toggle.frame))
        let layers = builder.tree.add(.zStack(isOn ? .trailing : .leading), to: frame, ButtonParts.part(source, DisplayPart.Toggle.frame))
        _ = builder.tree.add(
            .room, to: layers, ButtonParts.part(source, DisplayPart.Toggle.track), drawing: .shape(.capsule, builder.resolver.adapted(track, in: environment)))
        let inset = builder.tree.add(.padding(Insets(all: 2)), to: layers, ButtonParts.part(source, DisplayPart.Toggle.knob))
        let knob = builder.tree.add(.frame(width: 27, height: 27, .center), to: inset, ButtonParts.part(source, DisplayPart.Toggle.knob))
        _ = builder.tree.add(
            .room, to: knob, ButtonParts.part(source, DisplayPart.Toggle.knob),
            drawing: .shape(.circle, .color(builder.traits.renderingMode == .fullColor ? .white : .clear)))
    }
}
