/// The checks on one node that need no other node.
struct NodeCheck {
    var archive: ViewArchive
    var index: Int
    var node: ViewNode

    func run() throws(ArchiveFault) {
        try require(node.accessibilityLabel.utf8.count <= Limits.accessibilityLabelBytes) {
            "an accessibility label has at most \(Limits.accessibilityLabelBytes) bytes, this one \(node.accessibilityLabel.utf8.count)"
        }
        try require(node.fallback.utf8.count <= Limits.fallbackBytes) {
            "a fallback has at most \(Limits.fallbackBytes) bytes, this one \(node.fallback.utf8.count)"
        }
        try require(node.explicitID.count <= Limits.explicitIDBytes) {
            "an explicit id has at most \(Limits.explicitIDBytes) bytes, this one \(node.explicitID.count)"
        }
        try require(node.modifiers.count <= Limits.modifiersPerNode) { "at most \(Limits.modifiersPerNode) modifiers, not \(node.modifiers.count)" }
        if let content = node.content { try check(content) }
        var most = node.modifiers.count
        for (place, modifier) in node.modifiers.enumerated() {
            try ModifierCheck(node: self).run(modifier)
            guard case .animator(let animator) = modifier else { continue }
            try require((0...place).contains(animator.modifiers)) {
                "animator.modifiers is at most \(place), the modifiers before it, not \(animator.modifiers)"
            }
            most += animator.states.map(\.count).max() ?? 0
        }
        try require(most <= Limits.modifiersPerNode) { "at most \(Limits.modifiersPerNode) modifiers with those of animators, not \(most)" }
    }

    private func check(_ content: ViewContent) throws(ArchiveFault) {
        switch content {
        case .text, .divider, .containerBackground, .gridRow, .accessoryBackground, .layered, .firstThatFits: break
        case .liveText(let live): try check(live)
        case .image(let image): try check(image)
        case .label(_, let symbol): if !symbol.isEmpty { try check(symbol: symbol) }
        case .stack(_, _, let spacing): try check(length: spacing, "spacing")
        case .spacer(let length): try check(length: length, "min_length")
        case .gauge(let gauge): try check(gauge)
        case .chart(let chart): try check(chart)
        case .progress(let progress, _): try check(progress)
        case .button(let action): try check(action: action)
        case .toggle(let action, _, _): try check(action: action)
        case .link(let url): if let problem = AbsoluteURL.problem(with: url) { throw fault(problem) }
        case .richText(let spans): try check(spans)
        case .shape(let shape): try check(shape)
        case .lazyGrid(let grid): try check(grid)
        case .grid(_, let horizontal, let vertical):
            try check(length: horizontal, "horizontal_spacing")
            try check(length: vertical, "vertical_spacing")
        }
    }

    private func check(_ live: LiveText) throws(ArchiveFault) {
        try check(date: live.date, "date")
        try check(date: live.end, "end")
        try check(date: live.pause, "pause")
        if let end = live.end { try require(live.date <= end) { "the range ends before it starts" } }
        let name = live.timeZone
        try require(name.utf8.count <= Limits.timeZoneBytes && name.utf8.allSatisfy(Self.isTimeZoneByte) && !name.hasPrefix("/")) {
            "a time zone has a name of IANA, such as \"Europe/Berlin\", not \(JSONText.quoted(String(name.prefix(Limits.timeZoneBytes))))"
        }
    }

    /// Letters, digits and `_+-/`; no dot, so that no name leads out of the directory in which a surface looks zones up.
    private static func isTimeZoneByte(_ byte: UInt8) -> Bool {
        byte != UInt8(ascii: ".") && (ViewAction.isIdentifierByte(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "+"))
    }

    private func check(_ image: ViewImage) throws(ArchiveFault) {
        switch image.source {
        case .systemName(let name): try check(symbol: name)
        case .image(let index):
            try require(archive.images.indices.contains(index)) { "names image \(index), and the archive has \(archive.images.count)" }
        }
        if let insets = image.resizing?.capInsets { try check(insets, "resizing.cap_insets") }
        if let value = image.variableValue { try check(fraction: value, "variable_value") }
        try require(Limits.imageScale.contains(image.scale)) {
            "scale is \(Limits.imageScale.lowerBound) to \(Limits.imageScale.upperBound), not \(image.scale)"
        }
    }

