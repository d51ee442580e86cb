import SwiftProtobuf
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
        #expect(try JSONOutput.object(ProtoStatusResponse()) == #"{"format":"widgetctl/v1"}"#)
    }

    @Test(
        "The lists of an answer are there even where they are empty",
        arguments: [
            (ProtoKindsResponse(), ["kinds"]), (ProtoListWidgetsResponse(), ["widgets"]), (ProtoGetTimelineResponse(), ["entries"]),
            (ProtoReloadResponse(), ["receipts"]), (ProtoExplainResponse(), ["sentences", "decisions", "notes"]),
            (ProtoSimulateResponse(), ["steps", "assumptions"]), (ProtoDecisionsResponse(), ["decisions"]),
            (ProtoProvidersResponse(), ["providers", "problems", "shadowed"]), (ProtoRescanResponse(), ["problems", "shadowed"]),
            (ProtoListDevicesResponse(), ["devices"]), (ProtoInviteResponse(), ["addresses"]), (ProtoSyncStatusResponse(), ["peers", "listening"]),
            (ProtoSyncLogResponse(), ["entries"]), (ProtoConflictsResponse(), ["entries"]),
            (ProtoPreviewResponse(), ["images"]), (ProtoCheckProviderResponse(), ["findings", "samples"]),
        ] as [(any Message, [String])])
    func emptyLists(response: any Message, names: [String]) throws {
        #expect(try JSONOutput.object(response) == #"{"format":"widgetctl/v1","# + names.map { "\"\($0)\":[]" }.joined(separator: ",") + "}")
    }

    @Test("A list that isn't empty is there once, beside the empty ones")
    func someLists() throws {
        let response = ProtoProvidersResponse.with { $0.providers = [.with { $0.id = "p" }] }
        #expect(try JSONOutput.object(response) == #"{"format":"widgetctl/v1","providers":[{"id":"p"}],"problems":[],"shadowed":[]}"#)
    }

    @Test("Controls in a provider's text are escaped")
    func controls() throws {
        let json = try JSONOutput.object(ProtoWidgetSnapshot.with { $0.lastError = "\u{1B}[2J\u{9B}2J\u{7F}" })
        #expect(json.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
    }

    @Test("doctor's checks, escaped")
    func doctor() {
        let checks = [DoctorCheck(.failure, "store", "a \"b\"\n\u{1}\u{9B}\\", advice: "c")]
        #expect(
            DoctorRendering.json(checks)
                == #"{"format":"widgetctl/v1","checks":[{"level":"fail","subject":"store","finding":"a \"b\"\u000a\u0001\u009b\\","advice":"c"}]}"# + "\n")
    }
}
