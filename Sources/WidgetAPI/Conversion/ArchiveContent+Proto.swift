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
        case .gauge(let gauge):
            return .gauge(
                Gauge(
                    value: gauge.value, minimum: gauge.minimum, maximum: gauge.maximum, label: gauge.label, currentValueLabel: gauge.currentValueLabel,
                    style: Gauge.Style(rawValue: gauge.style.rawValue) ?? .linear))
        case .progress(let progress): return try known(progress, field: "\(field).progress")
        case .button(let button): return .button(action: Int(button.action))
        case .toggle(let toggle): return .toggle(action: Int(toggle.action), isOn: toggle.isOn, title: toggle.title)
        case .link(let link): return .link(url: link.url)
        case .shape(let shape): return try known(shape, field: "\(field).shape")
        case .containerBackground: return .containerBackground
        case .grid(let grid):
            return .grid(
                alignment: ViewAlignment(rawValue: grid.alignment.rawValue), horizontalSpacing: grid.hasHorizontalSpacing ? grid.horizontalSpacing : nil,
                verticalSpacing: grid.hasVerticalSpacing ? grid.verticalSpacing : nil)
        case .gridRow: return .gridRow
        case .chart(let chart): return .chart(try Chart(chart, field: "\(field).chart"))
        }
    }

    private static func known(_ text: ProtoText, field: String) throws(WidgetError) -> ViewContent? {
        switch text.value {
        case .literal(let string): return .text(string)
        case .live(let live):
            guard live.style != .unspecified else {
                throw .invalid("\(field).live.style", "must be TIME, DATE, RELATIVE, OFFSET, TIMER, CURRENT_TIME or CURRENT_DATE")
            }
            guard live.hasDate else { throw .invalid("\(field).live.date", "must be there") }
            guard let style = LiveText.Style(rawValue: live.style.rawValue) else { return nil }
            return .liveText(
                LiveText(
                    style: style, date: try Timestamp(live.date, field: "\(field).live.date"),
                    end: live.hasEnd ? try Timestamp(live.end, field: "\(field).live.end") : nil, countsDown: live.countsDown,
                    pause: live.hasPause ? try Timestamp(live.pause, field: "\(field).live.pause") : nil, timeZone: live.timeZone, fallback: live.fallback))
        case nil: return try newer(text.unknownFields, or: .invalid(field, "needs a value: literal or live"))
        }
    }

    private static func known(_ image: ProtoImage, field: String) throws(WidgetError) -> ViewContent? {
        let mode = ViewImage.AccentedRenderingMode(rawValue: image.accentedRenderingMode.rawValue)
        switch image.source {
        case .systemName(let name): return .image(ViewImage(source: .systemName(name), accentedRenderingMode: mode))
        case .image(let index): return .image(ViewImage(source: .image(Int(index)), accentedRenderingMode: mode))
        case nil: return try newer(image.unknownFields, or: .invalid(field, "needs a source: system_name or image"))
        }
    }

    private static func known(_ progress: ProtoProgress, field: String) throws(WidgetError) -> ViewContent? {
        switch progress.progress {
        case .fraction(let fraction): return .progress(.fraction(fraction), label: progress.label)
        case .range(let range):
            guard range.hasStart, range.hasEnd else { throw .invalid("\(field).range", "needs start and end") }
            let start = try Timestamp(range.start, field: "\(field).range.start")
            return .progress(.range(start: start, end: try Timestamp(range.end, field: "\(field).range.end")), label: progress.label)
        // A newer way to say how far it is, drawn without saying so.
        case nil: return .progress(.indeterminate, label: progress.label)
        }
    }

    private static func known(_ shape: ProtoShape, field: String) throws(WidgetError) -> ViewContent? {
        switch shape.form {
        case .rectangle: return .shape(.rectangle)
        case .roundedRectangle: return .shape(.roundedRectangle(cornerRadius: shape.cornerRadius))
        case .circle: return .shape(.circle)
        case .capsule: return .shape(.capsule)
        case .unspecified: throw .invalid("\(field).form", "must be RECTANGLE, ROUNDED_RECTANGLE, CIRCLE or CAPSULE")
        case .UNRECOGNIZED: return nil
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
        case .image(let image):
            self = .image(
                .with {
                    switch image.source {
                    case .systemName(let name): $0.systemName = name
                    case .image(let index): $0.image = UInt32(clamping: index)
                    }
                    $0.accentedRenderingMode = image.accentedRenderingMode.flatMap { ProtoAccentedRenderingMode(rawValue: $0.rawValue) } ?? .unspecified
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
        case .gridRow: self = .gridRow(ProtoGridRow())
        case .chart(let chart): self = .chart(ProtoChart(chart))
        }
    }
}

extension ProtoAlignment {
    /// Unspecified for nil.
    init(_ alignment: ViewAlignment?) {
        self = alignment.flatMap { ProtoAlignment(rawValue: $0.rawValue) } ?? .unspecified
    }
}

extension ProtoLiveText {
    fileprivate init(_ live: LiveText) {
        self.init()
        style = Style(rawValue: live.style.rawValue) ?? .unspecified
        date = .init(live.date)
        if let end = live.end { self.end = .init(end) }
        countsDown = live.countsDown
        if let pause = live.pause { self.pause = .init(pause) }
        timeZone = live.timeZone
        fallback = live.fallback
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
        style = Style(rawValue: gauge.style.rawValue) ?? .unspecified
    }
}

extension ProtoProgress {
    fileprivate init(_ progress: ViewProgress, label: String) {
        self.init()
        self.label = label
        switch progress {
        case .indeterminate: break
        case .fraction(let fraction): self.fraction = fraction
        case .range(let start, let end):
            range = .with {
                $0.start = .init(start)
                $0.end = .init(end)
            }
        }
    }
}

extension ProtoShape {
    fileprivate init(_ shape: ViewShape) {
        self.init()
        switch shape {
        case .rectangle: form = .rectangle
        case .circle: form = .circle
        case .capsule: form = .capsule
        case .roundedRectangle(let radius):
            form = .roundedRectangle
            cornerRadius = radius
        }
    }
}

extension Chart {
    /// - Throws: INVALID_ARGUMENT for a colour that is none.
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
            maximum: proto.hasMaximum ? proto.maximum : nil, marks: marks)
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
        marks = chart.marks.map { mark in
            .with {
                $0.value = mark.value
                $0.label = mark.label
                if let color = mark.color { $0.color = ProtoColor(color) }
            }
        }
    }
}