    private func check(_ spans: [ViewTextSpan]) throws(ArchiveFault) {
        try require((1...Limits.spansPerText).contains(spans.count)) { "a text has 1 to \(Limits.spansPerText) spans, not \(spans.count)" }
        for (index, span) in spans.enumerated() {
            switch span.content {
            case .text: break
            case .liveText(let live): try check(live)
            case .symbol(let name): try check(symbol: name)
            }
            try require(span.modifiers.count <= Limits.modifiersPerNode) {
                "spans[\(index)] has at most \(Limits.modifiersPerNode) modifiers, not \(span.modifiers.count)"
            }
            for modifier in span.modifiers { try ModifierCheck(node: self).run(modifier) }
        }
    }

    func check(_ shape: ViewShape) throws(ArchiveFault) {
        switch shape.form {
        case .rectangle, .circle, .capsule, .ellipse, .containerRelative: break
        case .roundedRectangle(let radius): try check(length: radius, "corner_radius")
        case .unevenRoundedRectangle(let radii):
            for radius in [radii.topLeading, radii.topTrailing, radii.bottomLeading, radii.bottomTrailing] { try check(length: radius, "corner_radii") }
        case .path(let path): try check(path)
        }
        if let style = shape.style { try ModifierCheck(node: self).check(style, "style") }
        if let stroke = shape.stroke {
            try check(length: stroke.width, "stroke.width")
            try check(length: stroke.miterLimit, "stroke.miter_limit")
            try check(signedLength: stroke.dashPhase, "stroke.dash_phase")
            try require(stroke.dash.count <= Limits.dashes) { "stroke.dash has at most \(Limits.dashes) lengths, not \(stroke.dash.count)" }
            for length in stroke.dash { try check(length: length, "stroke.dash") }
        }
        if let trim = shape.trim {
            try check(fraction: trim.from, "trim.from")
            try check(fraction: trim.to, "trim.to")
        }
        try check(signedLength: shape.inset, "inset")
        try check(signedLength: shape.rotation, "rotation")
    }

    private func check(_ path: ViewPath) throws(ArchiveFault) {
        try check(length: path.width, "path.width")
        try check(length: path.height, "path.height")
        try require(path.width > 0 && path.height > 0) { "path.width and path.height are more than 0" }
        try require(path.elements.count <= Limits.pathElements) { "a path has at most \(Limits.pathElements) elements, not \(path.elements.count)" }
        for (index, element) in path.elements.enumerated() {
            let points: [ViewPoint] =
                switch element {
                case .move(let point), .line(let point): [point]
                case .quadCurve(let to, let control): [to, control]
                case .curve(let to, let control1, let control2): [to, control1, control2]
                case .close: []
                }
            for point in points { try check(point, "path.elements[\(index)]") }
        }
    }

    private func check(_ grid: LazyGrid) throws(ArchiveFault) {
        try require((1...Limits.gridItems).contains(grid.items.count)) { "a grid has 1 to \(Limits.gridItems) items, not \(grid.items.count)" }
        try require(grid.axis != .depth) { "a grid's axis is vertical or horizontal" }
        try check(length: grid.spacing, "spacing")
        for (index, item) in grid.items.enumerated() {
            let field = "items[\(index)]"
            try check(length: item.spacing, "\(field).spacing")
            switch item.size {
            case .fixed(let size): try check(length: size, "\(field).fixed")
            case .flexible(let minimum, let maximum), .adaptive(let minimum, let maximum):
                try check(length: minimum, "\(field).minimum")
                if maximum != .infinity { try check(length: maximum, "\(field).maximum") }
                try require(minimum <= maximum) { "\(field).minimum is at most its maximum" }
            }
        }
    }

    func check(symbol: String) throws(ArchiveFault) {
        try require((1...Limits.symbolNameBytes).contains(symbol.utf8.count)) {
            "a symbol's name has 1 to \(Limits.symbolNameBytes) bytes, this one \(symbol.utf8.count)"
        }
    }

    private func check(_ gauge: Gauge) throws(ArchiveFault) {
        try check(finite: gauge.value, "value")
        try check(finite: gauge.minimum, "minimum")
        try check(finite: gauge.maximum, "maximum")
        try require(gauge.minimum < gauge.maximum) { "the minimum \(gauge.minimum) must be less than the maximum \(gauge.maximum)" }
        try require(Set(gauge.parts).count == gauge.parts.count) { "each part of a gauge is named once" }
        try require((gauge.maximum - gauge.minimum).isFinite) { "the bounds \(gauge.minimum) and \(gauge.maximum) lie too far apart" }
    }

    private func check(_ progress: ViewProgress) throws(ArchiveFault) {
        switch progress {
        case .indeterminate: break
        case .fraction(let fraction): try check(fraction: fraction, "fraction")
        case .range(let start, let end, _):
            try check(date: start, "range.start")
            try check(date: end, "range.end")
            try require(start < end) { "the range must end after it starts" }
        }
    }

