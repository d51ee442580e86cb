internal import SwiftProtobuf
internal import WidgetCore

extension ViewContent {
    /// The content; nil: what it needs is newer than this code, and the node's fallback is drawn.
    /// - Throws: INVALID_ARGUMENT where what it needs isn't there at all.
    static func known(_ proto: ProtoViewNode.OneOf_Content, field: String) throws(WidgetError) -> ViewContent? {
        switch proto {
        case .text(let text): return try known(text, field: "\(field).text")
        case .image(let image): return try known(image, field: "\(field).image")
        case .label(let label): return .label(title: label.title, systemImage: label.systemImage)
        case .stack(let stack):
            guard stack.axis != .unspecified else { throw .invalid("\(field).stack.axis", "must be VERTICAL, HORIZONTAL or DEPTH") }
            let alignment = ViewAlignment(rawValue: stack.alignment.rawValue)
            return StackAxis(rawValue: stack.axis.rawValue).map { .stack(axis: $0, alignment: alignment, spacing: stack.hasSpacing ? stack.spacing : nil) }
        case .spacer(let spacer): return .spacer(minimumLength: spacer.hasMinLength ? spacer.minLength : nil)
        case .divider: return .divider
        case .gauge(let gauge): return .gauge(try Gauge(gauge, field: "\(field).gauge"))
        case .progress(let progress): return try known(progress, field: "\(field).progress")
        case .button(let button): return .button(action: Int(button.action))
        case .toggle(let toggle): return .toggle(action: Int(toggle.action), isOn: toggle.isOn, title: toggle.title)
        case .link(let link): return .link(url: link.url)
        case .shape(let shape): return try ViewShape.known(shape, field: "\(field).shape").map(ViewContent.shape)
        case .containerBackground: return .containerBackground
        case .grid(let grid):
            return .grid(
                alignment: ViewAlignment(rawValue: grid.alignment.rawValue), horizontalSpacing: grid.hasHorizontalSpacing ? grid.horizontalSpacing : nil,
                verticalSpacing: grid.hasVerticalSpacing ? grid.verticalSpacing : nil)
        case .gridRow(let row): return .gridRow(alignment: ViewAlignment(rawValue: row.alignment.rawValue))
        case .chart(let chart): return .chart(try Chart(chart, field: "\(field).chart"))
        case .lazyGrid(let grid): return try LazyGrid.known(grid, field: "\(field).lazy_grid").map(ViewContent.lazyGrid)
        case .layered(let layered):
            guard layered.layer != .unspecified else { throw .invalid("\(field).layered.layer", "must be BACKGROUND, OVERLAY, MASK or WIDGET_LABEL") }
            return ViewLayer(rawValue: layered.layer.rawValue).map {
                .layered($0, alignment: ViewAlignment(rawValue: layered.alignment.rawValue))
            }
        case .firstThatFits(let fitting): return .firstThatFits(horizontally: fitting.horizontally, vertically: fitting.vertically)
        case .accessoryBackground: return .accessoryBackground
        }
    }

    private static func known(_ text: ProtoText, field: String) throws(WidgetError) -> ViewContent? {
        switch text.value {
        case .literal(let string): return .text(string)
        case .live(let live): return try LiveText.known(live, field: "\(field).live").map(ViewContent.liveText)
        case .rich(let rich):
            var spans: [ViewTextSpan] = []
            for (index, span) in rich.spans.enumerated() {
                // A text with a part that is newer than this code is left to the node's fallback.
                guard let span = try ViewTextSpan.known(span, field: "\(field).rich.spans[\(index)]") else { return nil }
                spans.append(span)
            }
            return .richText(spans)
        case nil: return try newer(text.unknownFields, or: .invalid(field, "needs a value: literal or live"))
        }
    }

    private static func known(_ image: ProtoImage, field: String) throws(WidgetError) -> ViewContent? {
        let source: ViewImage.Source
        switch image.source {
        case .systemName(let name): source = .systemName(name)
        case .image(let index): source = .image(Int(index))
        case nil: return try newer(image.unknownFields, or: .invalid(field, "needs a source: system_name or image"))
        }
        return .image(
            ViewImage(
                source: source, accentedRenderingMode: ViewImage.AccentedRenderingMode(rawValue: image.accentedRenderingMode.rawValue),
                resizing: image.hasResizing
                    ? ViewImage.Resizing(capInsets: ViewInsets(image.resizing.capInsets), isTiled: image.resizing.tiled) : nil,
                renderingMode: ViewImage.RenderingMode(rawValue: image.renderingMode.rawValue),
                interpolation: ViewImage.Interpolation(rawValue: image.interpolation.rawValue),
                variableValue: image.hasVariableValue ? image.variableValue : nil, scale: image.scale == 0 ? 1 : image.scale))
    }

