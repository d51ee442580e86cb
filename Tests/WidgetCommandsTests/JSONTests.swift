import Testing
import WidgetAPI

@testable import WidgetCommands

@Suite("--json")
struct JSONTests {
    @Test("One object with its format first, then proto3 JSON")
    func object() throws {
        let response = ProtoListWidgetsResponse.with { $0.widgets = [snapshot { $0.nextReloadDate = date(0) }] }
        #expect(
            try JSONOutput.object(response)
                == #"{"format":"widgetctl/v1","widgets":[{"widget":{"id":"01979a3c-0000-7000-8000-000000000001","kind":"system","family":"WIDGET_FAMILY_SYSTEM_SMALL"},"state":"CURRENT","nextReloadDate":"2026-11-21T13:05:00Z","displayName":"System"}]}"#
        )
    }

    @Test("A message without fields is an object with the format alone")
    func empty() throws {
        #expect(try JSONOutput.object(ProtoKindsResponse()) == #"{"format":"widgetctl/v1"}"#)
    }

    @Test("doctor's checks, escaped")
    func doctor() {
        let checks = [DoctorCheck(.failure, "store", "a \"b\"\n\u{1}\\", advice: "c")]
        #expect(
            DoctorRendering.json(checks)
                == #"{"format":"widgetctl/v1","checks":[{"level":"fail","subject":"store","finding":"a \"b\"\u000a\u0001\\","advice":"c"}]}"# + "\n")
    }
}
