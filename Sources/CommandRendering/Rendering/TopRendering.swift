package import WidgetAPI
import WidgetCore

/// Two readings of the daemon's metrics, the second later than the first. Counters become rates.
package struct TopReading {
    let families: [MetricFamily]
    /// The reading before; empty: there is none, and every counter counts from the daemon's start.
    let before: [MetricFamily]
    /// Between the two; since the daemon's start where there is none before.
    let seconds: Double

    /// - Parameter before: of the same daemon. One of a daemon that was restarted since isn't used.
    package init(_ response: ProtoMetricsResponse, after before: ProtoMetricsResponse?) {
        families = response.families
        let date = response.readAt.timestamp
        let start = Self.number("process_start_time_seconds", families)
        if let before, Self.number("process_start_time_seconds", before.families) == start {
            self.before = before.families
            seconds = max(0.001, Double((date - before.readAt.timestamp).count) / 1_000)
        } else {
            self.before = []
            seconds = max(0.001, Double(date.milliseconds) / 1_000 - start)
        }
    }

    /// A metric's samples.
    func samples(_ name: String) -> [MetricSample] { families.first { $0.name == name }?.samples ?? [] }

    /// The sum of the samples with these labels.
    func number(_ name: String, _ labels: [String: String] = [:]) -> Double { Self.number(name, families, labels) }

    /// The growth of a counter in a second.
    func rate(_ name: String, _ labels: [String: String] = [:]) -> Double {
        max(0, Self.number(name, families, labels) - Self.number(name, before, labels)) / seconds
    }

    /// The durations that a histogram has counted since the reading before, or where there were none, since the daemon's start.
    func durations(_ name: String, _ labels: [String: String]) -> Histogram? {
        guard let now = Self.histogram(name, families, labels) else { return nil }
        guard let then = Self.histogram(name, before, labels), then.count < now.count else { return now }
        return Histogram(bounds: now.bounds, counts: zip(now.counts, then.counts).map { $0 &- $1 }, sum: now.sum - then.sum)
    }

    private static func matching(_ name: String, _ families: [MetricFamily], _ labels: [String: String]) -> [MetricSample] {
        (families.first { $0.name == name }?.samples ?? []).filter { sample in labels.allSatisfy { sample[$0.key] == $0.value } }
    }

    private static func number(_ name: String, _ families: [MetricFamily], _ labels: [String: String] = [:]) -> Double {
        matching(name, families, labels).reduce(0) { sum, sample in
            switch sample.value {
            case .number(let number): sum + number
            case .histogram(let histogram): sum + Double(histogram.count)
            }
        }
    }

    private static func histogram(_ name: String, _ families: [MetricFamily], _ labels: [String: String]) -> Histogram? {
        for sample in matching(name, families, labels) { if case .histogram(let histogram) = sample.value { return histogram } }
        return nil
    }
}

