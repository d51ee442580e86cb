import BusTestSupport
import Foundation
import Systemd
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// The Smart Stack over a real socket, with real providers.
@Suite("The Smart Stack shows what is of use, and follows it", .timeLimit(.minutes(10))) struct StackTests {
    /// Answers `relevance` with one attribute, whose clue is in the file `clue`, and notes each time that it is asked.
    private func addCards(_ fixture: DaemonFixture, replacing associated: String = "", clue: String) throws {
        try fixture.directory.write("clue", clue)
        let associatedKind = associated.isEmpty ? "" : #","associated_kind":"\#(associated)""#
        try fixture.directory.write(
            "providers/cards.sh",
            """
            #!/bin/sh
            request=$(cat)
            case $request in
            *'"call":"relevance"'*) ;;
            *) printf '{"view":{"text":"plain"},"policy":"never"}'; exit 0 ;;
            esac
            echo asked >>\(fixture.directory.file("asked"))
            if [ -e \(fixture.directory.file("fail")) ]; then echo "the server is away" >&2; exit 3; fi
            printf '{"relevance":[{"contexts":[%s],"view":{"text":"of use"}}]}' "$(cat \(fixture.directory.file("clue")))"
            """, mode: 0o755)
        try fixture.directory.write(
            "providers/cards.json",
            """
            {"format":1,"id":"cards","protocol":"json","exec":["cards.sh"],"deadline_seconds":120,"kinds":[{"id":"plain","families":["systemSmall"]},
             {"id":"card","display_name":"Card","families":["systemSmall"],"configuration":"relevance"\(associatedKind)}]}
            """)
    }

    private func interval(_ start: Int, _ end: Int) -> String {
        func date(_ seconds: Int) -> String { Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 + Double(seconds)) * 1_000)).rfc3339 }
        return #"{"date":{"start":"\#(date(start))","end":"\#(date(end))","kind":"scheduled"}}"#
    }

    private func place(_ fixture: DaemonFixture, _ kind: String) throws -> String {
        try fixture.client().place(ProtoPlaceRequest.with { $0.kind = kind }).widget.id
    }

    /// Watches until the stack is as it should be.
    private func wait(_ watch: StackWatch, _ isRight: (ProtoStackState) -> Bool) throws -> ProtoStackState {
        let end = ContinuousClock.now + .seconds(120)
        var last = "nothing"
        while ContinuousClock.now < end {
            guard case .state(let state) = try watch.next(timeout: .seconds(1)) else { continue }
            if isRight(state) { return state }
            last = "\(state)"
        }
        throw WidgetError(.deadlineExceeded, "the stack was not as expected; it is \(last)")
    }

    @Test("a card comes when its interval begins and goes when it ends, in the place of its associated kind's widget")
    func comesAndGoes() throws {
        let fixture = try DaemonFixture()
        try addCards(fixture, replacing: "plain", clue: interval(12, 20))
        try fixture.start()
        let watch = try fixture.client().watchStack(absent: true, archives: true)
        let id = try place(fixture, "plain")
        let before = try wait(watch) { $0.cards.map(\.widgetID) == [id] && !$0.absent.isEmpty }
        #expect(before.absent.map(\.kind) == ["card"] && before.absent[0].clues.first?.reason == "it hasn't begun")
        #expect(before.nextChange == before.absent[0].clues.first?.changesAt)
        let during = try wait(watch) { $0.cards.map(\.kind) == ["card"] }
        #expect(during.cards[0].replaces == [id] && during.cards[0].score == 80)
        #expect(during.cards[0].archive.nodes.contains { $0.text.literal == "of use" })
        let after = try wait(watch) { $0.cards.map(\.widgetID) == [id] }
        #expect(!after.hasNextChange)
        #expect(try String(contentsOfFile: fixture.directory.file("asked"), encoding: .utf8) == "asked\n", "the clock alone asks nobody")
    }

    @Test("pins and what providers said survive a restart, and a provider that is as it was isn't asked again")
    func restart() throws {
        let fixture = try DaemonFixture()
        try addCards(fixture, clue: interval(-60, 3_600))
        try fixture.start()
        let id = try place(fixture, "plain")
        _ = try wait(try fixture.client().watchStack()) { $0.cards.count == 2 }
        #expect(try fixture.client().pin(id).changed)
        #expect(try fixture.client().pin(id).changed == false)
        #expect(try fixture.client().stack().cards.map(\.kind) == ["plain", "card"])
        fixture.stop(SIGKILL)
        try fixture.start()
        let state = try fixture.client().stack()
        #expect(state.cards.map(\.kind) == ["plain", "card"] && state.cards[0].pinned)
        #expect(try String(contentsOfFile: fixture.directory.file("asked"), encoding: .utf8) == "asked\n")
        #expect(try fixture.client().unpin(id).changed)
        #expect(try fixture.client().stack().cards.map(\.kind) == ["card", "plain"])
    }

    @Test("invalidated, the provider is asked anew; a failure keeps what it said and is named")
    func invalidate() throws {
        let fixture = try DaemonFixture()
        try addCards(fixture, clue: interval(-60, 3_600))
        try fixture.start()
        let watch = try fixture.client().watchStack()
        _ = try wait(watch) { $0.cards.map(\.kind) == ["card"] }
        try fixture.directory.write("clue", interval(7_200, 9_000))
        #expect(try fixture.client().invalidateRelevance(ofKind: "card").outcome == .accepted)
        _ = try wait(watch) { $0.cards.isEmpty }
        try fixture.directory.write("clue", interval(-60, 3_600))
        try fixture.directory.write("fail", "")
        _ = try fixture.client().invalidateRelevance(ofKind: "card")
        let failed = try wait(watch) { $0.kinds.first?.failures == 1 }
        #expect(failed.kinds[0].lastError.contains("the server is away") && failed.kinds[0].attributes == 1 && failed.kinds[0].hasNextAsk)
        let error = try #require(throws: WidgetError.self) { try fixture.client().invalidateRelevance(ofKind: "plain") }
        #expect(error.code == .failedPrecondition && error.message.contains("card"))
    }

    @Test("nobody places a relevance kind; what its provider says wrongly names the place")
    func wrong() throws {
        let fixture = try DaemonFixture()
        try addCards(fixture, clue: #"{"power":"steam"}"#)
        try fixture.start()
        let state = try wait(try fixture.client().watchStack()) { $0.kinds.first?.failures == 1 }
        #expect(state.kinds[0].lastError.contains("relevance[0].contexts[0].power"), "\(state.kinds[0].lastError)")
        let finding = try fixture.widgetctl("provider", "check", "cards")
        #expect(finding.output.contains("relevance[0].contexts[0].power"), "\(finding)")
        let error = try #require(throws: WidgetError.self) { try place(fixture, "card") }
        #expect(error.code == .failedPrecondition && error.message.contains("widgetctl stack"))
    }

    @Test(
        "what UPower and NetworkManager say makes cards come and go",
        .enabled(if: PrivateBus.daemon != nil && MockService.isInstalled, "dbus-daemon or python3-dbusmock isn't installed"))
    func machine() async throws {
        let bus = try PrivateBus()
        let fixture = try DaemonFixture()
        fixture.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
        try addCards(fixture, clue: #"{"power":"battery"},{"network":"Office"}"#)
        try fixture.start()
        let watch = try fixture.client().watchStack(absent: true)
        let before = try wait(watch) { $0.absent.map(\.kind) == ["card"] }
        #expect(before.absent[0].clues.allSatisfy { !$0.isTrue && !$0.reason.isEmpty } && !before.circumstances.networksKnown)
        let power = try MockService("upower", bus.address, parameters: #"{"OnBattery": true}"#)
        let network = try MockService("networkmanager", bus.address)
        _ = try wait(watch) { $0.circumstances.onBattery && $0.circumstances.networksKnown }
        let client = try Bus(.address(bus.address))
        func call(_ method: String, _ arguments: BusValue...) async throws {
            _ = try await client.call(
                BusCall("org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager", "org.freedesktop.DBus.Mock", method, arguments))
        }
        try await call(
            "AddObject", .string("/c"), .string("org.freedesktop.NetworkManager.Connection.Active"),
            .options(["Id": .string("Office"), "State": .uint32(2)]), .array(of: "(ssss)", []))
        try await call(
            "UpdateProperties", .string("org.freedesktop.NetworkManager"), .options(["ActiveConnections": .array(of: "o", [.path("/c")])]))
        let there = try wait(watch) { $0.cards.map(\.kind) == ["card"] }
        #expect(there.cards[0].score == 55, "the better of two, and five more")
        try await call("UpdateProperties", .string("org.freedesktop.NetworkManager"), .options(["ActiveConnections": .array(of: "o", [])]))
        _ = try wait(watch) { $0.cards.isEmpty }
        withExtendedLifetime((power, network)) {}
    }

    @Test("an entry's relevance ranks its widget, and explain says why")
    func entries() throws {
        let fixture = try DaemonFixture()
        func entry(_ score: Int) -> String {
            #"printf '{"entries":[{"date":"2026-01-01T00:00:00Z","relevance":\#(score),"view":{"text":"x"}}],"policy":"never"}'"#
        }
        try fixture.addProvider("high", script: entry(3))
        try fixture.addProvider("none", script: Scripts.text("none"))
        try fixture.start()
        let watch = try fixture.client().watchStack()
        let high = try place(fixture, "high")
        let none = try place(fixture, "none")
        let state = try wait(watch) { $0.cards.first?.score == 70 && $0.cards.count == 2 }
        #expect(state.cards.map(\.widgetID) == [high, none])
        let sentences = try fixture.client().explain(high).sentences
        #expect(sentences.contains { $0.contains("Smart Stack") && $0.contains("place 1") && $0.contains("70 points") }, "\(sentences)")
        #expect(sentences.contains { $0.hasPrefix("Clue: its entry's relevance") })
    }
}