    private func check(action: Int) throws(ArchiveFault) {
        try require(archive.actions.indices.contains(action)) { "names action \(action), and the archive has \(archive.actions.count)" }
    }

    func check(_ insets: ViewInsets, _ field: String) throws(ArchiveFault) {
        try check(length: insets.top, "\(field).top")
        try check(length: insets.leading, "\(field).leading")
        try check(length: insets.bottom, "\(field).bottom")
        try check(length: insets.trailing, "\(field).trailing")
    }

    func check(_ point: ViewPoint, _ field: String) throws(ArchiveFault) {
        try check(signedLength: point.x, "\(field).x")
        try check(signedLength: point.y, "\(field).y")
    }

    func check(finite value: Double, _ field: String) throws(ArchiveFault) {
        try require(value.isFinite) { "\(field) must be a finite number, not \(value)" }
    }

    func check(fraction: Double, _ field: String) throws(ArchiveFault) {
        try require((0...1).contains(fraction)) { "\(field) is 0 to 1, not \(fraction)" }
    }

    func check(length: Double?, _ field: String) throws(ArchiveFault) {
        guard let length else { return }
        try require((0...Limits.length).contains(length)) { "\(field) is 0 to \(Limits.length) points, not \(length)" }
    }

    func check(signedLength value: Double, _ field: String) throws(ArchiveFault) {
        try require((-Limits.length...Limits.length).contains(value)) { "\(field) is \(-Limits.length) to \(Limits.length), not \(value)" }
    }

    private func check(date: Timestamp?, _ field: String) throws(ArchiveFault) {
        guard let date else { return }
        try require((Timestamp.earliest...Timestamp.latest).contains(date)) { "\(field) lies in the years 1 to 9999" }
    }

    func require(_ holds: Bool, otherwise message: () -> String) throws(ArchiveFault) {
        if !holds { throw fault(message()) }
    }

    func fault(_ message: String) -> ArchiveFault { ArchiveFault(node: index, field: node.contentName, message: message) }
}

extension NodeCheck {
    private func check(_ chart: Chart) throws(ArchiveFault) {
        try require((1...Limits.chartSeries).contains(chart.series.count)) { "a chart has 1 to \(Limits.chartSeries) series, not \(chart.series.count)" }
        let count = chart.series[0].values.count
        for (index, series) in chart.series.enumerated() {
            let field = "series[\(index)]"
            try require((1...Limits.chartPoints).contains(series.values.count)) {
                "\(field) has 1 to \(Limits.chartPoints) values, not \(series.values.count)"
            }
            try require(series.values.count == count) {
                "\(field) has \(series.values.count) values and series[0] has \(count); where one has none, write a gap"
            }
            for (place, value) in series.values.enumerated() { if let value { try check(finite: value, "\(field).values[\(place)]") } }
            try check(label: series.label, "\(field).label")
        }
        try check(x: chart.x, count: count)
        try check(minimum: chart.minimum, maximum: chart.maximum)
        try require(chart.marks.count <= Limits.chartMarks) { "a chart has at most \(Limits.chartMarks) marks, not \(chart.marks.count)" }
        for (index, mark) in chart.marks.enumerated() {
            try check(finite: mark.value, "marks[\(index)].value")
            try check(label: mark.label, "marks[\(index)].label")
        }
    }

    private func check(x: [Double], count: Int) throws(ArchiveFault) {
        guard !x.isEmpty else { return }
        try require(x.count == count) { "x has a place for each value, \(count) of them, not \(x.count)" }
        for (index, place) in x.enumerated() {
            try check(finite: place, "x[\(index)]")
            try require(index == 0 || x[index - 1] < place) { "x[\(index)] must be greater than x[\(index - 1)]" }
        }
    }

    private func check(minimum: Double?, maximum: Double?) throws(ArchiveFault) {
        if let minimum { try check(finite: minimum, "minimum") }
        if let maximum { try check(finite: maximum, "maximum") }
        guard let minimum, let maximum else { return }
        try require(minimum < maximum) { "the minimum \(minimum) must be less than the maximum \(maximum)" }
        try require((maximum - minimum).isFinite) { "the bounds \(minimum) and \(maximum) lie too far apart" }
    }

    private func check(label: String, _ field: String) throws(ArchiveFault) {
        try require(label.utf8.count <= Limits.chartLabelBytes) { "\(field) has at most \(Limits.chartLabelBytes) bytes, not \(label.utf8.count)" }
    }
}
