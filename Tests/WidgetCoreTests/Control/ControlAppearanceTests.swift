import Testing
import WidgetCore

/// What each place shows of a control, row by row.
struct ControlAppearanceTests {
    static let kind = ControlKind(
        id: "lamp", displayName: "Lamp", type: .toggle, symbol: "lightbulb", tint: .named(.yellow), actionHint: "Hold to switch the lamp")
    static let value = ControlValue(isOn: true, status: "80 %", symbol: "lightbulb.fill", tint: .named(.orange))

    enum Parts: Sendable { case symbol, title, value }

    struct Row: Sendable {
        var place: ControlPlace
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

    private func face(
        _ row: Row, kind: ControlKind = kind, name: String = "", value: ControlValue? = value, isLocked: Bool = false
    ) -> ControlAppearance {
        let control = Control(id: ControlID(high: 1, low: 1), kind: kind.id, name: name)
        return ControlAppearance.choose(control, kind: kind, value: value, size: row.size, place: row.place, isLocked: isLocked)
    }

    @Test func everySizeOfEveryPlaceIsInTheTable() {
        #expect(Set(Self.rows.map { "\($0.place) \($0.size)" }).count == ControlPlace.allCases.count * ControlSize.allCases.count)
    }

    @Test(arguments: rows)
    func aPlaceShows(_ row: Row) {
        let face = face(row)
        #expect((face.title != nil) == (row.parts != .symbol))
        #expect((face.status != nil) == (row.parts == .value))
        #expect(face.isValueHidden == row.isValueHidden)
        #expect(face.isOn == (row.isValueHidden ? nil : true))
        #expect(face.symbol == (row.isValueHidden ? "lightbulb" : "lightbulb.fill"))
        #expect(face.tint == (row.isValueHidden ? .named(.yellow) : .named(.orange)))
    }

    /// Nothing of the value is left: whoever looks at a locked screen can't tell on from off.
    @Test(arguments: rows)
    func whatIsPrivateLeavesNoTraceWhileTheSessionIsLocked(_ row: Row) {
        var kind = Self.kind
        kind.isPrivacySensitive = true
        let (on, off) = (face(row, kind: kind, isLocked: true), face(row, kind: kind, value: ControlValue(isOn: false), isLocked: true))
        #expect(on == off)
        #expect(on.isValueHidden)
        #expect(on.status == nil)
        #expect((on.title != nil) == (row.parts != .symbol))
        #expect(face(row, kind: kind) == face(row), "unlocked, it is shown as any other")
    }

    @Test(arguments: rows)
    func whatIsNotPrivateIsShownAlsoWhileTheSessionIsLocked(_ row: Row) {
        #expect(face(row, isLocked: true) == face(row))
    }

    @Test func aPersonsNameStandsForTheKinds() {
        let row = Row(place: .controlCenter, size: .large, parts: .value)
        #expect(face(row).title == "Lamp")
        #expect(face(row, name: "Desk").title == "Desk")
    }

    @Test func theActionButtonSaysWhatPressingDoes() {
        let row = Row(place: .actionButton, size: .large, parts: .value)
        #expect(face(row, name: "Desk").title == "Hold to switch the lamp")
        var plain = Self.kind
        plain.actionHint = ""
        #expect(face(row, kind: plain, name: "Desk").title == "Desk")
    }

    @Test(
        arguments: [
            (ControlValue(isOn: true), "on"), (ControlValue(isOn: false), "off"), (ControlValue(isOn: true, status: "80 %"), "80 %"),
            (ControlValue(status: "3 failed"), "3 failed"), (ControlValue(), nil), (nil, nil),
        ] as [(ControlValue?, String?)])
    func theWordsAreTheStatusOrOnAndOff(_ value: ControlValue?, _ words: String?) {
        let face = face(Row(place: .terminal, size: .large, parts: .value), value: value)
        #expect(face.status == words)
        #expect(face.symbol == "lightbulb")
        #expect(!face.isValueHidden)
    }
}
