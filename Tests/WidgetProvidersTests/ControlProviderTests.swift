import AppIntents
import SwiftUI
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetKit
@testable import WidgetProviders

@Suite("providers of controls", .timeLimit(.minutes(10)))
struct ControlProviderTests {
    private static let lamp = ControlKind(id: "lamp", provider: "test", displayName: "Lamp", type: .toggle, symbol: "lightbulb")

    private static func manifest(_ control: String) -> [UInt8] {
        Array(#"{"format": 1, "protocol": "json", "exec": ["program"], "controls": [\#(control)]}"#.utf8)
    }

    private func decode(_ control: String) throws -> ProviderManifest {
        try ManifestDecoder.decode(Self.manifest(control), id: "test", path: "/test.json", directory: "/")
    }

    @Test("a manifest's control with all its keys")
    func complete() throws {
        let manifest = try decode(
            """
            {"id": "lamp", "type": "toggle", "symbol": "lightbulb", "display_name": "Lamp", "description": "On the desk", "tint": "#ff8800",
             "action_hint": "Switch", "parameters": [{"name": "room", "type": "text"}], "push_handler": true, "privacy_sensitive": true,
             "authentication": "requires-local-device-authentication", "prompts_for_user_configuration": true}
            """)
        #expect(
            manifest.controls == [
                ControlKind(
                    id: "lamp", provider: "test", displayName: "Lamp", description: "On the desk", type: .toggle, symbol: "lightbulb",
                    tint: .rgba(0xFF88_00FF), actionHint: "Switch", parameters: [ParameterDefinition(name: "room", type: .text)], takesPushes: true,
                    isPrivacySensitive: true, authentication: .requiresLocalDeviceAuthentication, promptsForUserConfiguration: true)
            ])
        #expect(manifest.kinds.isEmpty)
    }

