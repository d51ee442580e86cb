import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Three machines: the value of a secret parameter is set on one, needed by a second, and none of the third's business.
@Suite(.timeLimit(.minutes(10))) struct SecretParameterTests {
    private static let secret = "hunter2-hunter2"

    /// A provider that shows whether it got the value, and has no default for it.
    private static func add(to daemon: DaemonFixture) throws {
        try daemon.addProvider(
            "mail",
            script: #"""
                case "$(cat)" in *\#(secret)*) text=unlocked ;; *) text=locked ;; esac
                printf '{"view":"%s","policy":"never"}' "$text"
                """#,
            kindExtra: #","parameters":[{"name":"token","type":"text"},{"name":"box","type":"text","secret":true}]"#)
    }

    private static func shows(_ text: String) -> (ProtoWidgetSnapshot) -> Bool {
        { snapshot in snapshot.archive.nodes.contains { $0.text.literal.hasPrefix(text) } }
    }

    /// Whether a text is in a file of the daemon's state.
    private static func has(_ text: String, _ daemon: DaemonFixture) throws -> Bool {
        let files = FileManager.default.enumerator(atPath: daemon.state)?.compactMap { $0 as? String } ?? []
        return files.contains { (try? Data(contentsOf: URL(filePath: "\(daemon.state)/\($0)")))?.range(of: Data(text.utf8)) != nil }
    }

    @Test func theValueReachesTheGiverAndNobodyElse() throws {
        let daemons = try PairedDaemons(["desk", "shelf", "lap"]) { index, daemon in if index == 1 { try Self.add(to: daemon) } }
        try daemons.pair()
        try PairedDaemons.wait(daemons[0], kind: "mail")
        let placed = try daemons[0].widgetctl("place", "mail", "token=\(Self.secret)", "box=\(Self.secret)-too", "--json")
        #expect(placed.status == 0, "\(placed.errors)")
        for daemon in daemons.daemons { try PairedDaemons.wait(daemon) { $0.values.contains(where: Self.shows("unlocked")) } }
        // Where it was set, and where it is needed, it can be read; elsewhere nobody is told more than that there is one.
        let snapshots = try daemons.daemons.map { try #require(try $0.client().widgets().widgets.first) }
        #expect(snapshots.map { $0.widget.parameters["token"]?.text } == [Self.secret, Self.secret, nil])
        #expect(snapshots.map(\.widget.secretParameters) == Array(repeating: ["box", "token"], count: 3))
        for daemon in daemons.daemons {
            let list = try daemon.widgetctl("widgets")
            #expect(list.output.contains("token=•••") && list.output.contains("box=•••") && !list.output.contains(Self.secret), "\(list.output)")
            #expect(try !Self.has(Self.secret, daemon))
        }
        // An edit of who can't read it keeps it.
        _ = try daemons[2].client().configure(.with { ($0.widget, $0.name) = (snapshots[2].widget.id, "post") })
        try PairedDaemons.wait(daemons[0]) { $0.values.contains { $0.widget.name == "post" } }
        #expect(try daemons[0].client().widgets().widgets.first?.widget.parameters["token"]?.text == Self.secret)
    }

    /// An edit of a machine that was away brings back a value that was replaced, and whose key a new provider's machine never got.
    @Test func aValueThatComesBackIsGivenToWhoNeedsItNow() throws {
        let daemons = try PairedDaemons(["shelf", "desk", "lap", "hall"]) { index, daemon in if index == 0 { try Self.add(to: daemon) } }
        let (desk, lap, hall) = (daemons[1], daemons[2], daemons[3])
        try daemons.pair()
        try PairedDaemons.wait(desk, kind: "mail")
        let id = try desk.client().place(.with { ($0.kind, $0.parameters) = ("mail", ["token": .with { $0.text = "first" }]) }).widget.id
        func value(_ text: String) -> ([String: ProtoWidgetSnapshot]) -> Bool { { $0[id]?.widget.parameters["token"]?.text == text } }
        for daemon in daemons.daemons { try PairedDaemons.wait(daemon) { $0[id] != nil } }
        hall.stop()
        _ = try desk.client().configure(.with { ($0.widget, $0.parameters) = (id, ["token": .with { $0.text = "second" }]) })
        try Self.add(to: lap)
        _ = try lap.client().rescan()
        try PairedDaemons.wait(lap, until: value("second"))
        // The edit of a machine that is alone.
        for daemon in daemons.daemons.dropLast() { daemon.stop() }
        try hall.start()
        _ = try hall.client().configure(.with { ($0.widget, $0.parameters) = (id, ["box": .with { $0.text = "mine" }]) })
        hall.stop()
        for daemon in daemons.daemons { try daemon.start() }
        for daemon in daemons.daemons.dropLast() { try PairedDaemons.wait(daemon, seconds: 60, until: value("first")) }
    }

    @Test func theSecretsOfAControlStayWhereItIs() throws {
        let daemons = try PairedDaemons(["desk", "shelf"]) { index, daemon in
            guard index == 1 else { return }
            try Lamp(daemon, kind: #","parameters":[{"name":"token","type":"text"},{"name":"box","type":"text","secret":true}]"#)
        }
        try daemons.pair()
        try PairedDaemons.wait(daemons[0], status: { _ in try daemons[0].widgetctl("control", "kinds").output.contains("lamp") })
        let added = try daemons[0].widgetctl("control", "add", "lamp", "token=\(Self.secret)", "box=\(Self.secret)", "--json")
        #expect(added.status == 0 && !added.output.contains(Self.secret), "\(added.output) \(added.errors)")
        let listed = try daemons[1].widgetctl("control", "list", "--json")
        #expect(listed.output.contains(Self.secret))
        #expect(try !daemons[0].widgetctl("control", "list", "--json").output.contains(Self.secret))
        #expect(try !Self.has(Self.secret, daemons[0]))
    }

    @Test func aMachineThatBecomesTheGiverGetsTheValueFromOneThatHasIt() throws {
        let daemons = try PairedDaemons(["desk", "shelf", "lap"]) { index, daemon in if index == 1 { try Self.add(to: daemon) } }
        try daemons.pair()
        try PairedDaemons.wait(daemons[0], kind: "mail")
        #expect(try daemons[0].widgetctl("place", "mail", "token=\(Self.secret)").status == 0)
        try PairedDaemons.wait(daemons[2]) { $0.values.contains(where: Self.shows("unlocked")) }
        try Self.add(to: daemons[2])
        try daemons[1].removeProvider("mail")
        for daemon in [daemons[2], daemons[1]] { #expect(try daemon.widgetctl("provider", "rescan").status == 0) }
        try PairedDaemons.wait(daemons[2]) { $0.values.contains { $0.local && $0.state == .current } }
        #expect(try daemons[2].client().widgets().widgets.first?.widget.parameters["token"]?.text == Self.secret)
    }
}