/// `top`.
package enum TopRendering {
    /// The lines of a reading, without their ends.
    /// - Parameters:
    ///   - width: the terminal's; nil: nothing is cut.
    ///   - height: the most lines; nil: all.
    package static func lines(_ reading: TopReading, _ style: Style, width: Int? = nil, height: Int? = nil) -> [String] {
        var text = head(reading, style)
        for table in [links(reading), calls(reading), reloads(reading), providers(reading)] where !table.rows.isEmpty {
            text += "\n" + table.text(style, maximumWidth: width)
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        guard let height, lines.count > height else { return lines }
        return lines.prefix(max(1, height - 1)) + [style(.dim, "\(lines.count - height + 1) more lines; make the terminal higher")]
    }

    private static func head(_ reading: TopReading, _ style: Style) -> String {
        let memory = ByteCount.text(UInt64(reading.number("process_resident_memory_bytes")))
        let version = reading.samples("widgetd_build").first?["version"] ?? "-"
        let processor = decimal(reading.rate("process_cpu_seconds") * 100, 1)
        let durations = reading.durations("widgetd_store_commit_duration_seconds", ["durability": "synced"])
        let isWritable = reading.number("widgetd_store_writable") == 1
        let waiting = reading.samples("widgetd_queue_length").compactMap { sample -> String? in
            guard case .number(let count) = sample.value, count > 0 else { return nil }
            return "\(Int64(count)) \(words(sample["queue"]))"
        }
        return """
            widgetd \(version)   memory \(memory)   processor \(processor) %   connections \(Int64(reading.number("widgetd_connections")))   \
            watchers \(Int64(reading.number("widgetd_watchers")))
            store \(ByteCount.text(UInt64(reading.number("widgetd_store_size_bytes"))))   \
            commits \(decimal(reading.rate("widgetd_store_commit_duration_seconds"), 1))/s   a commit \(time(durations))\
            \(isWritable ? "" : "   " + style(.red, "it can't be written"))
            board \(items(reading))   surfaces \(Int64(reading.number("widgetd_surfaces_connected"))), \
            seen \(Int64(reading.number("widgetd_surfaces_visible")))   pushes \(decimal(reading.rate("widgetd_pushes_accepted"), 1))/s, \
            refused \(decimal(reading.rate("widgetd_pushes_refused"), 1))/s
            waiting \(waiting.isEmpty ? "nothing" : waiting.joined(separator: ", "))

            """
    }

    private static func items(_ reading: TopReading) -> String {
        ["widgets", "activities", "controls"].map { "\(Int64(reading.number("widgetd_board_items", ["board": $0]))) \($0)" }.joined(separator: ", ")
    }

    private static func links(_ reading: TopReading) -> Table {
        var table = Table("DEVICE", "LINK", "LAG", "TO SEND", "TO GET")
        for sample in reading.samples("widgetd_device_connected") {
            let labels = ["id": sample["id"] ?? ""]
            let isConnected = sample.value == .number(1)
            table.add(
                .init(sample["device"] ?? ""), .init(isConnected ? "up" : "down", isConnected ? .green : .yellow),
                .init(seconds(reading.number("widgetd_sync_lag_seconds", labels))),
                .init("\(Int64(reading.number("widgetd_sync_pending_changes", labels.merging(["direction": "out"]) { $1 })))"),
                .init("\(Int64(reading.number("widgetd_sync_pending_changes", labels.merging(["direction": "in"]) { $1 })))"))
        }
        return table
    }

    private static func calls(_ reading: TopReading) -> Table {
        var table = Table("CALLS/S", "FAILED/S", "TIME", "METHOD")
        for column in 0..<3 { table.columns[column].alignsRight = true }
        var names: [(service: String, method: String)] = []
        for sample in reading.samples("widgetd_calls") {
            let name = (service: sample["service"] ?? "", method: sample["method"] ?? "")
            if names.last.map({ $0 == name }) != true { names.append(name) }
        }
        let rates = names.map { name in
            let labels = ["service": name.service, "method": name.method]
            return (name, labels, all: reading.rate("widgetd_calls", labels), ok: reading.rate("widgetd_calls", labels.merging(["code": "OK"]) { $1 }))
        }
        for (name, labels, all, ok) in rates.sorted(by: { ($1.all, $0.0.method) < ($0.all, $1.0.method) }) where all > 0 {
            let service = name.service.split(separator: ".").last.map(String.init) ?? name.service
            let failed = max(0, all - ok)
            table.add(
                .init(decimal(all, 1)), .init(failed > 0 ? decimal(failed, 1) : "", failed > 0 ? .red : nil),
                .init(time(reading.durations("widgetd_call_duration_seconds", labels))), .init("\(service).\(name.method)"))
        }
        return table
    }

    private static func reloads(_ reading: TopReading) -> Table {
        var table = Table("NEW", "UNCHANGED", "FAILED", "RELOADS BECAUSE OF")
        for column in 0..<3 { table.columns[column].alignsRight = true }
        var causes: [String] = []
        for sample in reading.samples("widgetd_reloads") where causes.last != sample["cause"] { causes.append(sample["cause"] ?? "") }
        for cause in causes {
            let counts = ["new", "unchanged", "failed"].map { Int64(reading.number("widgetd_reloads", ["cause": cause, "result": $0])) }
            table.add(counts.map { Table.Cell($0 == 0 ? "" : "\($0)") } + [.init(words(cause))])
        }
        return table
    }

    private static func providers(_ reading: TopReading) -> Table {
        var table = Table("REQUESTS", "FAILED", "CRASHES", "TIME", "PROVIDER")
        for column in 0..<4 { table.columns[column].alignsRight = true }
        for sample in reading.samples("widgetd_provider_request_duration_seconds") {
            let labels = ["provider": sample["provider"] ?? ""]
            let failures = Int64(reading.number("widgetd_provider_request_failures", labels))
            let crashes = Int64(reading.number("widgetd_provider_crashes", labels))
            table.add(
                .init("\(Int64(reading.number("widgetd_provider_request_duration_seconds", labels)))"),
                .init(failures == 0 ? "" : "\(failures)", .yellow), .init(crashes == 0 ? "" : "\(crashes)", .red),
                .init(time(reading.durations("widgetd_provider_request_duration_seconds", labels))),
                .init((labels["provider"] ?? "") + (reading.number("widgetd_provider_running", labels) == 1 ? " (runs)" : "")))
        }
        return table
    }

    // MARK: Numbers

    /// The mean, as `0.3 ms` or `2.1 s`.
    private static func time(_ histogram: Histogram?) -> String {
        guard let histogram, histogram.count > 0 else { return "-" }
        return seconds(histogram.sum / Double(histogram.count))
    }

    private static func seconds(_ seconds: Double) -> String {
        switch seconds {
        case 0: "0"
        case ..<0.01: decimal(seconds * 1_000, 2) + " ms"
        case ..<1: decimal(seconds * 1_000, 0) + " ms"
        case ..<120: decimal(seconds, 1) + " s"
        default: DateFormatting.words(seconds: UInt64(seconds))
        }
    }

    private static func words(_ name: String?) -> String { (name ?? "-").split(separator: "_").joined(separator: " ") }

    /// A number that isn't negative, with so many decimal places.
    private static func decimal(_ value: Double, _ places: Int) -> String {
        let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
        let whole = Int64((min(value, 1e12) * factor).rounded())
        guard places > 0 else { return "\(whole)" }
        let fraction = String(whole % Int64(factor))
        return "\(whole / Int64(factor))." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
