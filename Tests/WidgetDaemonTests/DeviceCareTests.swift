import Foundation
import TTRPCBlocking
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A user's care for the devices: real daemons, real TLS.
@Suite(.timeLimit(.minutes(10))) struct DeviceCareTests {
    @Test func aNameIsGivenToOneDeviceOnly() throws {
        let daemons = try PairedDaemons()
        try daemons.pair()
        let client = daemons[0].client()
        let error = #expect(throws: WidgetError.self) { try client.renameDevice("b", to: "a") }
        #expect(error?.code == .alreadyExists)
        #expect(error?.message.hasPrefix("name: ") == true && error?.message.contains("choose another name") == true, "\(error?.message ?? "")")
        #expect(try client.renameDevice("b", to: "b").device.name == "b", "its own name is no other's")
        #expect(try client.renameDevice("b", to: "laptop").device.name == "laptop")
    }

    @Test func whoJoinsOverwritesNothingThatTheInviterHasYetToHear() throws {
        let daemons = try PairedDaemons(["a", "b", "c"])
        _ = try daemons[1].client().join(code: try daemons[0].client().invite().code)
        try PairedDaemons.wait(daemons[1], status: { $0.peers.first?.device.state == .connected })
        daemons[0].stop()
        _ = try daemons[1].client().renameDevice("b", to: "bee")
        daemons[1].stop()
        try daemons[0].start()
        _ = try daemons[2].client().join(code: try daemons[0].client().invite().code)
        try daemons[1].start()
        for daemon in daemons.daemons {
            try PairedDaemons.wait(daemon, status: { $0.peers.count == 2 && $0.peers.allSatisfy { $0.device.state == .connected } })
            try PairedDaemons.wait(daemon, status: { _ in try daemon.client().devices().devices.map(\.name) == ["a", "bee", "c"] })
        }
    }

    @Test func theDoorIsOpenedOnceHoweverManyAskForItAtOnce() throws {
        let daemon = try DaemonFixture()
        daemon.arguments += ["--peer-listen", "127.0.0.1:0", "--no-announce"]
        try daemon.start()
        // All are asked before the first is answered.
        let client = try BlockingClient(path: daemon.socket)
        let asked = try (0..<4).map { _ in try client.openStream(service: "widgetd.v1.Devices", method: "Invite", payload: [], sendsMore: false) }
        let addresses = try asked.map { try ProtoInviteResponse(serializedBytes: try #require(try $0.receive(timeout: .seconds(120)))).addresses }
        #expect(Set(addresses) == [try daemon.client().syncStatus().listening])
        daemon.stop()
        #expect(daemon.log.components(separatedBy: "listening for devices").count == 2)
    }

    @Test func aDeviceCantRevokeItself() throws {
        let daemons = try PairedDaemons(["a"])
        for call in [WidgetClient.revokeDevice, WidgetClient.forgetDevice] as [(WidgetClient) -> (String) throws -> Any] {
            let error = #expect(throws: WidgetError.self) { try call(daemons[0].client())("a") }
            #expect(error?.code == .invalidArgument)
        }
        let answer = try daemons[0].widgetctl("device", "revoke", "a", "--yes")
        #expect(answer.status == 65)
        #expect(answer.errors.contains("on one of them, type widgetctl device revoke"), "\(answer.errors)")
    }

    @Test func aMemberThatJoinsAgainIsSeenByWhoInvitesIt() throws {
        let daemons = try PairedDaemons()
        try daemons.pair()
        func joined() throws -> ProtoDeviceInfo? { try daemons[0].client().devices().devices.first { $0.name == "b" } }
        let before = try joined()
        #expect(before?.hasJoinedAt == true)
        try daemons.pair()
        #expect(try joined()?.joinedAt != before?.joinedAt)
    }

    @Test func aReloadOfAllAsksTheDevicesThatGiveWidgetsAndSaysWhichCantBeAsked() throws {
        let count = try TemporaryDirectory()
        let daemons = try PairedDaemons { index, daemon in
            let name = index == 0 ? "here" : "there"
            try daemon.addProvider(name, script: "echo x >>\(count.file(name))\n" + Scripts.text(name))
        }
        try daemons.pair()
        try PairedDaemons.wait(daemons[0], kind: "there")
        let here = try PairedDaemons.place("here", on: daemons[0])
        let there = try ["there", "there"].map { try PairedDaemons.place($0, on: daemons[0]) }
        try PairedDaemons.wait(daemons[0]) { shown in ([here] + there).allSatisfy { shown[$0]?.state == .current } }
        func asked() throws -> Int { try String(contentsOfFile: count.file("there"), encoding: .utf8).split(separator: "\n").count }

        let client = daemons[0].client()
        let before = try asked()
        let all = try client.reload(.all(true)).receipts
        #expect(Set(all.map(\.widgetID)) == Set([here] + there))
        #expect(all.allSatisfy { $0.outcome == .accepted && $0.reason.isEmpty }, "\(all)")
        try PairedDaemons.wait(daemons[0], status: { _ in try asked() >= before + there.count })
        #expect(Set(try client.reload(.kind("there")).receipts.map(\.widgetID)) == Set(there))

        daemons[1].stop()
        try PairedDaemons.wait(daemons[0], status: { $0.peers.first?.device.state == .offline })
        let alone = try client.reload(.all(true)).receipts
        #expect(alone.first { $0.widgetID == here }?.outcome == .accepted)
        for id in there {
            let receipt = alone.first { $0.widgetID == id }
            #expect(receipt?.outcome == .denied)
            #expect(
                receipt?.reason == "the device 'b' isn't connected; `widgetctl sync status` says why", "\(receipt?.reason ?? "")")
        }
        // The call fails for one that is named.
        let error = #expect(throws: WidgetError.self) { try client.reload(.widget(there[0])) }
        #expect(error?.code == .unavailable && error?.message == "the device 'b' isn't connected; `widgetctl sync status` says why")
    }
}
