import Testing
import WidgetCore

/// Rules for a provider's declarations of controls, for controls and for their values.
struct ControlKindTests {
    static let lamp = ControlKind(
        id: "lamp", type: .toggle, symbol: "lightbulb",
        parameters: [ParameterDefinition(name: "room", type: .text, isRequired: true, defaultValue: .text("desk"), options: [.text("desk"), .text("hall")])])

    private func expectInvalid(_ field: String, _ body: () throws(WidgetError) -> Void) {
        let error = #expect(throws: WidgetError.self, performing: body)
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix(field) == true, "\(error?.message ?? "")")
    }

    @Test func aKindWithoutADisplayNameIsCalledByItsId() throws {
        #expect(try Self.lamp.validated().displayName == "lamp")
    }

    static let mistakes: [(field: String, mistake: @Sendable (inout ControlKind) -> Void)] = [
        ("id", { $0.id = "-lamp" }), ("id", { $0.id = "" }), ("displayName", { $0.displayName = String(repeating: "x", count: 129) }),
        ("displayName", { $0.displayName = "a\nb" }), ("description", { $0.description = String(repeating: "x", count: 1_025) }),
        ("symbol", { $0.symbol = "" }), ("symbol", { $0.symbol = String(repeating: "x", count: 129) }), ("symbol", { $0.symbol = "\u{1B}[2J" }),
        ("actionHint", { $0.actionHint = String(repeating: "x", count: 129) }), ("actionHint", { $0.actionHint = "\u{202E}x" }),
        ("parameters", { $0.parameters += $0.parameters }), ("parameters[0]", { $0.parameters[0].name = "9" }),
        ("promptsForUserConfiguration", { ($0.parameters, $0.promptsForUserConfiguration) = ([], true) }),
    ]

    @Test(arguments: mistakes.indices)
    func whatAnAuthorGotWrongIsNamed(_ index: Int) {
        var kind = Self.lamp
        Self.mistakes[index].mistake(&kind)
        expectInvalid(Self.mistakes[index].field) { () throws(WidgetError) in _ = try kind.validated() }
    }

    @Test func aControlKeepsWhatItsKindKnows() throws {
        let control = Control(id: ControlID(high: 1, low: 1), kind: "lamp", name: "  Hall ", parameters: ["room": .text("hall")])
        let valid = try control.validated(for: Self.lamp)
        #expect(valid.name == "Hall")
        #expect(valid.parameters == ["room": .text("hall")])
        #expect(Self.lamp.effective([:]) == ["room": .text("desk")])
    }

    @Test(arguments: [
        ("kind", Control(id: ControlID(high: 1, low: 1), kind: "door")), ("name", Control(id: ControlID(high: 1, low: 1), kind: "lamp", name: "a\tb")),
        ("room", Control(id: ControlID(high: 1, low: 1), kind: "lamp", parameters: ["room": .text("attic")])),
        ("color", Control(id: ControlID(high: 1, low: 1), kind: "lamp", parameters: ["color": .text("red")])),
    ])
    func aControlThatCannotBeIsRefusedByItsField(_ field: String, _ control: Control) {
        expectInvalid(field) { () throws(WidgetError) in _ = try control.validated(for: Self.lamp) }
    }

    @Test(arguments: [
        ("isOn", ControlKind.ControlType.toggle, ControlValue()), ("isOn", .button, ControlValue(isOn: true)),
        ("status", .button, ControlValue(status: String(repeating: "x", count: 129))), ("status", .button, ControlValue(status: "\u{7}")),
        ("symbol", .button, ControlValue(symbol: String(repeating: "x", count: 129))),
    ])
    func aValueThatCannotBeIsRefusedByItsField(_ field: String, _ type: ControlKind.ControlType, _ value: ControlValue) {
        let kind = ControlKind(id: "k", type: type, symbol: "s")
        expectInvalid(field) { () throws(WidgetError) in _ = try value.validated(for: kind) }
    }
}