    private static func known(_ progress: ProtoProgress, field: String) throws(WidgetError) -> ViewContent? {
        switch progress.progress {
        case .fraction(let fraction): return .progress(.fraction(fraction), label: progress.label)
        case .range(let range):
            guard range.hasStart, range.hasEnd else { throw .invalid("\(field).range", "needs start and end") }
            let start = try Timestamp(range.start, field: "\(field).range.start")
            let end = try Timestamp(range.end, field: "\(field).range.end")
            return .progress(.range(start: start, end: end, countsDown: progress.countsDown), label: progress.label)
        // A newer form of progress is drawn as indeterminate.
        case nil: return .progress(.indeterminate, label: progress.label)
        }
    }

    /// Nil where a newer writer put something that this code doesn't know in the place of what is missing.
    private static func newer(_ unknown: UnknownStorage, or error: WidgetError) throws(WidgetError) -> ViewContent? {
        if unknown.data.isEmpty { throw error }
        return nil
    }
}

extension ProtoViewNode.OneOf_Content {
    init(_ content: ViewContent) {
        switch content {
        case .text(let text): self = .text(.with { $0.literal = text })
        case .liveText(let live): self = .text(.with { $0.live = ProtoLiveText(live) })
        case .richText(let spans): self = .text(.with { $0.rich.spans = spans.map { ProtoTextSpan($0) } })
        case .image(let image):
            self = .image(
                .with {
                    switch image.source {
                    case .systemName(let name): $0.systemName = name
                    case .image(let index): $0.image = UInt32(clamping: index)
                    }
                    $0.accentedRenderingMode = image.accentedRenderingMode.flatMap { ProtoAccentedRenderingMode(rawValue: $0.rawValue) } ?? .unspecified
                    if let resizing = image.resizing {
                        $0.resizing = .with {
                            if resizing.capInsets != ViewImage.Resizing().capInsets { $0.capInsets = ProtoInsets(resizing.capInsets) }
                            $0.tiled = resizing.isTiled
                        }
                    }
                    $0.renderingMode = image.renderingMode.flatMap { .init(rawValue: $0.rawValue) } ?? .unspecified
                    $0.interpolation = image.interpolation.flatMap { .init(rawValue: $0.rawValue) } ?? .unspecified
                    if let value = image.variableValue { $0.variableValue = value }
                    if image.scale != 1 { $0.scale = image.scale }
                })
        case .label(let title, let systemImage):
            self = .label(
                .with {
                    $0.title = title
                    $0.systemImage = systemImage
                })
        case .stack(let axis, let alignment, let spacing):
            self = .stack(
                .with {
                    $0.axis = ProtoStack.Axis(rawValue: axis.rawValue) ?? .unspecified
                    $0.alignment = ProtoAlignment(alignment)
                    if let spacing { $0.spacing = spacing }
                })
        case .spacer(let length): self = .spacer(.with { if let length { $0.minLength = length } })
        case .divider: self = .divider(ProtoDivider())
        case .gauge(let gauge): self = .gauge(ProtoGauge(gauge))
        case .progress(let progress, let label): self = .progress(ProtoProgress(progress, label: label))
        case .button(let action): self = .button(.with { $0.action = UInt32(clamping: action) })
        case .toggle(let action, let isOn, let title):
            self = .toggle(
                .with {
                    $0.action = UInt32(clamping: action)
                    $0.isOn = isOn
                    $0.title = title
                })
        case .link(let url): self = .link(.with { $0.url = url })
        case .shape(let shape): self = .shape(ProtoShape(shape))
        case .containerBackground: self = .containerBackground(ProtoContainerBackground())
        case .grid(let alignment, let horizontal, let vertical):
            self = .grid(
                .with {
                    $0.alignment = ProtoAlignment(alignment)
                    if let horizontal { $0.horizontalSpacing = horizontal }
                    if let vertical { $0.verticalSpacing = vertical }
                })
        case .gridRow(let alignment): self = .gridRow(.with { $0.alignment = ProtoAlignment(alignment) })
        case .chart(let chart): self = .chart(ProtoChart(chart))
        case .lazyGrid(let grid): self = .lazyGrid(ProtoLazyGrid(grid))
        case .layered(let layer, let alignment):
            self = .layered(
                .with {
                    $0.layer = ProtoLayered.Layer(rawValue: layer.rawValue) ?? .unspecified
                    $0.alignment = ProtoAlignment(alignment)
                })
        case .firstThatFits(let horizontally, let vertically):
            self = .firstThatFits(
                .with {
                    $0.horizontally = horizontally
                    $0.vertically = vertically
                })
        case .accessoryBackground: self = .accessoryBackground(ProtoAccessoryBackground())
        }
    }
}

