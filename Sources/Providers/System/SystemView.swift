import WidgetProviderKit

/// The figures laid out for each family.
struct SystemView {
    var entry: SystemEntry
    var family: WidgetFamily

    var body: ViewTree {
        switch family {
        case .accessoryInline: .label(inline, systemImage: symbol(entry.metric))
        case .accessoryCircular: circular
        case .accessoryRectangular: rectangular
        case .systemSmall: entry.metric == .overview ? list(limit: 3) : single
        case .systemMedium: entry.metric == .overview ? list(limit: 4) : single
        default: entry.metric == .overview ? list(limit: SystemMetric.figures.count) : single
        }
    }

    // MARK: Forms

    /// One figure, as large as it can be.
    private var single: ViewTree {
        .vstack(
            alignment: .leading, spacing: 4,
            [
                .label(entry.metric.title, systemImage: symbol(entry.metric)).font(.caption).foregroundStyle(.secondary),
                history(entry.metric) == nil ? .spacer : nil,
                .text(value(entry.metric) ?? "not here").font(.title).bold().monospacedDigit().minimumScaleFactor(0.5).lineLimit(1),
                detail(entry.metric).map { .text($0).font(.caption).foregroundStyle(.secondary).lineLimit(1) },
                history(entry.metric) ?? fraction(entry.metric).map { .gauge($0).tint(color(entry.metric, $0)) },
            ].compactMap { $0 })
    }

    /// A line for each figure that this machine has.
    private func list(limit: Int) -> ViewTree {
        // In a medium one the last hour of the network stands beside the processor's, and not in a line of its own.
        let network = family == .systemMedium ? networkColumn : nil
        let figures = SystemMetric.figures.filter { value($0) != nil && (network == nil || $0 != .network) }
        let lines = figures.prefix(limit).map { metric -> ViewTree in
            let line = ViewTree.hstack([
                .text(metric.title).font(.caption).foregroundStyle(.secondary), .spacer, .text(value(metric) ?? "").font(.caption).monospacedDigit(),
            ]).lineLimit(1).id(metric.rawValue)
            guard let fraction = fraction(metric) else { return line }
            // Where the chart of a large one has no room, a line of it stands for the bar.
            let picture = (metric == .cpu && family != .systemLarge ? entry.history.cpuLine : nil) ?? .gauge(fraction)
            let column = ViewTree.vstack(spacing: 2, [line, picture.tint(color(metric, fraction))]).id(metric.rawValue)
            return if metric == .cpu, let network { .hstack(spacing: 16, [column, network]) } else { column }
        }
        // A large one has room for the last hour below.
        let charts = family == .systemLarge ? [history(.cpu), history(.network)].compactMap(\.self) : []
        return .vstack(alignment: .leading, spacing: 6, [.text("System").font(.headline)] + lines + charts)
    }

    /// The received bytes, beside the processor; nil: there is no history of them yet, or no processor to stand beside.
    private var networkColumn: ViewTree? {
        guard readings.cpu != nil, let rate = readings.network, let line = entry.history.networkLine else { return nil }
        let title = ViewTree.hstack([
            .text("Network").font(.caption).foregroundStyle(.secondary), .spacer,
            .text("↓ \(SystemFormat.rate(rate.received))").font(.caption).monospacedDigit(),
        ]).lineLimit(1)
        return .vstack(spacing: 2, [title, line]).id(SystemMetric.network.rawValue)
    }

    private var circular: ViewTree {
        let metric = entry.metric == .overview ? .cpu : entry.metric
        guard let fraction = fraction(metric) else {
            return .text(value(metric) ?? "–").font(.caption).minimumScaleFactor(0.5)
        }
        return .gauge(fraction, label: metric.title, currentValueLabel: SystemFormat.percent(fraction), style: .circular).widgetAccentable()
    }

    private var rectangular: ViewTree {
        let metrics: [SystemMetric] = entry.metric == .overview ? [.cpu, .memory, .disk] : [entry.metric]
        return .vstack(
            alignment: .leading,
            metrics.map { metric in
                .hstack([.text(metric.title).foregroundStyle(.secondary), .spacer, .text(value(metric) ?? "–").monospacedDigit()]).font(.caption)
            })
    }

    private var inline: String {
        let metrics: [SystemMetric] = entry.metric == .overview ? [.cpu, .memory] : [entry.metric]
        return metrics.map { "\($0.title) \(value($0) ?? "–")" }.joined(separator: " · ")
    }

    /// The last hour of a figure; nil: none is kept of it, or not yet.
    private func history(_ metric: SystemMetric) -> ViewTree? {
        switch metric {
        case .cpu: entry.history.cpu?.tint(color(metric, readings.cpu ?? 0)).fallback(value(metric) ?? "")
        case .network: entry.history.network?.fallback(value(metric) ?? "")
        default: nil
        }
    }

    // MARK: Figures

    private var readings: SystemReadings { entry.readings }

    private func value(_ metric: SystemMetric) -> String? {
        switch metric {
        case .overview: nil
        case .cpu: readings.cpu.map(SystemFormat.percent)
        case .memory: readings.memory.map { SystemFormat.percent($0.fraction) }
        case .disk: readings.disk.map { SystemFormat.percent($0.fraction) }
        case .battery: readings.battery.map { "\($0.level) %\($0.isCharging ? " ⚡" : "")" }
        case .network: readings.network.map { "↓ \(SystemFormat.rate($0.received)) ↑ \(SystemFormat.rate($0.sent))" }
        case .load: readings.load.map { SystemFormat.load($0.one) }
        case .uptime: readings.uptime.map(SystemFormat.uptime)
        }
    }

    private func detail(_ metric: SystemMetric) -> String? {
        switch metric {
        case .memory: readings.memory.map { "\(SystemFormat.bytes($0.used)) of \(SystemFormat.bytes($0.total))" }
        case .disk: readings.disk.map { "\(SystemFormat.bytes($0.used)) of \(SystemFormat.bytes($0.total))" }
        case .load: readings.load.map { "5 min \(SystemFormat.load($0.five)), 15 min \(SystemFormat.load($0.fifteen))" }
        case .battery: readings.battery.map { $0.isCharging ? "charging" : "on battery" }
        default: nil
        }
    }

    private func fraction(_ metric: SystemMetric) -> Double? {
        switch metric {
        case .cpu: readings.cpu
        case .memory: readings.memory?.fraction
        case .disk: readings.disk?.fraction
        case .battery: readings.battery.map { Double($0.level) / 100 }
        default: nil
        }
    }

    /// Red where something runs out: room on a disk, charge in a battery.
    private func color(_ metric: SystemMetric, _ fraction: Double) -> ViewColor.Name {
        let used = metric == .battery ? 1 - fraction : fraction
        return used >= 0.9 ? .red : used >= 0.7 ? .orange : .green
    }

    private func symbol(_ metric: SystemMetric) -> String {
        switch metric {
        case .overview, .cpu: "cpu"
        case .memory: "memorychip"
        case .disk: "internaldrive"
        case .battery: "battery.100"
        case .network: "network"
        case .load: "gauge"
        case .uptime: "clock"
        }
    }
}
