public import WidgetCore

extension ProtoMetricsResponse {
    public init(_ families: [MetricFamily], readAt date: Timestamp) {
        self.init()
        readAt = .init(date)
        metrics = families.map { ProtoMetric($0) }
    }

    /// The metrics of this answer. One whose kind isn't known is left out.
    public var families: [MetricFamily] { metrics.compactMap { MetricFamily($0) } }
}

extension ProtoMetric {
    fileprivate init(_ family: MetricFamily) {
        self.init()
        name = family.name
        unit = family.unit
        help = family.help
        kind =
            switch family.kind {
            case .counter: .counter
            case .gauge: .gauge
            case .histogram: .histogram
            case .info: .info
            }
        for sample in family.samples {
            var message = ProtoMetric.Sample()
            message.labels = sample.labels.map { label in .with { ($0.name, $0.value) = (label.name, label.value) } }
            switch sample.value {
            case .number(let number): message.value = number
            case .histogram(let histogram):
                bounds = histogram.bounds
                (message.value, message.buckets) = (histogram.sum, histogram.counts)
            }
            samples.append(message)
        }
    }
}

extension MetricFamily {
    fileprivate init?(_ metric: ProtoMetric) {
        let kind: Kind
        switch metric.kind {
        case .counter: kind = .counter
        case .gauge: kind = .gauge
        case .histogram: kind = .histogram
        case .info: kind = .info
        case .unspecified, .UNRECOGNIZED: return nil
        }
        self.init(metric.name, kind, unit: metric.unit, help: metric.help)
        samples = metric.samples.map { sample in
            let labels = sample.labels.map { MetricLabel(name: $0.name, value: $0.value) }
            guard kind == .histogram else { return MetricSample(labels, .number(sample.value)) }
            return MetricSample(labels, .histogram(Histogram(bounds: metric.bounds, counts: sample.buckets, sum: sample.value)))
        }
    }
}
