import Testing
import WidgetCore

@Suite("Metrics as text") struct OpenMetricsTextTests {
    @Test("The text is OpenMetrics, with an end that says that all of it came")
    func theWholeText() {
        var calls = MetricFamily("widgetd_calls", .counter, help: "Calls that have ended.")
        calls.add(3, ["method": "List", "code": "OK"])
        var size = MetricFamily("widgetd_store_size_bytes", .gauge, unit: "bytes", help: "Size.")
        size.add(4_096)
        var lag = MetricFamily("widgetd_lag_seconds", .gauge, unit: "seconds", help: "Age.")
        lag.add(0.25)
        let expected = """
            # TYPE widgetd_calls counter
            # HELP widgetd_calls Calls that have ended.
            widgetd_calls_total{method="List",code="OK"} 3
            # TYPE widgetd_store_size_bytes gauge
            # UNIT widgetd_store_size_bytes bytes
            # HELP widgetd_store_size_bytes Size.
            widgetd_store_size_bytes 4096
            # TYPE widgetd_lag_seconds gauge
            # UNIT widgetd_lag_seconds seconds
            # HELP widgetd_lag_seconds Age.
            widgetd_lag_seconds 0.25
            # EOF

            """
        #expect(OpenMetricsText.text([calls, size, lag]) == expected)
    }

    @Test("A metric without samples is left out")
    func nothingToSay() {
        #expect(OpenMetricsText.text([MetricFamily("widgetd_calls", .counter, help: "Calls.")]) == "# EOF\n")
    }

    @Test("The buckets of a histogram add up, and the last one has no bound")
    func bucketsAddUp() {
        var histogram = Histogram(bounds: [0.001, 0.1])
        for seconds in [0.000_5, 0.001, 0.05, 2] { histogram.observe(seconds: seconds) }
        var family = MetricFamily("widgetd_t_seconds", .histogram, unit: "seconds", help: "Time.")
        family.add(histogram, ["provider": "cpu"])
        let lines = OpenMetricsText.text([family]).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(
            lines == [
                #"widgetd_t_seconds_bucket{provider="cpu",le="0.001"} 2"#, #"widgetd_t_seconds_bucket{provider="cpu",le="0.1"} 3"#,
                #"widgetd_t_seconds_bucket{provider="cpu",le="+Inf"} 4"#, #"widgetd_t_seconds_count{provider="cpu"} 4"#,
                #"widgetd_t_seconds_sum{provider="cpu"} 2.0515"#,
            ])
    }

    @Test("A device's name can't end a label, or begin a line")
    func namesAreEscaped() {
        var family = MetricFamily("widgetd_device_connected", .gauge, help: "Link.")
        family.add(1, ["device": "a\"} 1\nb\\"])
        #expect(OpenMetricsText.text([family]).contains(#"widgetd_device_connected{device="a\"} 1\nb\\"} 1"# + "\n# EOF\n"))
    }

    @Test("A duration is counted in its unit")
    func durations() {
        var histogram = Histogram(bounds: [1])
        histogram.observe(.milliseconds(1_500))
        #expect(histogram.counts == [0, 1] && histogram.sum == 1.5 && histogram.count == 1)
    }
}
