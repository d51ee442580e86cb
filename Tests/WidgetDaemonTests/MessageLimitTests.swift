import TTRPCBlocking
import TTRPCWire
import Testing
import WidgetAPI
import WidgetTestSupport

/// A message has at most 1 MiB.
@Suite(.timeLimit(.minutes(10))) struct MessageLimitTests {
    @Test func aRequestOverItIsRefusedByNameOfTheLimitAndTheConnectionGoesOn() throws {
        let fixture = try DaemonFixture()
        try fixture.start()
        let client = try BlockingClient(path: fixture.socket)
        for method in ["Place", "Get"] {
            let name = String(repeating: "x", count: 1 << 20)
            let payload: [UInt8] =
                method == "Place"
                ? try ProtoPlaceRequest.with { $0.kind = name }.serializedBytes() : try ProtoGetWidgetRequest.with { $0.widget = name }.serializedBytes()
            let status = #expect(throws: RPCStatus.self) {
                try client.call(service: "widgetd.v1.Widgets", method: method, payload: payload, timeout: .seconds(120))
            }
            #expect(status?.code == .resourceExhausted)
            #expect(status?.message.contains("limit of 1048576 bytes") == true, "\(status?.message ?? "")")
        }
        _ = try client.call(service: "widgetd.v1.Daemon", method: "Check", payload: [], timeout: .seconds(120))
    }
}
