import Foundation
import Glibc
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A display that shows the widgets of a hub: real daemons, real TLS, real providers.
@Suite(.timeLimit(.minutes(10))) struct LeafTests {
    private func shows(_ text: String) -> (ProtoWidgetSnapshot) -> Bool {
        { snapshot in snapshot.archive.nodes.contains { $0.text.literal == text } }
    }

    /// Makes a daemon a leaf of another one, and waits until it shows a widget.
    private func join(_ leaf: DaemonFixture, to hub: DaemonFixture) throws {
        let answer = try leaf.client().join(code: try hub.client().invite(asLeaf: true).code)
        #expect(answer.leaf)
        try waitForLeaf(leaf) { $0.connected }
    }

    /// Waits until a leaf says of its link what is right. The daemon starts anew meanwhile, and there is no event for it: it is asked again.
    private func waitForLeaf(_ leaf: DaemonFixture, until isRight: (ProtoLeafStatus) -> Bool) throws {
        try wait(leaf) { $0.hasLeaf && isRight($0.leaf) }
    }

    private func wait(_ daemon: DaemonFixture, until isRight: (ProtoStatusResponse) -> Bool) throws {
        let end = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < end {
            if let status = try? daemon.client().status(), isRight(status) { return }
            Thread.sleep(forTimeInterval: 0.02)
        }
        throw WidgetError(.deadlineExceeded, "not as expected within 120 s: \(try daemon.client().status())")
    }

    @Test("Two commands make a machine a leaf: it shows the hub's widgets as they change, a tap is performed once, and it can't place one itself")
    func shows() throws {
        var file = ""
        let daemons = try PairedDaemons(["hub", "leaf"]) { index, daemon in
            guard index == 0 else { return }
            file = try daemon.directory.write("count", "")
            try daemon.addProvider("counter", script: Scripts.counter(file))
        }
        let (hub, leaf) = (daemons[0], daemons[1])
        let id = try PairedDaemons.place("counter", on: hub)
        let invited = try hub.widgetctl("device", "invite", "--leaf", "--no-qr", "--no-wait", "--json")
        let code = try #require(try JSONSerialization.jsonObject(with: Data(invited.output.utf8)) as? [String: Any])["code"] as? String
        let joined = try leaf.widgetctl("device", "join", try #require(code))
        #expect(joined.status == 0 && joined.output.contains("shows the widgets of hub"), "\(joined.output)\(joined.errors)")
        try waitForLeaf(leaf) { $0.connected && $0.hub == "hub" }
        let shown = try PairedDaemons.wait(leaf) { $0[id].map(shows("count 0")) ?? false }
        #expect(shown[id]?.state == .current && shown[id]?.local == false && shown[id]?.deviceName == "hub")
        let tap = ProtoPerformRequest.with { ($0.widget, $0.action, $0.idempotencyKey) = (id, "add", "once") }
        #expect(try !leaf.client().perform(tap).repeatedKey)
        #expect(try leaf.client().perform(tap).repeatedKey)
        try PairedDaemons.wait(leaf) { $0[id].map(shows("count 1")) ?? false }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "x\n")
        let refused = try leaf.widgetctl("place", "counter")
        #expect(refused.status != 0 && refused.errors.contains("this machine is a leaf"))
        let listed = try hub.client().devices().devices.first { $0.leaf }
        #expect(listed?.name == "leaf" && listed?.state == .connected)
        // It isn't one of the devices with which the hub keeps a replica.
        #expect(try hub.client().syncStatus().peers.isEmpty)
        _ = try hub.client().remove(id)
        try PairedDaemons.wait(leaf) { $0.isEmpty }
    }

    @Test("A leaf shows what it showed last after a start without its hub, says that the hub is away, and goes on when it is back")
    func away() throws {
        let daemons = try PairedDaemons(["hub", "leaf"]) { index, daemon in
            if index == 0 { try daemon.addProvider("greeting", script: Scripts.text("hello")) }
        }
        let (hub, leaf) = (daemons[0], daemons[1])
        let (id, other) = (try PairedDaemons.place("greeting", on: hub), try PairedDaemons.place("greeting", on: hub))
        try join(leaf, to: hub)
        try PairedDaemons.wait(leaf) { $0[id].map(shows("hello")) ?? false && $0[other] != nil }
        hub.stop(SIGKILL)
        leaf.stop()
        try leaf.start()
        let kept = try PairedDaemons.wait(leaf) { $0[id].map(shows("hello")) ?? false }
        #expect(kept[id]?.state == .stale && kept[id]?.unavailable.contains("no hub has been reached") == true)
        let error = #expect(throws: WidgetError.self) { try leaf.client().perform(.with { ($0.widget, $0.action) = (id, "add") }) }
        #expect(error?.code == .unavailable)
        try hub.start()
        try PairedDaemons.wait(leaf) { shown in [id, other].allSatisfy { shown[$0]?.state == .current && shown[$0]?.unavailable == "" } }
    }

    @Test("A leaf goes on at another member when its hub is gone")
    func failover() throws {
        let daemons = try PairedDaemons(["first", "second", "leaf"]) { _, daemon in try daemon.addProvider("greeting", script: Scripts.text("hello")) }
        _ = try daemons[1].client().join(code: try daemons[0].client().invite().code)
        try PairedDaemons.wait(daemons[0], status: { $0.peers.contains { $0.device.state == .connected } })
        let id = try PairedDaemons.place("greeting", on: daemons[1])
        try PairedDaemons.wait(daemons[0]) { $0[id].map(shows("hello")) ?? false }
        try join(daemons[2], to: daemons[0])
        // The second one has heard of the leaf, and the leaf of the second.
        try PairedDaemons.wait(daemons[1], status: { _ in try daemons[1].client().devices().devices.contains { $0.leaf } })
        try waitForLeaf(daemons[2]) { $0.connected && Set($0.hubs) == ["first", "second"] }
        // Which one it takes first follows from the ids.
        let (gone, other) = try daemons[2].client().status().leaf.hub == "first" ? (0, 1) : (1, 0)
        daemons[gone].stop(SIGKILL)
        try waitForLeaf(daemons[2]) { $0.connected && $0.hub == ["first", "second"][other] }
        _ = try daemons[other].client().configure(.with { ($0.widget, $0.name) = (id, "renamed") })
        try PairedDaemons.wait(daemons[2]) { $0[id]?.widget.name == "renamed" }
    }

    @Test("A revoked leaf is cut off at once, shows nothing more, and keeps nothing")
    func revoked() throws {
        let daemons = try PairedDaemons(["hub", "leaf"]) { index, daemon in
            if index == 0 { try daemon.addProvider("greeting", script: Scripts.text("a secret of the house")) }
        }
        let (hub, leaf) = (daemons[0], daemons[1])
        let id = try PairedDaemons.place("greeting", on: hub)
        try join(leaf, to: hub)
        try PairedDaemons.wait(leaf) { $0[id] != nil }
        #expect(try hub.client().revokeDevice("leaf").device.state == .revoked)
        try waitForLeaf(leaf) { $0.refused }
        try PairedDaemons.wait(leaf) { $0.isEmpty }
        // It would write what is left when it is stopped in order.
        leaf.stop(SIGKILL)
        let state = leaf.directory.file("state")
        for name in try FileManager.default.contentsOfDirectory(atPath: state) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(state)/\(name)"))
            #expect(bytes.range(of: Data("a secret of the house".utf8)) == nil, "\(name) has it")
        }
        try leaf.start()
        // It leaves, and is a machine of its own.
        _ = try leaf.client().leave()
        try wait(leaf) { !$0.hasLeaf }
    }

    @Test("A leaf doesn't get the values of parameters, and nothing but the means to look and act")
    func parts() throws {
        let daemons = try PairedDaemons(["hub", "leaf"]) { index, daemon in
            if index == 0 { try daemon.addProvider("greeting", script: Scripts.text("hello"), kindExtra: #","parameters":[{"name":"token","type":"text"}]"#) }
        }
        let (hub, leaf) = (daemons[0], daemons[1])
        let placed = try hub.client().place(
            .with { ($0.kind, $0.parameters) = ("greeting", ["token": .with { $0.text = "swordfish" }]) })
        try join(leaf, to: hub)
        let shown = try PairedDaemons.wait(leaf) { $0[placed.widget.id].map(shows("hello")) ?? false }
        #expect(shown[placed.widget.id]?.widget.parameters.isEmpty == true)
        #expect(try hub.client().widget(placed.widget.id).widget.parameters["token"]?.text == "swordfish")
    }

    @Test("A leaf that became a member is one no more; where a member and a leaf have one name, a command says so")
    func becomesMember() throws {
        let daemons = try PairedDaemons(["hub", "desk", "desk"])
        let hub = daemons[0]
        try join(daemons[1], to: hub)
        _ = try daemons[1].client().leave()
        try wait(daemons[1]) { !$0.hasLeaf }
        _ = try daemons[1].client().join(code: try hub.client().invite().code)
        let listed = try hub.client().devices().devices.filter { $0.name == "desk" }
        #expect(listed.count == 1 && listed.first?.leaf == false)
        try join(daemons[2], to: hub)
        let error = #expect(throws: WidgetError.self) { try hub.client().revokeDevice("desk") }
        #expect(error?.code == .invalidArgument && error?.message.contains("a member and a leaf") == true)
        // It was a leaf, and is revoked as the member that it is.
        let member = try #require(listed.first)
        #expect(try hub.client().revokeDevice(member.id).device.state == .revoked)
        try PairedDaemons.wait(hub, status: { $0.peers.isEmpty })
    }

    @Test("A machine with widgets of its own can't become a leaf: it says why, and the invitation stays open for another")
    func ownWidgets() throws {
        let daemons = try PairedDaemons(["hub", "full", "leaf"]) { _, daemon in try daemon.addProvider("greeting", script: Scripts.text("hello")) }
        _ = try PairedDaemons.place("greeting", on: daemons[1])
        let code = try daemons[0].client().invite(asLeaf: true).code
        let error = #expect(throws: WidgetError.self) { try daemons[1].client().join(code: code) }
        #expect(error?.code == .failedPrecondition && error?.message.contains("widgets of its own (1)") == true, "\(error?.message ?? "")")
        #expect(try daemons[2].client().join(code: code).leaf)
        try waitForLeaf(daemons[2]) { $0.connected }
    }
}