    @Test(
        "what is wrong with a control is named with the key and what to do",
        arguments: [
            (#"{"type": "toggle", "symbol": "x"}"#, "controls[0].id: is missing"),
            (#"{"id": "a", "type": "switch", "symbol": "x"}"#, "controls[0].type: must be one of button, toggle, not \"switch\""),
            (#"{"id": "a", "type": "button"}"#, "controls[0].symbol: is missing"),
            (#"{"id": "a", "type": "button", "symbol": "x", "tint": "purpel"}"#, "controls[0].tint: must be"),
            (#"{"id": "a", "type": "button", "symbol": "x", "authentication": "none"}"#, "controls[0].authentication: must be one of always-allowed"),
            (#"{"id": "a", "type": "button", "symbol": "x", "sybol": "y"}"#, "controls[0].sybol: no such key; did you mean symbol?"),
            (#"{"id": "a", "type": "button", "symbol": "x"}, {"id": "a", "type": "button", "symbol": "x"}"#, "controls[1].id: \"a\" is there twice"),
            (
                #"{"id": "a", "type": "button", "symbol": "x", "prompts_for_user_configuration": true}"#,
                "controls[0].promptsForUserConfiguration: there are no parameters"
            ),
        ])
    func wrong(_ control: String, _ message: String) {
        let error = #expect(throws: WidgetError.self) { try decode(control) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test("a script is asked for a control's value and has its tap performed")
    func script() async throws {
        let provider = TestProvider(
            "#!/bin/sh\n" + #"cat >>"$TEST_DIRECTORY/asked"; printf '{"isOn":true,"status":"dim","symbol":"lightbulb.fill","tint":"orange"}'"#)
        let id = ControlID.test
        let request = ControlValueRequest(kind: "lamp", parameters: ["room": .text("hall")], control: id)
        let value = try await provider.host.value(request, of: Self.lamp)
        #expect(value == ControlValue(isOn: true, status: "dim", symbol: "lightbulb.fill", tint: .named(.orange)))
        try await provider.host.perform(ControlPerformRequest(kind: "lamp", control: id, idempotencyKey: "k", isOn: false))
        let asked = try #require(provider.directory.read("asked"))
        #expect(
            asked == #"{"format":1,"call":"controlValue","kind":"lamp","preview":false,"parameters":{"room":"hall"},"control":"\#(id)"}"#
                + #"{"format":1,"call":"performControl","kind":"lamp","control":"\#(id)","parameters":{},"idempotencyKey":"k","isOn":false}"#)
    }

    @Test(
        "a value that no such control can have is an error that says where",
        arguments: [
            ("{}", "isOn: is missing; a toggle says whether it is on"), (#"{"isOn": "yes"}"#, "isOn: must be true or false, not a string"),
            (#"{"isOn": true, "on": 1}"#, "on: no such key in a control's value; allowed:"), ("", "JSON: ends where a value is expected"),
            (#"{"isOn": true, "status": "\#(String(repeating: "x", count: 200))"}"#, "status: "),
        ])
    func wrongValue(_ output: String, _ message: String) async throws {
        let provider = TestProvider("#!/bin/sh\ncat >/dev/null; printf '%s' '\(output)'")
        do {
            _ = try await provider.host.value(ControlValueRequest(kind: "lamp", control: nil), of: Self.lamp)
            Issue.record("it was taken")
        } catch {
            #expect(error.message.hasPrefix("provider test: what it printed for controlValue is wrong: \(message)"), "\(error.message)")
        }
    }

    // MARK: In Swift

    private struct RoomIntent: ControlConfigurationIntent {
        static let title: LocalizedStringResource = "Room"
        @Parameter(title: "Room") var room: String?
    }

    private struct SetLampIntent: SetValueIntent {
        static let title: LocalizedStringResource = "Lamp"
        static let authenticationPolicy: IntentAuthenticationPolicy = .requiresAuthentication
        @Parameter(title: "Room") var room: String
        @Parameter(title: "On") var value: Bool

        init() {}
        init(room: String) { self.room = room }

        func perform() async throws -> some IntentResult {
            guard room == "cellar" else { throw WidgetError(.aborted, "\(value ? "on" : "off") \(idempotencyKey ?? "") \(room)") }
            return .result()
        }
    }

    private struct Value: AppIntentControlValueProvider {
        func previewValue(configuration: RoomIntent) -> (room: String, isOn: Bool) { ("", true) }
        func currentValue(configuration: RoomIntent) async throws -> (room: String, isOn: Bool) {
            (configuration.room ?? "", configuration.room == "hall")
        }
    }

    @Test("a control in Swift describes itself, says its value and performs its intent with what it is set to")
    @MainActor func inSwift() async throws {
        let control = AppIntentControlConfiguration(kind: "lamp", provider: Value()) { value in
            ControlWidgetToggle("Lamp", isOn: value.isOn, action: SetLampIntent(room: value.room)) { isOn in
                Label(isOn ? "bright" : "dark", systemImage: "lightbulb")
            }
            .controlWidgetActionHint("Switch")
            .privacySensitive()
        }
        var contents = _ProgramContents()
        control._collect(into: &contents)
        let service = ProviderService(contents)
        let described = try ProviderDescription(describeResponse: try await service.answer(.describe, []))
        let kind = try #require(described.controls.first).validated()
        #expect(kind.type == .toggle && kind.displayName == "Lamp" && kind.symbol == "lightbulb" && kind.actionHint == "Switch" && kind.isPrivacySensitive)
        #expect(kind.authentication == .requiresAuthentication && kind.parameters.map(\.name) == ["room"])
        func value(_ control: ControlID?, room: String) async throws -> ControlValue {
            let request = ControlValueRequest(kind: "lamp", parameters: ["room": .text(room)], control: control)
            return try ControlValue(controlValueResponse: try await service.answer(.controlValue, request.controlValueRequestBytes()))
        }
        #expect(try await value(nil, room: "cellar").isOn == true)
        #expect(try await value(.test, room: "cellar") == ControlValue(isOn: false, status: "dark", symbol: "lightbulb"))
        #expect(try await value(.test, room: "hall") == ControlValue(isOn: true, status: "bright", symbol: "lightbulb"))
        func tap(room: String, _ isOn: Bool?) throws -> [UInt8] {
            try ControlPerformRequest(kind: "lamp", parameters: ["room": .text(room)], control: .test, idempotencyKey: "k", isOn: isOn)
                .performControlRequestBytes()
        }
        let cellar = try tap(room: "cellar", true)
        #expect(try await service.answer(.performControl, cellar).isEmpty)
        for (bytes, message) in [(try tap(room: "hall", true), "on k hall"), (try tap(room: "hall", nil), "parameters.value: needs a value")] {
            let error = await #expect(throws: WidgetError.self) { try await service.answer(.performControl, bytes) }
            #expect(error?.message == message)
        }
    }
}
