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
        for modifier in node.modifiers { try check(modifier) }
    }

    private func check(_ content: ViewContent) throws(ArchiveFault) {
        switch content {
        case .text, .divider, .containerBackground, .gridRow: break
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
        case .shape(.roundedRectangle(let radius)): try check(length: radius, "corner_radius")
        case .shape: break
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
    }

    private func check(symbol: String) throws(ArchiveFault) {
        try require((1...Limits.symbolNameBytes).contains(symbol.utf8.count)) {
            "a symbol's name has 1 to \(Limits.symbolNameBytes) bytes, this one \(symbol.utf8.count)"
        }
    }

    private func check(_ gauge: Gauge) throws(ArchiveFault) {
        try check(finite: gauge.value, "value")
        try check(finite: gauge.minimum, "minimum")
        try check(finite: gauge.maximum, "maximum")
        try require(gauge.minimum < gauge.maximum) { "the minimum \(gauge.minimum) must be less than the maximum \(gauge.maximum)" }
        try require((gauge.maximum - gauge.minimum).isFinite) { "the bounds \(gauge.minimum) and \(gauge.maximum) lie too far apart" }
    }

    private func check(_ progress: ViewProgress) throws(ArchiveFault) {
        switch progress {
        case .indeterminate: break
        case .fraction(let fraction): try check(fraction: fraction, "fraction")
        case .range(let start, let end):
            try check(date: start, "range.start")
            try check(date: end, "range.end")
            try require(start < end) { "the range must end after it starts" }
        }
    }

    private func check(action: Int) throws(ArchiveFault) {
        try require(archive.actions.indices.contains(action)) { "names action \(action), and the archive has \(archive.actions.count)" }
    }

    private func check(_ modifier: ViewModifier) throws(ArchiveFault) {
        switch modifier {
        case .font(let font): try check(font)
        case .foreground, .tint, .background, .accentable, .redacted, .multilineAlignment: break
        case .opacity(let opacity): try check(fraction: opacity, "opacity")
        case .offset(let x, let y):
            try check(signedLength: x, "offset.x")
            try check(signedLength: y, "offset.y")
        case .scale(let x, let y):
            try check(signedLength: x, "scale.x")
            try check(signedLength: y, "scale.y")
        case .rotation(let angle): try check(signedLength: angle, "rotation")
        case .frame(let frame):
            try check(length: frame.width, "frame.width")
            try check(length: frame.height, "frame.height")
            // A maximum may be infinite: all the room there is.
            if frame.maximumWidth != .infinity { try check(length: frame.maximumWidth, "frame.max_width") }
            if frame.maximumHeight != .infinity { try check(length: frame.maximumHeight, "frame.max_height") }
        case .padding(let insets):
            try check(length: insets.top, "padding.top")
            try check(length: insets.leading, "padding.leading")
            try check(length: insets.bottom, "padding.bottom")
            try check(length: insets.trailing, "padding.trailing")
        case .lineLimit(let lines):
            try require(Limits.lineLimit.contains(lines)) {
                "a line limit is \(Limits.lineLimit.lowerBound) to \(Limits.lineLimit.upperBound), not \(lines)"
            }
        case .minimumScaleFactor(let factor): try check(fraction: factor, "minimum_scale_factor")
        case .cornerRadius(let radius): try check(length: radius, "corner_radius")
        case .blur(let radius): try check(length: radius, "blur")
        }
    }

    private func check(_ font: ViewFont) throws(ArchiveFault) {
        guard let size = font.size else { return }
        try require(font.style == nil) { "a font has a style or a size, not both" }
        try require(Limits.fontSize.contains(size)) {
            "a font's size is \(Limits.fontSize.lowerBound) to \(Limits.fontSize.upperBound) points, not \(size)"
        }
    }

    private func check(finite value: Double, _ field: String) throws(ArchiveFault) {
        try require(value.isFinite) { "\(field) must be a finite number, not \(value)" }
    }

    private func check(fraction: Double, _ field: String) throws(ArchiveFault) {
        try require((0...1).contains(fraction)) { "\(field) is 0 to 1, not \(fraction)" }
    }

    private func check(length: Double?, _ field: String) throws(ArchiveFault) {
        guard let length else { return }
        try require((0...Limits.length).contains(length)) { "\(field) is 0 to \(Limits.length) points, not \(length)" }
    }

    private func check(signedLength value: Double, _ field: String) throws(ArchiveFault) {
        try require((-Limits.length...Limits.length).contains(value)) { "\(field) is \(-Limits.length) to \(Limits.length), not \(value)" }
    }

    private func check(date: Timestamp?, _ field: String) throws(ArchiveFault) {
        guard let date else { return }
        try require((Timestamp.earliest...Timestamp.latest).contains(date)) { "\(field) lies in the years 1 to 9999" }
    }

    private func require(_ holds: Bool, otherwise message: () -> String) throws(ArchiveFault) {
        if !holds { throw fault(message()) }
    }

    private func fault(_ message: String) -> ArchiveFault { ArchiveFault(node: index, field: node.contentName, message: message) }
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
