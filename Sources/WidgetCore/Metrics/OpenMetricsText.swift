/// Metrics as text that Prometheus reads: OpenMetrics 1.0.
public enum OpenMetricsText {
    /// The media type of the text.
    public static let contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

    /// The text, with its end mark. A metric without samples is left out.
    public static func text(_ families: [MetricFamily]) -> String {
        var text = ""
        for family in families where !family.samples.isEmpty { append(family, to: &text) }
        return text + "# EOF\n"
    }

    private static func append(_ family: MetricFamily, to text: inout String) {
        text += "# TYPE \(family.name) \(family.kind.rawValue)\n"
        if !family.unit.isEmpty { text += "# UNIT \(family.name) \(family.unit)\n" }
        text += "# HELP \(family.name) \(escaped(family.help))\n"
        for sample in family.samples {
            switch sample.value {
            case .number(let number): line(family.name + ending(of: family.kind), sample.labels, number.text, &text)
            case .histogram(let histogram): append(histogram, family.name, sample.labels, to: &text)
            }
        }
    }

    private static func append(_ histogram: Histogram, _ name: String, _ labels: [MetricLabel], to text: inout String) {
        var count: UInt64 = 0
        for (index, inBucket) in histogram.counts.enumerated() {
            count &+= inBucket
            let bound = index < histogram.bounds.count ? "\(histogram.bounds[index])" : "+Inf"
            line(name + "_bucket", labels + [MetricLabel(name: "le", value: bound)], "\(count)", &text)
        }
        line(name + "_count", labels, "\(count)", &text)
        line(name + "_sum", labels, histogram.sum.text, &text)
    }

    private static func ending(of kind: MetricFamily.Kind) -> String {
        switch kind {
        case .counter: "_total"
        case .info: "_info"
        case .gauge, .histogram: ""
        }
    }

    private static func line(_ name: String, _ labels: [MetricLabel], _ value: String, _ text: inout String) {
        text += name
        if !labels.isEmpty { text += "{" + labels.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: ",") + "}" }
        text += " \(value)\n"
    }

    /// Text on one line, in which a quotation mark ends nothing.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension Double {
    /// A whole number without a fraction, as counts are read best.
    fileprivate var text: String { self == rounded() && magnitude < 1e15 ? "\(Int64(self))" : "\(self)" }
}
