import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetStore
import WidgetTestSupport

@testable import WidgetDaemon

/// Widgets that are seen on surfaces, here and on other devices.
@Suite(.timeLimit(.minutes(10))) struct SurfaceVisibilityTests {
    private let directory: TemporaryDirectory
    private let store: WidgetStore
    private let ids: [WidgetID]

    init() async throws {
        directory = try TemporaryDirectory()
        store = try WidgetStore.open(StoreConfiguration(directory: directory.file("store"), now: { .now })).0
        var random = SystemRandomNumberGenerator()
        let widgets = (0..<3).map { _ in Widget(id: WidgetID(date: .now, using: &random), kind: "clock", family: .systemSmall, placedAt: .now) }
        ids = widgets.map(\.id)
        try await store.write { for widget in widgets { try $0.put(widget) } }
    }

    private func hall(_ change: (inout SurfaceRegistration) -> Void = { _ in }) throws -> SurfaceRegistration {
        var surface = try SurfaceRegistration(name: "hall", kind: .wall, field: "surface")
        surface.families = [.systemSmall]
        surface.pages = [[.widget(ids[0])], [.widget(ids[1]), .control(ids[2])]]
        change(&surface)
        return surface
    }

    private func seen(_ widgets: WidgetService) async -> [WidgetID] {
        var seen: [WidgetID] = []
        for id in ids where await widgets.viewers.isShown(id) { seen.append(id) }
        return seen
    }

    @Test func aWidgetIsSeenWhereAVisiblePageHasIt() throws {
        #expect(try hall().visibleWidgets == [ids[0]])
        #expect(try hall { $0.visiblePages = [2] }.visibleWidgets == [ids[1]], "a control is no widget")
        #expect(try hall { $0.visiblePages = [1, 2] }.visibleWidgets == [ids[0], ids[1]])
        #expect(try hall { $0.visiblePages = [] }.visibleWidgets == [])
        #expect(try hall { $0.visibility = .locked }.visibleWidgets == [])
        #expect(try hall { $0.visibility = .covered }.visibleWidgets == [])
        #expect(try hall { $0.families = [] }.visibleWidgets == [], "it shows no widgets")
        #expect(try hall { $0.pages = nil }.visibleWidgets == nil, "the whole board")
        #expect(try hall { ($0.pages, $0.stackWidgets) = ([[.stack], []], [ids[2]]) }.visibleWidgets == [ids[2]], "the stack's cards")
        #expect(try hall { ($0.pages, $0.stackWidgets) = ([[], [.stack]], [ids[2]]) }.visibleWidgets == [])
    }

    @Test func aSurfaceCountsWhileItsProgramIsThereAndForItsPageAlone() async throws {
        let widgets = WidgetService.alone(store)
        try await widgets.startAlone()
        let registry = SurfaceRegistry(try store.load(), store: store, widgets: widgets, devices: OtherDevices(), runtime: .quiet())
        #expect(await seen(widgets) == [])
        let (requests, program) = AsyncStream.makeStream(of: Result<ProtoRegisterSurfaceRequest, WidgetError>.self)
        func say(_ surface: SurfaceRegistration) {
            program.yield(.success(.with { $0.surface = ProtoSurface(surface) }))
        }
        let serving = Task { await registry.serve(requests, SurfaceLink {}) }
        func wait(for expected: [WidgetID]) async {
            while await seen(widgets) != expected { await Task.yield() }
        }
        say(try hall())
        await wait(for: [ids[0]])
        say(try hall { $0.visiblePages = [2] })
        await wait(for: [ids[1]])
        say(try hall { $0.pages = nil })
        await wait(for: ids)
        say(try hall { $0.pages = [[.namedStack("work", [ids[1]])], [.widget(ids[0])]] })
        await wait(for: [ids[1]])
        say(try hall { $0.visibility = .locked })
        await wait(for: [])
        say(try hall())
        await wait(for: [ids[0]])
        program.finish()
        await serving.value
        #expect(await seen(widgets) == [])
        #expect(try store.load().surroundings.registered[store.device]?.map(\.isConnected) == [false])
    }

    @Test func anotherDevicesSurfaceCountsWhileThatDeviceIsConnected() async throws {
        let other = DeviceID(certificate: [7])
        let isThere = Changing(false)
        let widgets = WidgetService.alone(store)
        try await widgets.startAlone()
        var stored = try store.load()
        stored.devices.append(Device(id: other, name: "studio", addedAt: .now))
        stored.surroundings.registered[other] = [SurfaceRecord(try hall(), isConnected: true, seenAt: .now)]
        let registry = SurfaceRegistry(
            stored, store: store, widgets: widgets, devices: OtherDevices(isThere: { _ in isThere.value }), runtime: .quiet())
        #expect(await registry.list().map(\.unavailable) == ["the device 'studio' isn't connected"])
        isThere.value = true
        await registry.linkDidChange(to: other)
        #expect(await seen(widgets) == [ids[0]])
        isThere.value = false
        await registry.linkDidChange(to: other)
        #expect(await seen(widgets) == [])
    }

    @Test func aWallThatTurnsItsPagesWritesSeldom() async throws {
        let widgets = WidgetService.alone(store)
        try await widgets.startAlone()
        let now = Changing(Timestamp.now)
        let registry = SurfaceRegistry(try store.load(), store: store, widgets: widgets, devices: OtherDevices(), runtime: .quiet(now: { now.value }))
        let (requests, program) = AsyncStream.makeStream(of: Result<ProtoRegisterSurfaceRequest, WidgetError>.self)
        let link = SurfaceLink {}
        let serving = Task { await registry.serve(requests, link) }
        func written() throws -> [Int]? { try store.load().surroundings.registered[store.device]?.first?.registration.visiblePages }
        func turn(to page: Int, writes: Bool) async throws {
            let surface = ProtoSurface(try hall { $0.visiblePages = [page] })
            program.yield(.success(.with { $0.surface = surface }))
            // It is counted after it is written.
            while await seen(widgets) != [ids[page - 1]] { await Task.yield() }
            #expect(try (written() == [page]) == writes)
        }
        try await turn(to: 1, writes: true)
        try await turn(to: 2, writes: true)
        try await turn(to: 1, writes: false)
        now.value = now.value + .minutes(59)
        try await turn(to: 2, writes: true)
        try await turn(to: 1, writes: false)
        now.value = now.value + .minutes(2)
        try await turn(to: 2, writes: true)
        try await turn(to: 1, writes: true)
        program.finish()
        await serving.value
    }
}

/// A value that a test changes.
private final class Changing<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }
}
