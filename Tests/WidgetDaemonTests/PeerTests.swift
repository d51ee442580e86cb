import Foundation
import Glibc
import Synchronization
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Two machines of one user: real daemons, real TLS, real providers.
@Suite(.timeLimit(.minutes(10))) struct PeerTests {
    private func shows(_ text: String) -> (ProtoWidgetSnapshot) -> Bool {
        { snapshot in snapshot.archive.nodes.contains { $0.text.literal == text } }
    }

    /// One pixel, and a provider that shows it.
    private static let png = Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==") ?? Data()
    private static let picture = #"printf '{"view":{"image":{"png":"\#(png.base64EncodedString())"}},"policy":"never"}'"#

    /// Waits until a device shows a widget with a picture.
    /// - Returns: the picture's digest.
    private func shownPicture(_ id: String, on daemon: DaemonFixture) throws -> ContentDigest {
        let shown = try PairedDaemons.wait(daemon) { $0[id].map { !$0.archive.images.isEmpty } ?? false }
        return try #require(shown[id]?.archive.images.first.flatMap { ContentDigest(bytes: Array($0.sha256)) })
    }

    @Test func twoCommandsMakeTwoDaemonsShowTheSame() throws {
        let daemons = try PairedDaemons { index, daemon in if index == 0 { try daemon.addProvider("greeting", script: Scripts.text("hello")) } }
        let id = try PairedDaemons.place("greeting", on: daemons[0], name: "mine")
        let invitation = try daemons[0].widgetctl("device", "invite", "--no-qr", "--no-wait", "--json")
        #expect(invitation.status == 0)
        let code = try #require(try JSONSerialization.jsonObject(with: Data(invitation.output.utf8)) as? [String: Any])["code"] as? String
        let joined = try daemons[1].widgetctl("device", "join", try #require(code))
        #expect(joined.status == 0, "\(joined.errors)")
        let shown = try PairedDaemons.wait(daemons[1]) { $0[id].map(shows("hello")) ?? false }
        #expect(shown[id]?.widget.name == "mine")
        #expect(shown[id]?.state == .current)
        // Nobody edited anything.
        for daemon in daemons.daemons { #expect(try daemon.client().conflicts().entries.isEmpty) }
    }

    @Test func aWidgetIsGivenByTheDeviceThatHasItsProvider() throws {
        let daemons = try PairedDaemons { index, daemon in if index == 1 { try daemon.addProvider("greeting", script: Scripts.text("from b")) } }
        try daemons.pair()
        // Known on the other device as soon as the kinds have travelled.
        try PairedDaemons.wait(daemons[0], kind: "greeting")
        let id = try PairedDaemons.place("greeting", on: daemons[0])
        try PairedDaemons.wait(daemons[0]) { $0[id].map(shows("from b")) ?? false }
    }

    @Test func aDeviceWhoseProviderIsRemovedGivesItsWidgetsNoMore() throws {
        let daemons = try PairedDaemons { index, daemon in try daemon.addProvider("greeting", script: Scripts.text("from \(index)")) }
        try daemons.pair()
        let id = try PairedDaemons.place("greeting", on: daemons[0])
        try PairedDaemons.wait(daemons[1]) { $0[id].map(shows("from 0")) ?? false }
        try daemons[0].removeProvider("greeting")
        _ = try daemons[0].client().rescan()
        for daemon in daemons.daemons { try PairedDaemons.wait(daemon) { $0[id].map(shows("from 1")) ?? false } }
        // It gives them again when it is back.
        try daemons[0].addProvider("greeting", script: Scripts.text("from 0 again"))
        _ = try daemons[0].client().rescan()
        for daemon in daemons.daemons { try PairedDaemons.wait(daemon) { $0[id].map(shows("from 0 again")) ?? false } }
    }

    @Test func editsAndRemovalsTravelBothWays() throws {
        let daemons = try PairedDaemons { _, daemon in try daemon.addProvider("greeting", script: Scripts.text("hello")) }
        try daemons.pair()
        let (first, second) = (try PairedDaemons.place("greeting", on: daemons[0]), try PairedDaemons.place("greeting", on: daemons[1]))
        for daemon in daemons.daemons { try PairedDaemons.wait(daemon) { $0[first] != nil && $0[second] != nil } }
        _ = try daemons[1].client().configure(
            .with {
                $0.widget = first
                $0.name = "renamed"
            })
        try PairedDaemons.wait(daemons[0]) { $0[first]?.widget.name == "renamed" }
        _ = try daemons[0].client().remove(second)
        try PairedDaemons.wait(daemons[1]) { $0[first] != nil && $0[second] == nil }
    }

    @Test func aTapOnAnotherDeviceIsPerformedOnceWhereTheWidgetIsGiven() throws {
        var file = ""
        let daemons = try PairedDaemons { index, daemon in
            guard index == 0 else { return }
            file = try daemon.directory.write("count", "")
            try daemon.addProvider("counter", script: Scripts.counter(file))
        }
        let id = try PairedDaemons.place("counter", on: daemons[0])
        try daemons.pair()
        try PairedDaemons.wait(daemons[1]) { $0[id].map(shows("count 0")) ?? false }
        let request = ProtoPerformRequest.with {
            $0.widget = id
            $0.action = "add"
            $0.idempotencyKey = "once"
        }
        #expect(try !daemons[1].client().perform(request).repeatedKey)
        #expect(try daemons[1].client().perform(request).repeatedKey)
        try PairedDaemons.wait(daemons[1]) { $0[id].map(shows("count 1")) ?? false }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "x\n")
    }

    @Test func anActionOfADeviceThatIsOffFailsAtOnce() throws {
        let daemons = try PairedDaemons { index, daemon in
            if index == 0 { try daemon.addProvider("counter", script: Scripts.counter(daemon.directory.file("count"))) }
        }
        let id = try PairedDaemons.place("counter", on: daemons[0])
        try daemons.pair()
        try PairedDaemons.wait(daemons[1]) { $0[id].map(shows("count 0")) ?? false }
        daemons[0].stop()
        try PairedDaemons.wait(daemons[1], status: { $0.peers.first?.device.state == .offline })
        let error = #expect(throws: WidgetError.self) {
            try daemons[1].client().perform(
                .with {
                    $0.widget = id
                    $0.action = "add"
                })
        }
        #expect(error?.code == .unavailable && error?.message == "the device 'a' isn't connected; `widgetctl sync status` says why")
        // It is shown all the same.
        let shown = try daemons[1].client().widget(id)
        #expect(shown.state == .stale && shown.unavailable == "the device 'a' isn't connected" && self.shows("count 0")(shown))
    }

    @Test func whatWasDoneWhileTheOtherWasKilledIsThereWhenItIsBack() throws {
        let daemons = try PairedDaemons { _, daemon in try daemon.addProvider("greeting", script: Scripts.text("hello")) }
        try daemons.pair()
        let first = try PairedDaemons.place("greeting", on: daemons[0])
        try PairedDaemons.wait(daemons[1]) { $0[first] != nil }
        daemons[1].stop(SIGKILL)
        let second = try PairedDaemons.place("greeting", on: daemons[0])
        _ = try daemons[0].client().remove(first)
        try daemons[1].start()
        try PairedDaemons.wait(daemons[1]) { $0[second] != nil && $0[first] == nil }
        try PairedDaemons.wait(daemons[1], status: { $0.peers.first?.device.state == .connected && $0.peers.first?.behind == 0 && $0.peers.first?.ahead == 0 })
        #expect(try daemons[1].client().verify().equal)
    }

    @Test func aRevokedDeviceIsCutOffAndStaysSo() throws {
        let daemons = try PairedDaemons(["a", "b", "c"]) { _, daemon in try daemon.addProvider("greeting", script: Scripts.text("hello")) }
        try daemons.pair()
        for daemon in daemons.daemons {
            try PairedDaemons.wait(daemon, status: { $0.peers.count == 2 && $0.peers.allSatisfy { $0.device.state == .connected } })
        }
        _ = try daemons[0].client().revokeDevice("c")
        for daemon in [daemons[0], daemons[1]] { try PairedDaemons.wait(daemon, status: { $0.peers.count == 1 }) }
        try PairedDaemons.wait(daemons[2], status: { $0.peers.allSatisfy { $0.device.state != .connected && $0.lastError.contains("revoked") } })
        let id = try PairedDaemons.place("greeting", on: daemons[0])
        try PairedDaemons.wait(daemons[1]) { $0[id] != nil }
        #expect(throws: WidgetError.self) { try daemons[2].client().widget(id) }
    }

    @Test func aStoreRestoredFromABackupIsNoticedAndLosesNothing() throws {
        let daemons = try PairedDaemons { _, daemon in try daemon.addProvider("greeting", script: Scripts.text("hello")) }
        try daemons.pair()
        let before = try PairedDaemons.place("greeting", on: daemons[1])
        try PairedDaemons.wait(daemons[0]) { $0[before] != nil }
        let backup = daemons[1].directory.file("backup.sqlite")
        _ = try daemons[1].client().backup(to: backup)
        let after = try PairedDaemons.place("greeting", on: daemons[1])
        try PairedDaemons.wait(daemons[0]) { $0[after] != nil }
        daemons[1].stop()
        let store = "\(daemons[1].state)/widgetd.sqlite"
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store + suffix) }
        try FileManager.default.copyItem(atPath: backup, toPath: store)
        try daemons[1].start()
        #expect(try !daemons[1].client().syncStatus().reincarnation.isEmpty)
        // Forgotten changes come back, and new ones count.
        try PairedDaemons.wait(daemons[1]) { $0[after] != nil }
        let later = try PairedDaemons.place("greeting", on: daemons[1])
        try PairedDaemons.wait(daemons[0]) { $0[before] != nil && $0[after] != nil && $0[later] != nil }
        try PairedDaemons.wait(daemons[0], status: { $0.peers.first?.behind == 0 && $0.peers.first?.ahead == 0 })
        #expect(try daemons[0].client().verify().equal)
    }

    @Test func aStrangerIsRefusedAndAWrongCodeSaysSo() throws {
        let daemons = try PairedDaemons()
        let code = try daemons[0].client().invite().code
        _ = try daemons[1].client().join(code: code)
        let third = try PairedDaemons(["c"])
        let used = #expect(throws: WidgetError.self) { try third[0].client().join(code: code) }
        #expect(used?.code == .permissionDenied || used?.code == .unavailable)
        let mistyped = #expect(throws: WidgetError.self) { try third[0].client().join(code: String(code.dropLast(3)) + "ABC") }
        #expect(mistyped?.code == .invalidArgument)
    }

    /// Also what happens after pairing, where the newcomer launches its own provider before it knows which device gives the widget.
    @Test func aReloadThatEndsWhenAnotherDeviceGivesTheWidgetIsNotShown() throws {
        var gate = ""
        let daemons = try PairedDaemons { index, daemon in
            guard index == 1 else { return }
            gate = daemon.directory.file("gate")
            #expect(mkfifo(gate, 0o600) == 0)
            try daemon.addProvider("greeting", script: Scripts.echo(gate: gate))
        }
        try daemons.pair()
        try PairedDaemons.wait(daemons[0], kind: "greeting")
        let id = try PairedDaemons.place("greeting", on: daemons[0])
        // Opens as soon as the provider runs, which from then on waits for the end of what comes.
        let held = try FileHandle(forWritingTo: URL(filePath: gate))
        // Now the device on which it was placed gives the kind too.
        try daemons[0].addProvider("greeting", script: Scripts.text("from a"))
        _ = try daemons[0].client().rescan()
        for daemon in daemons.daemons { try PairedDaemons.wait(daemon) { $0[id].map(shows("from a")) ?? false } }
        try held.close()
        try PairedDaemons.wait(daemons[1], status: { _ in try daemons[1].client().explain(id).reloading == false })
        let shown = try daemons.daemons.map { try $0.client().widget(id) }
        #expect(shown.allSatisfy(shows("from a")))
        #expect(shown[0].archive == shown[1].archive)
    }

    @Test func whatWaitsForADeviceThatIsOffIsCounted() throws {
        let daemons = try PairedDaemons { index, daemon in if index == 0 { try daemon.addProvider("greeting", script: Scripts.text("hello")) } }
        try daemons.pair()
        try PairedDaemons.wait(daemons[0], kind: "greeting")
        let before = try PairedDaemons.place("greeting", on: daemons[0])
        try PairedDaemons.wait(daemons[1]) { $0[before] != nil }
        daemons[1].stop()
        // A write that it had no time to acknowledge counts too.
        var known: UInt64 = 0
        try PairedDaemons.wait(
            daemons[0],
            status: { status in
                known = status.peers.first?.ahead ?? 0
                return status.peers.first?.device.state == .offline
            })
        for _ in 0..<2 { _ = try PairedDaemons.place("greeting", on: daemons[0]) }
        let peer = try daemons[0].client().syncStatus().peers.first
        #expect(peer?.ahead == known + 2)
        #expect(peer?.hasBehind == false, "what it has, only it knows")
    }

    @Test func aForgottenDeviceIsToldSoWhileAnInvitationIsOpen() throws {
        let daemons = try PairedDaemons()
        try daemons.pair()
        try PairedDaemons.wait(daemons[1], status: { $0.peers.first?.device.state == .connected })
        daemons[1].stop()
        _ = try daemons[0].client().forgetDevice("b")
        _ = try daemons[0].client().invite()
        try daemons[1].start()
        try PairedDaemons.wait(daemons[1], status: { $0.peers.first?.lastError.contains("isn't a member there") ?? false })
    }

    @Test func addressesThatAPersonWroteStayWhenADeviceJoins() throws {
        let daemons = try PairedDaemons()
        let written = ["desk.example.org:9434", "unix:\(daemons[0].directory.file("tunnel"))"]
        _ = try daemons[0].client().setAddresses(written, ofDevice: "a")
        let mistyped = #expect(throws: WidgetError.self) { try daemons[0].client().invite(addresses: ["desk.example.org:0"]) }
        #expect(mistyped?.code == .invalidArgument)
        let named = "unix:\(daemons[0].directory.file("peers"))"
        _ = try daemons[1].client().join(code: try daemons[0].client().invite(addresses: [named]).code)
        try PairedDaemons.wait(daemons[1], status: { $0.peers.first?.device.state == .connected && $0.peers.first?.behind == 0 })
        for daemon in daemons.daemons {
            #expect(try daemon.client().devices().devices.first { $0.name == "a" }?.addresses == [named] + written)
        }
    }

    /// `a` and `c` can't meet: nobody gets at the one's socket, and where the other would listen is a directory. `b` passes on what the one gives before it has
    /// the archives itself.
    @Test func whatADeviceGivesIsShownOnOneThatOnlyAThirdOneCanMeet() throws {
        let daemons = try PairedDaemons(["a", "b", "c"]) { index, daemon in
            guard index == 0 else { return }
            try daemon.addProvider("counter", script: Scripts.counter(try daemon.directory.write("count", "")))
            try daemon.addProvider("picture", script: Self.picture)
        }
        try daemons.pair()
        try PairedDaemons.wait(daemons[2], status: { $0.peers.count { $0.device.state == .connected } == 2 })
        daemons[2].stop()
        try FileManager.default.removeItem(atPath: daemons[0].directory.file("peers"))
        try FileManager.default.createDirectory(atPath: daemons[2].directory.file("peers"), withIntermediateDirectories: false)
        try daemons[2].start()
        let id = try PairedDaemons.place("counter", on: daemons[0])
        for count in 0..<20 {
            if count > 0 { _ = try daemons[0].client().perform(.with { ($0.widget, $0.action, $0.idempotencyKey) = (id, "add", "\(count)") }) }
            try PairedDaemons.wait(daemons[2]) { $0[id].map(shows("count \(count)")) ?? false }
        }
        // Neither of both others has the picture before it is asked for.
        #expect(try daemons[2].client().image(sha256: try shownPicture(try PairedDaemons.place("picture", on: daemons[0]), on: daemons[2])).data == Self.png)
        #expect(try daemons[2].client().syncStatus().peers.filter { $0.device.state == .connected }.map(\.device.name) == ["b"])
    }

    @Test func aPictureOfAnotherDeviceIsGivenToAllWhoAskForItAtOnce() throws {
        let daemons = try PairedDaemons { index, daemon in if index == 0 { try daemon.addProvider("picture", script: Self.picture) } }
        try daemons.pair()
        let digest = try shownPicture(try PairedDaemons.place("picture", on: daemons[0]), on: daemons[1])
        let socket = daemons[1].socket
        let answers = Mutex<[Result<Data, any Error>]>([])
        let threads = DispatchGroup()
        for _ in 0..<8 {
            threads.enter()
            Thread.detachNewThread {
                let client = WidgetClient(location: SocketLocation(explicit: socket, environment: { _ in nil }, uid: getuid()))
                let answer = Result { try client.image(sha256: digest).data }
                answers.withLock { $0.append(answer) }
                threads.leave()
            }
        }
        threads.wait()
        for answer in answers.withLock({ $0 }) { #expect(try answer.get() == Self.png) }
    }
}
