import Testing
import WidgetCore

@testable import WidgetStore

@Suite("What is kept of controls")
struct ControlRowsTests {
    let place: TestStore
    let store: WidgetStore
    init() throws {
        place = try TestStore()
        store = try place.open()
    }

    private func reopened() throws -> StoredState {
        store.close()
        return try place.open().load()
    }

    private func id() -> ControlID {
        var random = SystemRandomNumberGenerator()
        return ControlID(date: place.now, using: &random)
    }

    private func record(_ id: ControlID, _ key: String, _ receipt: ControlReceipt, isOn: Bool? = nil) -> ControlRecord {
        ControlRecord(control: id, key: key, isOn: isOn, caller: "laptop", receipt: receipt, date: place.now)
    }

    @Test("a control comes back as it was, with its actions and its last taps")
    func controls() async throws {
        let date = place.now
        let (one, two) = (id(), id())
        let full = StoredControl(
            ControlState(
                control: Control(id: one, kind: "lamp", name: "Desk", parameters: ["room": .text("hall"), "level": .integer(-3)]),
                value: ControlValue(isOn: false, status: "dim", symbol: "lightbulb", tint: .rgba(0xFF88_00FF)),
                action: ControlAction(key: "a", isOn: true, caller: "laptop", phase: .performing(since: date)),
                waiting: ControlAction(key: "b", isOn: nil, caller: "", phase: .waiting(until: date + .minutes(2))), actionError: "the bulb is broken",
                loadError: "no bus", unavailable: "its provider 'lamp' isn't installed", revision: 7),
            records: [
                record(one, "a", .pending, isOn: true), record(one, "b", .queued(until: date + .minutes(2))), record(one, "c", .reverted("it is broken")),
                record(one, "d", .denied("it is locked"), isOn: false), record(one, "e", .confirmed), record(one, "f", .unavailable),
            ])
        let bare = StoredControl(
            ControlState(control: Control(id: two, kind: "log"), action: ControlAction(key: "g", isOn: nil, caller: "", phase: .confirming(after: 12))))
        try await store.write { transaction in
            try transaction.put(full)
            try transaction.put(bare)
        }
        let loaded = try reopened()
        #expect(loaded.controls.sorted { $0.state.id < $1.state.id } == [full, bare].sorted { $0.state.id < $1.state.id })
        #expect(loaded.damaged.isEmpty)
    }

    @Test("a control's secrets come back here, and aren't in the row that other devices get")
    func secrets() async throws {
        let kind = ControlKind(
            id: "lamp", provider: "home", displayName: "Lamp", type: .toggle, symbol: "lightbulb", parameters: [ParameterDefinition(name: "room", type: .text)])
        try await store.write { try $0.setControlKinds([StoredControlKind(kind: kind, fingerprint: "")]) }
        var control = Control(id: id(), kind: "lamp", name: "Desk", parameters: ["room": .text("hall"), "token": .text("hunter2")])
        try await store.write { [control] in try $0.put(StoredControl(ControlState(control: control))) }
        #expect(try store.load().controls.map(\.state.control) == [control])
        let row = try await store.write { [control] in try $0.perform { replica, _ in try replica.owned(.controls, control.id.bytes) } }
        let shared = try ControlCoding.decode(control.id, try #require(row))
        #expect(shared.state.control.parameters == ["room": .text("hall")])
        control.parameters["token"] = nil
        try await store.write { [control] in try $0.put(StoredControl(ControlState(control: control))) }
        #expect(try store.load().controls.map(\.state.control) == [control])
    }

    @Test("kinds of controls come back as they were; those that aren't given any more are gone")
    func kinds() async throws {
        let lamp = StoredControlKind(
            kind: ControlKind(
                id: "lamp", provider: "home", displayName: "Lamp", description: "A lamp", type: .toggle, symbol: "lightbulb", tint: .named(.yellow),
                actionHint: "Switch", parameters: [ParameterDefinition(name: "room", type: .text)], takesPushes: true, isPrivacySensitive: true,
                authentication: .requiresLocalDeviceAuthentication, promptsForUserConfiguration: true), fingerprint: "1")
        let log = StoredControlKind(
            kind: ControlKind(id: "log", provider: "home", displayName: "Log", type: .button, symbol: "cup.and.saucer"), fingerprint: "2")
        try await store.write { try $0.setControlKinds([log, lamp]) }
        #expect(try store.load().controlKinds == [lamp, log])
        try await store.write { try $0.setControlKinds([lamp]) }
        #expect(try reopened().controlKinds == [lamp])
    }

    @Test("a key is remembered with what became of it, until it is forgotten or its control removed")
    func keys() async throws {
        let (one, two) = (id(), id())
        let pending = record(one, "a", .pending, isOn: true)
        let expected = [
            record(one, "a", .reverted("it is broken"), isOn: true), record(one, "b", .queued(until: place.now + .hours(1))), record(two, "a", .confirmed),
        ]
        try await store.write { transaction in
            try transaction.put(pending)
            for record in expected { try transaction.put(record) }
        }
        func known() throws -> Set<ControlRecord> { Set(try store.load().controlRecords) }
        #expect(try known() == Set(expected))
        try await store.write { try $0.removeControlKey("b", of: one) }
        #expect(try known() == [expected[0], expected[2]])
        try await store.write { try $0.removeControl(one) }
        #expect(Set(try reopened().controlRecords) == [expected[2]])
    }
}
