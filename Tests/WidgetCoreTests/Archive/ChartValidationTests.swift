import Testing
import WidgetCore

@Suite("A chart is within its limits, or refused with the field that breaks it")
struct ChartValidationTests {
    static func error(_ chart: Chart) -> String? {
        do {
            _ = try ViewTree(.view(.chart(chart))).archive().validated(family: .systemSmall)
            return nil
        } catch {
            #expect(error.code == .invalidArgument)
            return error.message
        }
    }

    static func error(script view: String) -> String? {
        do {
            _ = try ScriptFormTests.decode(#"{"view": \#(view)}"#)
            return nil
        } catch {
            return error.message
        }
    }

    @Test("512 values in each of 4 series pass, and no more")
    func sizes() {
        let long = Chart.Series(Array(repeating: 1, count: 512))
        #expect(Self.error(Chart(series: Array(repeating: long, count: 4))) == nil)
        #expect(Self.error(Chart(series: Array(repeating: long, count: 5))) == "nodes[0] (chart): a chart has 1 to 4 series, not 5")
        #expect(Self.error(Chart(series: [])) == "nodes[0] (chart): a chart has 1 to 4 series, not 0")
        #expect(Self.error(Chart(series: [.init(Array(repeating: 1, count: 513))])) == "nodes[0] (chart): series[0] has 1 to 512 values, not 513")
        #expect(Self.error(Chart(series: [.init([])])) == "nodes[0] (chart): series[0] has 1 to 512 values, not 0")
        #expect(
            Self.error(Chart(series: [.init([1, 2]), .init([1])]))
                == "nodes[0] (chart): series[1] has 1 values and series[0] has 2; where one has none, write a gap")
    }

    @Test("Values, places, bounds and marks are finite, ascending and few")
    func values() {
        let series = [Chart.Series([1, nil, 3])]
        #expect(Self.error(Chart(series: [.init([1, .infinity])])) == "nodes[0] (chart): series[0].values[1] must be a finite number, not inf")
        #expect(Self.error(Chart(series: series, x: [0, 1])) == "nodes[0] (chart): x has a place for each value, 3 of them, not 2")
        #expect(Self.error(Chart(series: series, x: [0, 1, 1])) == "nodes[0] (chart): x[2] must be greater than x[1]")
        #expect(Self.error(Chart(series: series, minimum: 3, maximum: 3)) == "nodes[0] (chart): the minimum 3.0 must be less than the maximum 3.0")
        #expect(Self.error(Chart(series: series, marks: Array(repeating: .init(1), count: 9))) == "nodes[0] (chart): a chart has at most 8 marks, not 9")
        #expect(Self.error(Chart(series: series, marks: [.init(.nan)])) == "nodes[0] (chart): marks[0].value must be a finite number, not nan")
        let label = String(repeating: "x", count: 65)
        #expect(Self.error(Chart(series: [.init([1], label: label)])) == "nodes[0] (chart): series[0].label has at most 64 bytes, not 65")
        #expect(Self.error(Chart(series: series, marks: [.init(1, label: label)])) == "nodes[0] (chart): marks[0].label has at most 64 bytes, not 65")
    }

    @Test("A script's chart is the same as in code, with gaps, dates and marks")
    func script() throws {
        let nodes = try ScriptFormTests.nodes(
            #"{"chart": [{"values": [1, null], "label": "in", "color": "blue"}, {"values": [2, 3.5]}], "style": "area", "min": 0, "max": 4, "marks": [2, {"at": 3, "label": "l"}], "x": ["2026-11-20T08:00:00Z", "2026-11-20T08:00:01.5Z"]}"#
        )
        let seconds = Double(ScriptFormTests.now.milliseconds / 1_000)
        #expect(
            nodes[0].content
                == .chart(
                    Chart(
                        style: .area, series: [.init([1, nil], label: "in", color: .named(.blue)), .init([2, 3.5])], x: [seconds, seconds + 1.5], minimum: 0,
                        maximum: 4, marks: [.init(2), .init(3, label: "l")])))
        #expect(try ScriptFormTests.nodes(#"{"chart": [1, null, 2]}"#)[0].content == ViewTree.chart([1, nil, 2]).archive().nodes[0].content)
    }

    @Test("What is wrong in a script is named with its place")
    func scriptErrors() {
        #expect(Self.error(script: #"{"chart": 3}"#)?.hasPrefix("view.chart: must be an array of numbers, or of series such as") == true)
        #expect(Self.error(script: #"{"chart": [1, "2"]}"#) == "view.chart[1]: must be a number, or null for a gap, not a string")
        #expect(Self.error(script: #"{"chart": [{"values": [1]}, 2]}"#)?.hasPrefix("view.chart[1]: must be a series") == true)
        #expect(Self.error(script: #"{"chart": [{"value": [1]}]}"#)?.contains("needs \"values\"") == true)
        #expect(Self.error(script: #"{"chart": [1], "style": "pie"}"#)?.hasPrefix("view.style: ") == true)
        #expect(Self.error(script: #"{"chart": [1], "interpolation": "round"}"#)?.hasPrefix("view.interpolation: ") == true)
        #expect(Self.error(script: #"{"chart": [1], "stacked": 1}"#)?.hasPrefix("view.stacked: must be true or false") == true)
        #expect(Self.error(script: #"{"chart": [1], "marks": [{"label": "x"}]}"#)?.contains("view.marks[0]: needs \"at\"") == true)
        #expect(Self.error(script: #"{"chart": []}"#)?.contains("series[0] has 1 to 512 values, not 0") == true)
    }
}
