import Testing
import WidgetAPI
import WidgetCore

@testable import CommandRendering

@Suite("top") struct TopRenderingTests {
    private static let start = Timestamp(milliseconds: 1_800_000_000_000)

    /// A reading so many seconds after the start of its daemon.
    private func reading(
        at seconds: Int64, calls: Double, failed: Double = 0, requests: Int = 0, startedAt start: Timestamp = start
    ) -> ProtoMetricsResponse {
        var families: [MetricFamily] = []
        func add(_ name: String, _ kind: MetricFamily.Kind, _ values: [(Double, KeyValuePairs<String, String>)]) {
            var family = MetricFamily(name, kind, help: "x")
            for (value, labels) in values { family.add(value, labels) }
            families.append(family)
        }
        add("widgetd_build", .info, [(1, ["version": "1.2"])])
        add("process_start_time_seconds", .gauge, [(Double(start.milliseconds) / 1_000, [:])])
        add("process_resident_memory_bytes", .gauge, [(20 * 1_048_576, [:])])
        add(
            "widgetd_calls", .counter,
            [
                (calls, ["service": "widgetd.v1.Widgets", "method": "List", "code": "OK"]),
                (failed, ["service": "widgetd.v1.Widgets", "method": "List", "code": "NOT_FOUND"]),
                (7, ["service": "widgetd.v1.Widgets", "method": "Place", "code": "OK"]),
            ])
        add("widgetd_reloads", .counter, [(3, ["cause": "provider_changed", "result": "new"]), (1, ["cause": "provider_changed", "result": "failed"])])
        add("widgetd_store_writable", .gauge, [(0, [:])])
        add("widgetd_queue_length", .gauge, [(2, ["queue": "store_writes"]), (0, ["queue": "pushes"])])
        add("widgetd_device_connected", .gauge, [(1, ["device": "laptop", "id": "A"]), (0, ["device": "wall", "id": "B"])])
        add("widgetd_sync_lag_seconds", .gauge, [(0, ["device": "laptop", "id": "A"]), (7_200, ["device": "wall", "id": "B"])])
        add(
            "widgetd_sync_pending_changes", .gauge,
            [(0, ["device": "laptop", "id": "A", "direction": "out"]), (4, ["device": "wall", "id": "B", "direction": "out"])])
        var durations = Histogram(bounds: Histogram.providerBounds)
        for _ in 0..<requests { durations.observe(seconds: 0.2) }
        var family = MetricFamily("widgetd_provider_request_duration_seconds", .histogram, help: "x")
        if requests > 0 { family.add(durations, ["provider": "weather"]) }
        families.append(family)
        add("widgetd_provider_crashes", .counter, [(2, ["provider": "weather"])])
        return ProtoMetricsResponse(families, readAt: start + .seconds(seconds))
    }

    private func lines(_ now: ProtoMetricsResponse, after before: ProtoMetricsResponse?, height: Int? = nil) -> [String] {
        TopRendering.lines(TopReading(now, after: before), Style(isColored: false), height: height)
    }

    @Test("Rates are those between the two readings")
    func rates() throws {
        let lines = lines(reading(at: 102, calls: 130, failed: 2), after: reading(at: 100, calls: 100))
        #expect(lines.first?.hasPrefix("widgetd 1.2   memory 20 MiB   processor 0.0 %") == true, "\(lines.first ?? "")")
        #expect(lines.contains { $0.split(separator: " ") == ["16.0", "1.0", "-", "Widgets.List"] }, "\(lines)")
        #expect(!lines.contains { $0.contains("Widgets.Place") }, "what nobody calls isn't shown")
    }

    @Test("Without a reading before, or after a restart of the daemon, rates are since the daemon's start")
    func sinceTheStart() {
        let now = reading(at: 10, calls: 100)
        for before in [nil, reading(at: 900, calls: 5_000, startedAt: Self.start + .seconds(-1_000))] {
            #expect(lines(now, after: before).contains { $0.split(separator: " ") == ["10.0", "-", "-", "Widgets.List"] })
        }
    }

    @Test("It says what waits, which device lags, what a provider costs, and that the store can't be written")
    func allElse() {
        let lines = lines(reading(at: 60, calls: 0, requests: 5), after: nil)
        #expect(lines.contains("waiting 2 store writes"))
        #expect(lines.contains { $0.hasPrefix("store") && $0.hasSuffix("it can't be written") })
        #expect(lines.contains { $0.split(separator: " ").starts(with: ["laptop", "up", "0", "0", "0"]) })
        #expect(lines.contains { $0.hasPrefix("wall") && $0.contains("down") && $0.contains("2 h") }, "\(lines)")
        #expect(lines.contains { $0.split(separator: " ") == ["5", "-", "2", "200", "ms", "weather"] }, "\(lines)")
        #expect(lines.contains { $0.split(separator: " ") == ["3", "-", "1", "provider", "changed"] }, "\(lines)")
    }

    @Test("On a low terminal the last line says how much is missing")
    func low() {
        let whole = lines(reading(at: 60, calls: 5), after: nil)
        let cut = lines(reading(at: 60, calls: 5), after: nil, height: 6)
        #expect(cut.count == 6 && cut.last == "\(whole.count - 5) more lines; make the terminal higher")
        #expect(Array(cut.prefix(5)) == Array(whole.prefix(5)))
    }
}
