import WidgetCore

/// The looks of gauges.
enum GaugeParts {
    /// - Returns: the items for the gauge's parts in their order; nil for parts that the look doesn't show.
    static func add(_ gauge: Gauge, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder) -> [Slot?] {
        let style = environment.controls.gauge ?? gauge.style
        return style.isRing
            ? addRing(gauge, style, to: parent, source, environment, &builder) : addBar(gauge, style, to: parent, source, environment, &builder)
    }

    private static func addRing(
        _ gauge: Gauge, _ style: Gauge.Style, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder
    ) -> [Slot?] {
        let isOpen = style != .accessoryCircularCapacity
        // As large as an accessory family; in other widgets 58 points, as on iOS.
        let shortest = min(builder.traits.size.width, builder.traits.size.height)
        let side = shortest <= 76 ? shortest : 58
        var frame = ViewFrame(minimumWidth: 20, maximumWidth: side, minimumHeight: 20, maximumHeight: side)
        (frame.idealWidth, frame.idealHeight) = (side, side)
        let square = builder.tree.add(.aspectRatio(1, fills: false), to: parent, source)
        let bounds = builder.tree.add(frame, to: square, source)
        let layers = builder.tree.add(.zStack(.center), to: bounds, source)
        let ring = GaugeRing(
            fraction: gauge.fraction, isOpen: isOpen, isFilled: !isOpen, fill: filling(environment, &builder), track: track(environment, &builder))
        _ = builder.tree.add(.room, to: layers, part(source, DisplayPart.RingGauge.ring), drawing: .ring(ring))
        let side26 = side * 0.26
        var slots = Slots(gauge)
        // In the middle the value, or where there is none the label. The label of an open ring stands below.
        let hasValue = slots.has(.currentValue)
        let middle = builder.tree.add(.padding(Insets(all: side * 0.16)), to: layers, part(source, DisplayPart.RingGauge.middle))
        var value = environment
        value.font = DisplayFont(size: side * (isOpen ? 0.3 : 0.27), weight: .semibold)
        value.font.design = .rounded
        value.text = TextRules(lineLimit: 1, minimumScale: 0.4, alignment: .center)
        slots.add(hasValue ? .currentValue : .label, to: middle, part(source, DisplayPart.RingGauge.value), value, &builder)
        var small = environment
        small.font = DisplayFont(size: side * 0.17, weight: .semibold)
        small.text = TextRules(lineLimit: 1, minimumScale: 0.5, alignment: .center)
        if isOpen {
            let bottom = builder.tree.add(.frame(width: side, height: side, .bottom), to: layers, part(source, DisplayPart.RingGauge.bottom))
            if slots.has(.minimum) || slots.has(.maximum) {
                // Between the ring's ends.
                let row = builder.tree.add(.frame(width: side * 0.52, height: nil, .bottom), to: bottom, part(source, DisplayPart.RingGauge.bottom))
                let ends = builder.tree.add(.stack(.horizontal, .firstTextBaseline, spacing: 2), to: row, part(source, DisplayPart.RingGauge.bottom))
                slots.add(.minimum, to: ends, part(source, DisplayPart.RingGauge.minimum), small, &builder)
                _ = builder.tree.add(.spacer(minimum: 0, .horizontal), to: ends, part(source, DisplayPart.RingGauge.space))
                slots.add(.maximum, to: ends, part(source, DisplayPart.RingGauge.maximum), small, &builder)
            } else if hasValue, slots.has(.label) {
                let label = builder.tree.add(.frame(width: side26 * 1.6, height: nil, .bottom), to: bottom, part(source, DisplayPart.RingGauge.label))
                slots.add(.label, to: label, part(source, DisplayPart.RingGauge.label), small, &builder)
            }
        }
        return slots.result
    }

    private static func addBar(
        _ gauge: Gauge, _ style: Gauge.Style, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder
    ) -> [Slot?] {
        var slots = Slots(gauge)
        let column = builder.tree.add(.stack(.vertical, .leading, spacing: 4), to: parent, source)
        var small = environment
        small.apply(ViewFont(style: .caption))
        small.text.lineLimit = small.text.lineLimit ?? 1
        if slots.has(.label), !environment.controls.hidesLabels {
            slots.add(.label, to: column, part(source, DisplayPart.BarGauge.label), environment, &builder)
        }
        let row = builder.tree.add(.stack(.horizontal, .center, spacing: 6), to: column, part(source, DisplayPart.BarGauge.row))
        slots.add(.minimum, to: row, part(source, DisplayPart.BarGauge.minimum), small, &builder)
        let isCapacity = style == .linearCapacity || style == .accessoryLinearCapacity || style == .linear
        let height = style == .linear || style == .linearCapacity ? 6.0 : 8.0
        let frame = builder.tree.add(.frame(width: nil, height: height, .center), to: row, part(source, DisplayPart.BarGauge.track))
        let bar = GaugeBar(
            fraction: gauge.fraction, hasKnob: !isCapacity, fill: filling(environment, &builder), track: track(environment, &builder))
        _ = builder.tree.add(.room, to: frame, part(source, DisplayPart.BarGauge.track), drawing: .bar(bar))
        slots.add(.maximum, to: row, part(source, DisplayPart.BarGauge.maximum), small, &builder)
        if slots.has(.currentValue), style != .accessoryLinear {
            small.foregrounds = [environment.foreground(2, builder.resolver.colors)]
            slots.add(.currentValue, to: column, part(source, DisplayPart.BarGauge.value), small, &builder)
        }
        return slots.result
    }

