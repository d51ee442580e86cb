/// A measured quantity with its samples, as OpenMetrics describes it.
public struct MetricFamily: Sendable, Hashable {
    /// How the samples are to be read. Raw values are OpenMetrics' words.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A count that grows until the process ends.
        case counter
        /// A number that goes up and down.
        case gauge
        /// The distribution of many values.
        case histogram
        /// Words about the process; the value is always 1.
        case info
    }

    /// The name without the ending that its kind adds, such as `widgetd_calls` for the samples of `widgetd_calls_total`. It ends with the unit.
    public var name: String
    public var kind: Kind
    /// The base unit, such as `seconds` or `bytes`; empty: a number of things.
    public var unit: String
    /// A sentence for people.
    public var help: String
    public var samples: [MetricSample]

    public init(_ name: String, _ kind: Kind, unit: String = "", help: String, _ samples: [MetricSample] = []) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.help = help
        self.samples = samples
    }

    /// Adds a sample with one number.
    /// - Parameter labels: in the order in which they are shown.
    public mutating func add(_ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
        samples.append(MetricSample(labels.map { MetricLabel(name: $0.key, value: $0.value) }, .number(value)))
    }

    /// Adds a sample with a distribution.
    public mutating func add(_ histogram: Histogram, _ labels: KeyValuePairs<String, String> = [:]) {
        samples.append(MetricSample(labels.map { MetricLabel(name: $0.key, value: $0.value) }, .histogram(histogram)))
    }
}

/// One value of a metric, for one set of labels.
public struct MetricSample: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case number(Double)
        case histogram(Histogram)
    }

    public var labels: [MetricLabel]
    public var value: Value

    public init(_ labels: [MetricLabel], _ value: Value) {
        self.labels = labels
        self.value = value
    }

    /// The value of a label; nil: the sample has no such label.
    public subscript(name: String) -> String? { labels.first { $0.name == name }?.value }
}

/// A name and a value that tell a metric's samples apart.
public struct MetricLabel: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
