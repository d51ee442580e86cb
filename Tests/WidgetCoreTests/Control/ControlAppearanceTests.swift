import Testing
import WidgetCore

/// The form of a control in each place, row by row.
struct ControlAppearanceTests {
    static let kind = ControlKind(
        id: "lamp", displayName: "Lamp", type: .toggle, symbol: "lightbulb", tint: .named(.yellow), actionHint: "Hold to switch the lamp")
    static let value = ControlValue(isOn: true, status: "80 %", symbol: "lightbulb.fill", tint: .named(.orange))

    enum Parts: Sendable { case symbol, title, value }

    struct Row: Sendable {
        var place: ControlSurface
        var size: ControlSize
        var parts: Parts
        var isValueHidden = false
    }

    static let rows: [Row] = [
        Row(place: .controlCenter, size: .small, parts: .symbol),
        Row(place: .controlCenter, size: .medium, parts: .title),
        Row(place: .controlCenter, size: .large, parts: .value),
        Row(place: .menuBar, size: .small, parts: .symbol),
        Row(place: .menuBar, size: .medium, parts: .title),
        Row(place: .menuBar, size: .large, parts: .value),
        Row(place: .lockScreen, size: .small, parts: .symbol, isValueHidden: true),
        Row(place: .lockScreen, size: .medium, parts: .symbol, isValueHidden: true),
        Row(place: .lockScreen, size: .large, parts: .symbol, isValueHidden: true),
        Row(place: .actionButton, size: .small, parts: .value),
        Row(place: .actionButton, size: .medium, parts: .value),
        Row(place: .actionButton, size: .large, parts: .value),
        Row(place: .smartStack, size: .small, parts: .value),
        Row(place: .smartStack, size: .medium, parts: .value),
        Row(place: .smartStack, size: .large, parts: .value),
        Row(place: .statusBar, size: .small, parts: .symbol),
        Row(place: .statusBar, size: .medium, parts: .title),
        Row(place: .statusBar, size: .large, parts: .value),
        Row(place: .terminal, size: .small, parts: .value),
        Row(place: .terminal, size: .medium, parts: .value),
        Row(place: .terminal, size: .large, parts: .value),
    ]

    private func appearance(
        _ row: Row, kind: ControlKind = kind, name: String = "", value: ControlValue? = value, isLocked: Bool = false
    ) -> ControlAppearance {
        let control = Control(id: ControlID(high: 1, low: 1), kind: kind.id, name: name)
        return ControlAppearance.choose(control, kind: kind, value: value, size: row.size, place: row.place, isLocked: isLocked)
    }

    @Test func everySizeOfEveryPlaceIsInTheTable() {
        #expect(Set(Self.rows.map { "\($0.place) \($0.size)" }).count == ControlSurface.allCases.count * ControlSize.allCases.count)
    }

    @Test(arguments: rows)
    func aPlaceShows(_ row: Row) {
        let appearance = appearance(row)
        #expect((appearance.title != nil) == (row.parts != .symbol))
        #expect((appearance.status != nil) == (row.parts == .value))
        #expect(appearance.isValueHidden == row.isValueHidden)
        #expect(appearance.isOn == (row.isValueHidden ? nil : true))
        #expect(appearance.symbol == (row.isValueHidden ? "lightbulb" : "lightbulb.fill"))
        #expect(appearance.tint == (row.isValueHidden ? .named(.yellow) : .named(.orange)))
    }

    /// Nothing of the value is left: whoever looks at a locked screen can't tell on from off.
    @Test(arguments: rows)
    func whatIsPrivateLeavesNoTraceWhileTheSessionIsLocked(_ row: Row) {
        var kind = Self.kind
        kind.isPrivacySensitive = true
        let (on, off) = (appearance(row, kind: kind, isLocked: true), appearance(row, kind: kind, value: ControlValue(isOn: false), isLocked: true))
        #expect(on == off)
        #expect(on.isValueHidden)
        #expect(on.status == nil)
        #expect((on.title != nil) == (row.parts != .symbol))
        #expect(appearance(row, kind: kind) == appearance(row), "unlocked, it is shown as any other")
    }

    @Test(arguments: rows)
    func whatIsNotPrivateIsShownAlsoWhileTheSessionIsLocked(_ row: Row) {
        #expect(appearance(row, isLocked: true) == appearance(row))
    }

    @Test func aPersonsNameStandsForTheKinds() {
        let row = Row(place: .controlCenter, size: .large, parts: .value)
        #expect(appearance(row).title == "Lamp")
        #expect(appearance(row, name: "Desk").title == "Desk")
    }

    @Test func theActionButtonSaysWhatPressingDoes() {
        let row = Row(place: .actionButton, size: .large, parts: .value)
        #expect(appearance(row, name: "Desk").title == "Hold to switch the lamp")
        var plain = Self.kind
        plain.actionHint = ""
        #expect(appearance(row, kind: plain, name: "Desk").title == "Desk")
    }

    @Test(
        arguments: [
            (ControlValue(isOn: true), "on"), (ControlValue(isOn: false), "off"), (ControlValue(isOn: true, status: "80 %"), "80 %"),
            (ControlValue(status: "3 failed"), "3 failed"), (ControlValue(), nil), (nil, nil),
        ] as [(ControlValue?, String?)])
    func theWordsAreTheStatusOrOnAndOff(_ value: ControlValue?, _ words: String?) {
        let appearance = appearance(Row(place: .terminal, size: .large, parts: .value), value: value)
        #expect(appearance.status == words)
        #expect(appearance.symbol == "lightbulb")
        #expect(!appearance.isValueHidden)
    }
}