    static func part(_ source: DisplayID, _ number: Int) -> DisplayID { DisplayID(node: source.node, part: DisplayPart.control(number)) }

    private static func filling(_ environment: LayoutEnvironment, _ builder: inout PartBuilder) -> Fill {
        builder.resolver.adapted(environment.tint ?? .color(builder.resolver.colors.color(.accent, accent: nil)), in: environment)
    }

    private static func track(_ environment: LayoutEnvironment, _ builder: inout PartBuilder) -> Fill {
        builder.resolver.adapted(.color(builder.resolver.colors.fill), in: environment)
    }

    /// The parts of a gauge: views of its own, or texts.
    private struct Slots {
        private let gauge: Gauge
        private(set) var result: [Slot?]

        init(_ gauge: Gauge) {
            self.gauge = gauge
            // One more, for children that are no part.
            result = Array(repeating: nil, count: gauge.parts.count + 1)
        }

        func has(_ part: Gauge.Part) -> Bool { gauge.parts.contains(part) || !text(part).isEmpty }

        mutating func add(_ part: Gauge.Part, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder) {
            if let number = gauge.parts.firstIndex(of: part) {
                result[number] = Slot(item: builder.tree.add(.zStack(.center), to: parent, source), environment: environment)
            } else if !text(part).isEmpty {
                builder.addText([(.text(text(part)), [])], to: parent, source, environment)
            }
        }

        private func text(_ part: Gauge.Part) -> String {
            switch part {
            case .label: gauge.label
            case .currentValue: gauge.currentValueLabel
            case .minimum: gauge.minimumLabel
            case .maximum: gauge.maximumLabel
            }
        }
    }
}

/// The looks of progress.
enum ProgressParts {
    static func add(
        _ progress: ViewProgress, label: String, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder
    ) {
        let resolver = builder.resolver
        let fill = resolver.adapted(environment.tint ?? .color(resolver.colors.color(.accent, accent: nil)), in: environment)
        let track = resolver.adapted(.color(resolver.colors.fill), in: environment)
        var fraction: Double?
        switch progress {
        case .indeterminate: break
        case .fraction(let part): fraction = part
        case .range(let start, let end, let countsDown):
            // A step for each pixel of a bar as wide as the widget.
            let steps = Int(builder.traits.size.width * builder.traits.scale)
            let (part, tick) = LiveTextFormatter(now: builder.traits.now, localTime: builder.traits.localTime)
                .fraction(from: start, to: end, countsDown: countsDown, steps: steps)
            fraction = part
            builder.note(tick)
        }
        let isRing = environment.controls.progress == .circular || (environment.controls.progress == .automatic && fraction == nil)
        let column = builder.tree.add(.stack(.vertical, isRing ? .center : .leading, spacing: 4), to: parent, source)
        let showsLabel = !label.isEmpty && !environment.controls.hidesLabels
        if showsLabel, !isRing { builder.addText([(.text(label), [])], to: column, GaugeParts.part(source, DisplayPart.Progress.label), environment) }
        if isRing {
            let side = [ViewControlSize.mini, .small].contains(environment.controls.size) ? 16.0 : 20.0
            let frame = builder.tree.add(.frame(width: side, height: side, .center), to: column, GaugeParts.part(source, DisplayPart.Progress.track))
            let secondary = environment.foreground(2, resolver.colors)
            let drawing =
                fraction.map { Drawing.ring(GaugeRing(fraction: $0, isOpen: false, isFilled: true, fill: fill, track: track)) }
                ?? .spinner(Spinner(fill: resolver.adapted(environment.tint ?? secondary, in: environment)))
            _ = builder.tree.add(.room, to: frame, GaugeParts.part(source, DisplayPart.Progress.track), drawing: drawing)
            guard showsLabel else { return }
            var below = environment
            if fraction == nil { below.foregrounds = [secondary] }
            builder.addText([(.text(label), [])], to: column, GaugeParts.part(source, DisplayPart.Progress.label), below)
        } else {
            let frame = builder.tree.add(.frame(width: nil, height: 4, .center), to: column, GaugeParts.part(source, DisplayPart.Progress.track))
            _ = builder.tree.add(
                .room, to: frame, GaugeParts.part(source, DisplayPart.Progress.track),
                drawing: .bar(GaugeBar(fraction: fraction, hasKnob: false, fill: fill, track: track)))
        }
    }
}
