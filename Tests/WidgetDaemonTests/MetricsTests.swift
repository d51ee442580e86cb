import Logging
import Synchronization
import TTRPC
import Testing
import WidgetAPI
import WidgetCore
import WidgetSettings
import WidgetTestSupport

@testable import Systemd
@testable import WidgetDaemon

@Suite("Metrics", .timeLimit(.minutes(2))) struct MetricsTests {
    @Test("They are given to this machine alone", arguments: ["127.0.0.1:9464", "127.1.2.3:0", "[::1]:9464", "unix:/run/widgetd/metrics"])
    func loopback(_ text: String) throws {
        _ = try MetricsAddress(text, option: "--metrics-listen")
    }

    @Test(
        "Another address is refused with the option's name and what to do",
        arguments: ["0.0.0.0:9464", "[::]:9464", "192.168.1.2:9464", "desk:9464", "localhost:9464", "[::ffff:127.0.0.1]:9464", "128.0.0.1:9464"])
    func elsewhere(_ text: String) throws {
        let error = #expect(throws: WidgetError.self) { _ = try MetricsAddress(text, option: "--metrics-listen") }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix("--metrics-listen: ") == true && error?.message.contains("127.0.0.1:9464") == true)
        #expect(error?.message.contains("proxy") == true)
    }

    @Test("A wrong address is refused with the option's name", arguments: ["", "9464", "127.0.0.1", "127.0.0.1:70000", "unix:metrics", "::1:9464"])
    func wrong(_ text: String) throws {
        let error = #expect(throws: WidgetError.self) { _ = try MetricsAddress(text, option: "--metrics-listen") }
        #expect(error?.message.hasPrefix("--metrics-listen: ") == true)
    }

    @Test("Calls are counted by method and status, and those of unknown methods together")
    func calls() {
        let metrics = CallMetrics(logger: Logger(label: "test"))
        let list = RequestedMethod(service: "widgetd.v1.Widgets", name: "List", right: .read)
        metrics.callFinished(list, status: .ok, duration: .milliseconds(2))
        metrics.callFinished(list, status: .notFound, duration: .milliseconds(2))
        metrics.callFinished(nil, status: .unimplemented, duration: .zero)
        metrics.callFinished(nil, status: .unimplemented, duration: .zero)
        #expect(metrics.totals == (4, 3))
        #expect(metrics.calls.count == 2)
        let calls = metrics.calls[list]
        #expect(calls?.count == 2 && calls?.failures == 1 && calls?.durations.count == 2)
        #expect(calls.map { abs($0.durations.sum - 0.004) < 1e-9 } == true)
    }

    @Test("The daemon gives the same to Prometheus and to a client, from a fresh start on")
    func overTheWire() throws {
        let daemon = try DaemonFixture()
        try daemon.addProvider("counter", script: Scripts.counter(try daemon.directory.write("count", "")))
        try daemon.start()
        let client = daemon.client()
        _ = try client.status()
        let families = try client.metrics().families
        let calls = try #require(families.first { $0.name == "widgetd_calls" })
        #expect(calls.samples.contains { $0["method"] == "Status" && $0["code"] == "OK" && $0.value == .number(1) })
        #expect(families.contains { $0.name == "widgetd_call_duration_seconds" && $0.samples.contains { $0["method"] == "Status" } })
        let names = families.map(\.name)
        #expect(Set(names).count == names.count, "each metric stands once")
    }
}