extension ProtoAlignment {
    /// Unspecified for nil.
    init(_ alignment: ViewAlignment?) {
        self = alignment.flatMap { ProtoAlignment(rawValue: $0.rawValue) } ?? .unspecified
    }
}

extension Gauge {
    /// - Throws: INVALID_ARGUMENT for an unknown part.
    fileprivate init(_ proto: ProtoGauge, field: String) throws(WidgetError) {
        self.init(
            value: proto.value, minimum: proto.minimum, maximum: proto.maximum, label: proto.label, currentValueLabel: proto.currentValueLabel,
            minimumLabel: proto.minimumLabel, maximumLabel: proto.maximumLabel,
            // A style that is newer than this code is a bar, which says the same.
            style: Style(rawValue: proto.style.rawValue) ?? .linear)
        for part in proto.parts {
            guard let part = Part(rawValue: part.rawValue) else {
                throw .invalid("\(field).parts", "must be LABEL, CURRENT_VALUE, MINIMUM or MAXIMUM, not \(part.rawValue)")
            }
            parts.append(part)
        }
    }
}

extension ProtoGauge {
    fileprivate init(_ gauge: Gauge) {
        self.init()
        value = gauge.value
        minimum = gauge.minimum
        maximum = gauge.maximum
        label = gauge.label
        currentValueLabel = gauge.currentValueLabel
        minimumLabel = gauge.minimumLabel
        maximumLabel = gauge.maximumLabel
        style = Style(rawValue: gauge.style.rawValue) ?? .unspecified
        parts = gauge.parts.map { Part(rawValue: $0.rawValue) ?? .unspecified }
    }
}

extension ProtoProgress {
    fileprivate init(_ progress: ViewProgress, label: String) {
        self.init()
        self.label = label
        switch progress {
        case .indeterminate: break
        case .fraction(let fraction): self.fraction = fraction
        case .range(let start, let end, let countsDown):
            range = .with {
                $0.start = .init(start)
                $0.end = .init(end)
            }
            self.countsDown = countsDown
        }
    }
}

extension Chart {
    /// - Throws: INVALID_ARGUMENT for an unknown colour.
    fileprivate init(_ proto: ProtoChart, field: String) throws(WidgetError) {
        var series: [Series] = []
        for (index, one) in proto.series.enumerated() {
            series.append(
                Series(
                    one.values.map { $0.isNaN ? nil : $0 }, label: one.label,
                    color: one.hasColor ? try ViewColor(one.color, field: "\(field).series[\(index)].color") : nil))
        }
        var marks: [Mark] = []
        for (index, mark) in proto.marks.enumerated() {
            marks.append(
                Mark(mark.value, label: mark.label, color: mark.hasColor ? try ViewColor(mark.color, field: "\(field).marks[\(index)].color") : nil))
        }
        self.init(
            // A style that is newer than this code is a line, which says the same.
            style: Style(rawValue: proto.style.rawValue) ?? .line, series: series, x: proto.x, minimum: proto.hasMinimum ? proto.minimum : nil,
            maximum: proto.hasMaximum ? proto.maximum : nil, marks: marks, hidesAxis: proto.hidesAxis)
        // An older archive has none, and a newer curve goes through the same values.
        interpolation = Interpolation(rawValue: proto.interpolation.rawValue) ?? .linear
        isStacked = proto.stacked
    }
}

extension ProtoChart {
    fileprivate init(_ chart: Chart) {
        self.init()
        style = Style(rawValue: chart.style.rawValue) ?? .unspecified
        series = chart.series.map { one in
            .with {
                $0.values = one.values.map { $0 ?? .nan }
                $0.label = one.label
                if let color = one.color { $0.color = ProtoColor(color) }
            }
        }
        x = chart.x
        if let minimum = chart.minimum { self.minimum = minimum }
        if let maximum = chart.maximum { self.maximum = maximum }
        hidesAxis = chart.hidesAxis
        stacked = chart.isStacked
        // A straight line isn't written, so that such an archive has the same bytes as before.
        if chart.interpolation != .linear { interpolation = Interpolation(rawValue: chart.interpolation.rawValue) ?? .unspecified }
        marks = chart.marks.map { mark in
            .with {
                $0.value = mark.value
                $0.label = mark.label
                if let color = mark.color { $0.color = ProtoColor(color) }
            }
        }
    }
}
