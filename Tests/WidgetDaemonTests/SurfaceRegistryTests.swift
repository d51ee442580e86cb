import Foundation
import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Surfaces by their names.
@Suite(.timeLimit(.minutes(10))) struct SurfaceRegistryTests {
    private func hall(_ change: (inout SurfaceRegistration) -> Void = { _ in }) throws -> SurfaceRegistration {
        var surface = try SurfaceRegistration(name: "hall", kind: .wall, field: "surface")
        surface.families = [.systemSmall]
        surface.settings = [SurfaceSetting("zoom", "1.5"), SurfaceSetting("widgets")]
        change(&surface)
        return surface
    }

    /// A running surface's program: it makes the changes that it is asked for, until it is told to end.
    private final class Wall {
        private let client: WidgetClient
        let stream: SurfaceStream

        init(_ daemon: DaemonFixture, _ surface: SurfaceRegistration) throws {
            client = daemon.client()
            stream = try client.register(surface)
        }

        func end() { client.close() }

        /// Waits for changes.
        func changes() throws -> [ProtoSurfaceChange] { try stream.take(timeout: .seconds(60)) }
    }

    /// Types a command on another thread; the returned function waits for its end.
    private func typing(_ daemon: DaemonFixture, _ arguments: String...) -> () throws -> (status: Int32, output: String, errors: String) {
        final class Answer: Sendable {
            let result = Mutex<(status: Int32, output: String, errors: String)?>(nil)
            let end = DispatchSemaphore(value: 0)
        }
        let answer = Answer()
        let socket = daemon.socket
        Thread.detachNewThread {
            let result = try? Programs.run(Programs.path("widgetctl"), arguments, environment: ["WIDGETD_SOCKET": socket, "NO_COLOR": "1"])
            answer.result.withLock { $0 = result }
            answer.end.signal()
        }
        return {
            answer.end.wait()
            return try #require(answer.result.withLock { $0 })
        }
    }

    /// Waits until the daemon says of a surface what is right.
    private func wait(_ daemon: DaemonFixture, _ name: String = "hall", until isRight: (ProtoSurfaceInfo) -> Bool) throws -> ProtoSurfaceInfo {
        let client = daemon.client()
        let end = ContinuousClock.now + .seconds(60)
        var last: ProtoSurfaceInfo?
        while ContinuousClock.now < end {
            last = try? client.surface(name)
            if let last, isRight(last) { return last }
            Thread.sleep(forTimeInterval: 0.02)
        }
        throw WidgetError(.deadlineExceeded, "not as expected: \(last.map { "\($0)" } ?? "no surface")")
    }

    @Test func surfacesThatLastAsLongAsTheirProgramsGetNumbersAndAreForgotten() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let location = SocketLocation(explicit: daemon.socket, environment: { _ in nil }, uid: getuid())
        func listed() throws -> [String] { try daemon.client().surfaces().surfaces.map(\.surface.name) }
        func wait(_ bars: [EphemeralSurface], for names: [String]) throws {
            let end = ContinuousClock.now + .seconds(60)
            while try listed() != names {
                for bar in bars { bar.take() }
                guard ContinuousClock.now < end else { throw WidgetError(.deadlineExceeded, "there are \(try listed())") }
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
        let first = try EphemeralSurface(at: location, name: "bar-waybar", .bar)
        try wait([first], for: ["bar-waybar"])
        do {
            let second = try EphemeralSurface(at: location, name: "bar-waybar", .bar)
            second.say { $0.families = [.accessoryInline] }
            try wait([first, second], for: ["bar-waybar", "bar-waybar-2"])
            #expect(try daemon.client().surface("bar-waybar-2").surface.families == [.accessoryInline])
            #expect(!first.isRefused && !second.isRefused)
        }
        try wait([first], for: ["bar-waybar"])
        daemon.stop(SIGKILL)
        try daemon.start()
        #expect(try listed().isEmpty, "a daemon that died has none of them")
        try wait([first], for: ["bar-waybar"])
    }

    @Test func aSurfaceWhoseNameAnotherProgramHasAsksForItAgain() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let first = try Wall(daemon, try hall())
        _ = try wait(daemon) { $0.connected }
        let location = SocketLocation(explicit: daemon.socket, environment: { _ in nil }, uid: getuid())
        let second = SurfaceFeed(at: location, try hall(), patience: 0)
        let end = ContinuousClock.now + .seconds(60)
        var refusal: WidgetError?
        while refusal == nil, ContinuousClock.now < end {
            do throws(WidgetError) { _ = try second.take() } catch { refusal = error }
        }
        #expect(refusal?.code == .alreadyExists)
        #expect(try #require(second.milliseconds) > 60_000, "it waits, and isn't given up")
        first.end()
    }

    @Test func aTerminalMakesNoDeviceForgetItsWalls() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let client = daemon.client()
        var streams: [SurfaceStream] = []
        for number in 1...SurfaceLimits.perDevice {
            streams.append(try client.register(SurfaceRegistration(name: "wall-\(number)", kind: .wall, field: "surface")))
        }
        _ = try wait(daemon, "wall-\(SurfaceLimits.perDevice)") { $0.connected }
        client.close()
        _ = try wait(daemon, "wall-\(SurfaceLimits.perDevice)") { !$0.connected }
        let location = SocketLocation(explicit: daemon.socket, environment: { _ in nil }, uid: getuid())
        let terminal = try EphemeralSurface(at: location, name: "terminal", .terminal)
        let end = ContinuousClock.now + .seconds(60)
        while !terminal.isUnknown, ContinuousClock.now < end { terminal.take() }
        #expect(terminal.isUnknown && !terminal.isRefused, "it is tried again, and its watches say meanwhile what is seen")
        #expect(try #require(terminal.milliseconds) > 60_000, "a terminal without a place wakes nobody each second")
        #expect(try daemon.client().surfaces().surfaces.count == SurfaceLimits.perDevice)
        let hall = try Wall(daemon, try hall())
        _ = try wait(daemon) { $0.connected }
        #expect(try daemon.client().surfaces().surfaces.count == SurfaceLimits.perDevice, "a new wall takes the place of an ended one")
        hall.end()
    }

    @Test func aSurfaceIsListedWhileItsProgramRunsAndAfterwards() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let wall = try Wall(daemon, try hall())
        let shown = try wait(daemon) { $0.connected }
        #expect(shown.local && shown.surface.kind == .wall && shown.surface.settings.map(\.value) == ["1.5", ""])
        #expect(try daemon.widgetctl("surface", "show", "hall").output.contains("zoom=1.5"))
        wall.end()
        _ = try wait(daemon) { !$0.connected }
        daemon.stop()
        try daemon.start()
        #expect(try daemon.client().surfaces().surfaces.map(\.surface.name) == ["hall"], "a restart keeps it")
        #expect(try daemon.widgetctl("surface", "list").output.contains("ended"))
        #expect(try daemon.widgetctl("surface", "forget", "hall").status == 0)
        #expect(try daemon.client().surfaces().surfaces.isEmpty)
    }

    @Test func aNameIsTakenOnceAndMistakesAreNamed() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let first = try Wall(daemon, try hall())
        _ = try wait(daemon) { $0.connected }
        func refusal(_ surface: SurfaceRegistration) throws -> WidgetError? {
            let other = try Wall(daemon, surface)
            defer { other.end() }
            return #expect(throws: WidgetError.self) { try other.changes() }
        }
        #expect(try refusal(hall())?.code == .alreadyExists)
        #expect(try refusal(hall { $0.visiblePages = [2] })?.message.contains("visible_pages: 2 is no page") == true)
        #expect(try refusal(hall { $0.scale = 99 })?.message.contains("scale") == true)
        #expect(throws: WidgetError.self) { try SurfaceRegistration(name: "my hall", kind: .wall, field: "surface") }
        let forget = try daemon.widgetctl("surface", "forget", "hall")
        #expect(forget.status != 0 && forget.errors.contains("end its program first"), "\(forget)")
        let unknown = try daemon.widgetctl("surface", "show", "hal")
        #expect(unknown.status == 66 && unknown.errors.contains("did you mean hall"), "\(unknown)")
        let setting = try daemon.widgetctl("surface", "set", "hall", "zom=2")
        #expect(setting.status == 64 || setting.status == 65, "\(setting)")
        #expect(setting.errors.contains("did you mean zoom"), "\(setting)")
        first.end()
    }

    @Test func aSettingIsChangedByTheProgramAndItsRefusalIsTold() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let wall = try Wall(daemon, try hall())
        _ = try wait(daemon) { $0.connected }
        func set(_ assignment: String, error: String = "", becomes value: String = "1.5") throws -> (status: Int32, output: String, errors: String) {
            let answer = typing(daemon, "surface", "set", "hall", assignment)
            let changes = try wall.changes()
            let surface = try hall { $0.settings[0].value = value }
            try wall.stream.send(surface, results: changes.map { ($0.change, error) })
            return try answer()
        }
        let made = try set("zoom=2", becomes: "2")
        #expect(made.status == 0 && made.output == "Changed hall.\n", "\(made)")
        #expect(try daemon.client().surface("hall").surface.settings[0].value == "2")
        let refused = try set("zoom=200", error: "zoom: must be 0.25 to 8")
        #expect(refused.status != 0 && refused.errors.contains("0.25 to 8"), "\(refused)")
    }

    @Test func aChangeWaitsForAProgramThatDoesNotRun() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let wall = try Wall(daemon, try hall())
        _ = try wait(daemon) { $0.connected }
        wall.end()
        _ = try wait(daemon) { !$0.connected }
        let first = try daemon.widgetctl("surface", "set", "hall", "zoom=2", "widgets+=system")
        #expect(first.output.contains("isn't running"), "\(first)")
        #expect(try daemon.client().set([SurfaceEdit("zoom", .set("3"))], ofSurface: "hall").waits)
        daemon.stop(SIGKILL)
        try daemon.start()
        let again = try Wall(daemon, try hall())
        let changes = try again.changes()
        let edits = try changes.flatMap { try SurfaceEdit.list($0.edits, field: "edits") }
        #expect(edits == [SurfaceEdit("widgets", .add("system")), SurfaceEdit("zoom", .set("3"))], "the later zoom took the place of the earlier one")
        try again.stream.send(try hall(), results: changes.map { ($0.change, "zoom: no") })
        let info = try wait(daemon) { $0.waiting.isEmpty }
        #expect(info.refused == "zoom: no")
    }

    @Test func anotherDeviceListsASurfaceAndChangesIt() throws {
        let daemons = try PairedDaemons()
        try daemons.pair()
        let (a, b) = (daemons[0], daemons[1])
        let wall = try Wall(a, try hall())
        let shown = try wait(b) { $0.connected }
        #expect(!shown.local && shown.deviceName == "a" && shown.unavailable.isEmpty)
        let answer = typing(b, "surface", "set", "a/hall", "zoom=2")
        let changes = try wall.changes()
        try wall.stream.send(try hall { $0.settings[0].value = "2" }, results: changes.map { ($0.change, "") })
        let made = try answer()
        #expect(made.status == 0, "\(made)")
        _ = try wait(b) { $0.surface.settings[0].value == "2" }

        // The same name on the other device.
        let other = try Wall(b, try hall())
        _ = try wait(b, "b/hall") { $0.connected }
        let ambiguous = try b.widgetctl("surface", "show", "hall")
        #expect(ambiguous.status != 0 && ambiguous.errors.contains("a/hall") && ambiguous.errors.contains("b/hall"), "\(ambiguous)")
        other.end()

        wall.end()
        _ = try wait(b, "a/hall") { !$0.connected }
        #expect(try b.widgetctl("surface", "forget", "a/hall").status == 0)
        _ = try PairedDaemons.wait(b, status: { _ in try b.client().surfaces().surfaces.map(\.deviceName) == ["b"] })
        a.stop()
        let away = try b.widgetctl("surface", "forget", "a/hall")
        #expect(away.status != 0)
    }

    @Test func aDaemonThatDiesLeavesNoSurfaceConnected() throws {
        let daemons = try PairedDaemons()
        try daemons.pair()
        let (a, b) = (daemons[0], daemons[1])
        let wall = try Wall(a, try hall())
        let other = try Wall(
            a,
            try {
                var surface = try SurfaceRegistration(name: "terminal", kind: .terminal, field: "surface")
                surface.isEphemeral = true
                return surface
            }())
        _ = try wait(b) { $0.connected }
        _ = try wait(b, "terminal") { $0.connected }
        a.stop(SIGKILL)
        wall.end()
        other.end()
        try a.start()
        _ = try wait(b) { !$0.connected }
        try PairedDaemons.wait(b, status: { _ in try b.client().surfaces().surfaces.map(\.surface.name) == ["hall"] })
    }

    @Test func aWidgetIsPlacedForOneSurfaceAndIsNotOnTheBoard() throws {
        let daemon = try DaemonFixture()
        try daemon.addProvider("plain", script: #"cat >/dev/null; printf '{"view":"plain","policy":"never"}'"#)
        try daemon.start()
        let wall = try Wall(daemon, try hall())
        _ = try wait(daemon) { $0.connected }
        let answer = typing(daemon, "place", "plain", "--on", "hall", "--json")
        let changes = try wall.changes()
        guard case .add(let id)? = changes.first?.edits.first?.change else { throw WidgetError(.internal, "no widget is added: \(changes)") }
        try wall.stream.send(try hall(), results: changes.map { ($0.change, "") })
        #expect(try answer().status == 0)
        #expect(try daemon.client().widget(id).widget.offBoard)
        #expect(try daemon.widgetctl("widgets").output.contains("not on the board"))
        #expect(try daemon.client().stack().cards.isEmpty, "the Smart Stack is the board's")
        _ = try daemon.client().move(.with { ($0.widget, $0.page) = (id, 1) })
        #expect(try !daemon.client().widget(id).widget.offBoard)

        // A surface that doesn't take it leaves nothing behind.
        let refused = typing(daemon, "place", "plain", "--on", "hall")
        try wall.stream.send(try hall(), results: try wall.changes().map { ($0.change, "it is full") })
        #expect(try refused().errors.contains("it is full"))
        #expect(try daemon.client().widgets().widgets.map(\.widget.id) == [id])
        let unknown = try daemon.widgetctl("place", "plain", "--on", "cellar")
        #expect(unknown.status == 66 && unknown.errors.contains("cellar"), "\(unknown)")
    }
}
