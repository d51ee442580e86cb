import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Taps on one device on an activity that another one owns.
@Suite(.timeLimit(.minutes(3))) struct RemoteActivityTapTests {
    /// A player that `a` has, with a toggle and a button that changes nothing. Its state is a file. Where there is a pipe `gate` a perform waits for it, where
    /// there
    /// is a file `deaf` it fails, and where there is a file `blind` nothing is drawn.
    private static func player(_ directory: String) -> String {
        #"""
        request=$(cat)
        case $request in
        *'"call":"perform"'*)
            echo x >>\#(directory)/performed
            [ -p \#(directory)/gate ] && cat \#(directory)/gate >/dev/null
            if [ -e \#(directory)/deaf ]; then echo "the player is deaf" >&2; exit 3; fi
            case $request in
            *'"value":true'*) echo on >\#(directory)/repeats ;;
            *'"value":false'*) rm -f \#(directory)/repeats ;;
            esac
            exit 0 ;;
        esac
        if [ -e \#(directory)/blind ]; then echo "it is dark" >&2; exit 1; fi
        if [ -e \#(directory)/repeats ]; then on=true; else on=false; fi
        printf '{"views":{"lockScreen":{"vstack":[{"toggle":"Repeat","id":"repeat","intent":"Repeat","on":%s},{"button":"Next","id":"next","intent":"Next"}]}}}' "$on"
        """#
    }

    private let paired: PairedDaemons
    private let owner: DaemonFixture

    init() throws {
        paired = try PairedDaemons(["a", "b", "c"]) { number, fixture in
            if number == 0 { try fixture.addActivityProvider("player", type: "Player", script: Self.player(fixture.directory.path)) }
        }
        owner = paired[0]
    }

    /// Pairs all and starts the activity; it is shown on all then.
    private func start() throws -> String {
        try paired.pair()
        let id = try owner.client().start(
            .with {
                $0.app = "tests"
                $0.tag = "player"
                $0.type = "Player"
            }
        ).activityID
        for daemon in paired.daemons { try daemon.wait(forActivity: id) { $0.hasArchive && $0.archiveRevision == $0.activity.revision } }
        return id
    }

    /// The device that performs is gone, and the one that is tapped knows it.
    private func takeAway() throws {
        owner.stop(SIGKILL)
        try PairedDaemons.wait(paired[1], status: { $0.peers.contains { $0.device.name == "a" && $0.device.state != .connected } })
    }

    private func makeGate() throws { try #require(mkfifo(owner.directory.file("gate"), 0o600) == 0) }

    /// Blocks until the script reads.
    private func openGate() throws { try #require(FileHandle(forWritingAtPath: owner.directory.file("gate"))).close() }

    private func request(_ id: String, _ action: String = "repeat", on value: Bool? = true, key: String, queue: Int64? = nil) -> ProtoPerformActivityRequest {
        .with {
            $0.activity = id
            $0.action = action
            $0.idempotencyKey = key
            if let value { $0.value = value }
            if let queue { $0.queueUntil = .init(Timestamp.now + .seconds(queue)) }
        }
    }

    /// Whether the toggle is on, as the provider drew it.
    private func isOn(_ snapshot: ProtoActivitySnapshot) -> Bool? {
        snapshot.archive.views.first?.archive.nodes.compactMap { if case .toggle(let toggle) = $0.content { toggle.isOn } else { nil } }.first
    }

    private func performed() -> Int {
        (try? String(contentsOfFile: owner.directory.file("performed"), encoding: .utf8))?.split(separator: "\n").count ?? 0
    }

    @Test func aTapShowsAtOnceOnEveryDeviceUntilTheNewViewsCome() throws {
        let id = try start()
        try makeGate()
        let tap = try paired[1].client().startPerform(request(id, key: "k"))
        for daemon in paired.daemons {
            let snapshot = try daemon.wait(forActivity: id) { $0.taps.map(\.value) == [true] }
            #expect(isOn(snapshot) == false && snapshot.invalidated)
        }
        let drawn = try paired[2].client().activity(id).views[.lockScreen]?.nodes ?? []
        #expect(drawn.contains { if case .toggle(_, isOn: true, _) = $0.content { true } else { false } }, "surfaces draw it as it was set")
        try openGate()
        #expect(try tap.result(timeout: .seconds(120))?.repeatedKey == false)
        for daemon in paired.daemons {
            try daemon.wait(forActivity: id) { isOn($0) == true && $0.taps.isEmpty && !$0.invalidated }
            try daemon.wait { $0.map(\.state) == [.confirmed] && $0[0].target == .activity && $0[0].performedOn == "a" && $0[0].askedOn == "b" }
        }
        #expect(performed() == 1)
    }

    @Test func viewsThatAreTheSameAfterwardsAreNewOnesAllTheSame() throws {
        let id = try start()
        _ = try paired[1].client().perform(request(id, "next", on: nil, key: "k"))
        for daemon in paired.daemons {
            try daemon.wait { $0.map(\.state) == [.confirmed] }
            try daemon.wait(forActivity: id) { $0.taps.isEmpty && !$0.invalidated }
        }
    }

    @Test func whatWasPerformedIsShownAsOutOfDateAsLongAsItCannotBeDrawn() throws {
        let id = try start()
        try makeGate()
        let blind = try owner.directory.write("blind", "")
        let tap = try paired[1].client().startPerform(request(id, key: "k"))
        for daemon in paired.daemons { try daemon.wait(forActivity: id) { !$0.taps.isEmpty } }
        try openGate()
        _ = try tap.result(timeout: .seconds(120))
        for daemon in paired.daemons {
            let snapshot = try daemon.wait(forActivity: id) { $0.lastError.contains("it is dark") }
            #expect(snapshot.taps.map(\.value) == [true] && snapshot.invalidated)
        }
        try FileManager.default.removeItem(atPath: blind)
        for daemon in paired.daemons { try daemon.wait(forActivity: id) { isOn($0) == true && $0.taps.isEmpty && !$0.invalidated } }
    }

    @Test func whatFailsIsShownAsItWasOnEveryDeviceWithTheReason() throws {
        let id = try start()
        try makeGate()
        try owner.directory.write("deaf", "")
        let tap = try paired[1].client().startPerform(request(id, key: "k"))
        for daemon in paired.daemons { try daemon.wait(forActivity: id) { !$0.taps.isEmpty } }
        try openGate()
        let error = #expect(throws: WidgetError.self) { try tap.result(timeout: .seconds(120)) }
        #expect(error?.message.contains("the player is deaf") == true, "\(error?.message ?? "")")
        for daemon in paired.daemons {
            #expect(isOn(try daemon.wait(forActivity: id) { $0.taps.isEmpty && !$0.invalidated }) == false)
            try daemon.wait { $0.map(\.state) == [.reverted] && $0[0].reason.contains("the player is deaf") }
        }
    }

    @Test func whatMayWaitIsPerformedOnceWhenTheOwnerIsBackAlsoAfterAKill() throws {
        let id = try start()
        try takeAway()
        let queued = try paired[1].widgetctl("activity", "tap", "player", "repeat", "--on", "--key", "k", "--queue", "1h")
        #expect(queued.status == 0 && queued.output.contains("waits for its device, until"), "\(queued.output)\(queued.errors)")
        #expect(try paired[1].client().perform(request(id, key: "k", queue: 3_600)).hasQueuedUntil, "the same tap")
        #expect(try paired[1].client().activity(id).taps.isEmpty, "nothing is shown of it until then")
        paired[1].stop(SIGKILL)
        try paired[1].start()
        try paired[1].wait { $0.map(\.state) == [.queued] && $0[0].targetName == "player" }
        try owner.start()
        try paired[1].wait(forActivity: id) { isOn($0) == true && $0.taps.isEmpty }
        for daemon in paired.daemons { try daemon.wait { $0.map(\.state) == [.confirmed] && $0[0].askedOn == "b" } }
        #expect(performed() == 1)
    }

    @Test func whatWaitsTooLongOrIsTakenBackIsNeverPerformed() throws {
        let id = try start()
        try takeAway()
        let away = #expect(throws: WidgetError.self) { try paired[1].client().perform(request(id, key: "now")) }
        #expect(away?.code == .unavailable)
        _ = try paired[1].client().perform(request(id, key: "soon", queue: 5))
        _ = try paired[1].client().perform(request(id, key: "later", queue: 3_600))
        #expect(try paired[1].widgetctl("intent", "cancel", "later").status == 0)
        try paired[1].wait { $0.map(\.state) == [.reverted, .reverted, .reverted] && $0.map(\.reason).contains { $0.contains("in time") } }
        try owner.start()
        try PairedDaemons.wait(paired[1], status: { $0.peers.contains { $0.device.name == "a" && $0.device.state == .connected } })
        // Everything that waited would have been performed before it.
        _ = try paired[1].client().perform(request(id, key: "last"))
        #expect(performed() == 1)
        let error = #expect(throws: WidgetError.self) { try paired[1].client().perform(request(id, key: "x", queue: 100_000)) }
        #expect(error?.code == .invalidArgument && error?.message.contains("queue_until") == true)
    }
}
