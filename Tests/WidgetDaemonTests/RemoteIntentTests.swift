import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Taps on one device that another one performs.
@Suite(.timeLimit(.minutes(10))) struct RemoteIntentTests {
    /// A lamp that `a` has, shown on all: its state is a file, and where there is a pipe `gate` it waits for it. Where there is a file `broken` it fails.
    private static func lamp(_ directory: String) -> String {
        #"""
        request=$(cat)
        case $request in
        *'"call":"perform"'*)
            echo x >>\#(directory)/performed
            [ -p \#(directory)/gate ] && cat \#(directory)/gate >/dev/null
            if [ -e \#(directory)/broken ]; then echo "the lamp is broken" >&2; exit 3; fi
            case $request in *'"value":true'*) echo on >\#(directory)/lamp ;; *) rm -f \#(directory)/lamp ;; esac
            exit 0 ;;
        esac
        if [ -e \#(directory)/lamp ]; then on=true; else on=false; fi
        printf '{"view":{"toggle":"Light","id":"light","intent":"Light","on":%s},"policy":"never"}' "$on"
        """#
    }

    private let paired: PairedDaemons
    private let directory: String

    init() throws {
        var directory = ""
        paired = try PairedDaemons(["a", "b", "c"]) { number, fixture in
            guard number == 0 else { return }
            directory = fixture.directory.path
            try fixture.addProvider("lamp", script: Self.lamp(fixture.directory.path))
        }
        self.directory = directory
    }

    /// Pairs all and places the lamp; it is shown on all then.
    private func place() throws -> String {
        try paired.pair()
        let widget = try PairedDaemons.place("lamp", on: paired[0])
        for number in 0..<3 { try PairedDaemons.wait(paired[number]) { $0[widget].map { $0.state == .current && $0.hasArchive } ?? false } }
        return widget
    }

    /// The device that performs is gone, and the one that is tapped knows it.
    private func takeAway() throws {
        paired[0].stop(SIGKILL)
        try PairedDaemons.wait(paired[1], status: { $0.peers.contains { $0.device.name == "a" && $0.device.state != .connected } })
    }

    private func request(_ widget: String, on value: Bool, key: String, queue: Int64? = nil) -> ProtoPerformRequest {
        .with {
            $0.widget = widget
            $0.action = "light"
            $0.idempotencyKey = key
            $0.value = value
            if let queue { $0.queueUntil = .init(Timestamp.now + .seconds(queue)) }
        }
    }

    private func isOn(_ snapshot: ProtoWidgetSnapshot) -> Bool? {
        snapshot.archive.nodes.compactMap { if case .toggle(let toggle) = $0.content { toggle.isOn } else { nil } }.first
    }

    private func performed() throws -> Int {
        (try? String(contentsOfFile: directory + "/performed", encoding: .utf8).split(separator: "\n").count) ?? 0
    }

    private func log(_ number: Int) throws -> [ProtoIntentRecord] { try paired[number].client().intentLog(limit: 10).intents }

    private func openGate() throws {
        // Blocks until the script reads.
        try #require(FileHandle(forWritingAtPath: directory + "/gate")).close()
    }

    @Test func aTapShowsAtOnceOnEveryDeviceAndIsConfirmed() throws {
        let widget = try place()
        try #require(mkfifo(directory + "/gate", 0o600) == 0)
        let tap = try paired[1].client().startPerform(request(widget, on: true, key: "k"))
        for number in 0..<3 {
            let snapshot = try paired[number].wait(for: widget) { $0.taps.map(\.value) == [true] }
            #expect(isOn(snapshot) == false && snapshot.invalidated)
        }
        for number in 0..<3 {
            try paired[number].wait { $0.map(\.state) == [.pending] && $0.map(\.performedOn) == ["a"] && $0.map(\.askedOn) == ["b"] }
        }
        try openGate()
        #expect(try tap.result(timeout: .seconds(120))?.repeatedKey == false)
        for number in 0..<3 {
            _ = try paired[number].wait(for: widget) { isOn($0) == true && $0.taps.isEmpty && !$0.invalidated }
            try paired[number].wait { $0.map(\.state) == [.confirmed] }
        }
        #expect(try performed() == 1)
    }

    @Test func aDeviceThatStartsInTheMiddleShowsTheTapToo() throws {
        let widget = try place()
        try #require(mkfifo(directory + "/gate", 0o600) == 0)
        let tap = try paired[1].client().startPerform(request(widget, on: true, key: "k"))
        try paired[2].wait { $0.map(\.state) == [.pending] }
        paired[2].stop(SIGKILL)
        try paired[2].start()
        _ = try paired[2].wait(for: widget) { $0.taps.map(\.value) == [true] }
        try openGate()
        #expect(try tap.result(timeout: .seconds(120))?.repeatedKey == false)
        _ = try paired[2].wait(for: widget) { $0.taps.isEmpty && isOn($0) == true }
    }

    @Test func whatFailsIsShownAsItWasOnEveryDeviceWithTheReason() throws {
        let widget = try place()
        try #require(mkfifo(directory + "/gate", 0o600) == 0)
        try Data().write(to: URL(filePath: directory + "/broken"))
        let tap = try paired[1].client().startPerform(request(widget, on: true, key: "k"))
        for number in 0..<3 { _ = try paired[number].wait(for: widget) { !$0.taps.isEmpty } }
        try openGate()
        let error = #expect(throws: WidgetError.self) { try tap.result(timeout: .seconds(120)) }
        #expect(error?.message.contains("the lamp is broken") == true, "\(error?.message ?? "")")
        for number in 0..<3 {
            #expect(isOn(try paired[number].wait(for: widget) { $0.taps.isEmpty }) == false)
            try paired[number].wait { $0.map(\.state) == [.reverted] && $0[0].reason.contains("the lamp is broken") }
        }
    }

    @Test func ofADeviceThatIsAwayItIsToldAtOnceAndNothingIsDone() throws {
        let widget = try place()
        try takeAway()
        let error = #expect(throws: WidgetError.self) { try paired[1].client().perform(request(widget, on: true, key: "k")) }
        #expect(error?.code == .unavailable, "\(error?.message ?? "")")
        #expect(try paired[1].client().widget(widget).taps.isEmpty)
        try paired[2].wait { $0.map(\.state) == [.reverted] && $0[0].performedOn == "a" && $0[0].askedOn == "b" }
        #expect(try performed() == 0)
    }

    @Test func whatMayWaitIsPerformedOnceWhenTheDeviceIsBackAlsoAfterAKill() throws {
        let widget = try place()
        try takeAway()
        let queued = try paired[1].client().perform(request(widget, on: true, key: "k", queue: 3_600))
        #expect(queued.hasQueuedUntil)
        #expect(try paired[1].client().perform(request(widget, on: true, key: "k", queue: 3_600)).hasQueuedUntil, "the same tap")
        #expect(try paired[1].client().widget(widget).taps.isEmpty, "nothing is shown of it until then")
        #expect(try log(1).map(\.state) == [.queued])
        paired[1].stop(SIGKILL)
        try paired[1].start()
        #expect(try log(1).map(\.state) == [.queued])
        try paired[0].start()
        _ = try paired[1].wait(for: widget) { isOn($0) == true }
        for number in 0..<3 { try paired[number].wait { $0.map(\.state) == [.confirmed] && $0[0].askedOn == "b" } }
        #expect(try performed() == 1)
    }

    @Test func whatWaitsTooLongOrIsTakenBackIsNeverPerformed() throws {
        let widget = try place()
        try takeAway()
        _ = try paired[1].client().perform(request(widget, on: true, key: "soon", queue: 10))
        _ = try paired[1].client().perform(request(widget, on: true, key: "later", queue: 3_600))
        _ = try paired[1].client().cancelIntent(key: "later")
        try paired[1].wait { $0.map(\.state) == [.reverted, .reverted] }
        #expect(try log(1).map(\.reason).contains { $0.contains("in time") })
        #expect(throws: WidgetError.self) { try paired[1].client().cancelIntent(key: "later") }
        try paired[0].start()
        try PairedDaemons.wait(paired[1], status: { $0.peers.contains { $0.device.name == "a" && $0.device.state == .connected } })
        // Everything that waited would have been performed before it.
        _ = try paired[1].client().perform(request(widget, on: true, key: "last"))
        #expect(try performed() == 1)
        let error = #expect(throws: WidgetError.self) { try paired[1].client().perform(request(widget, on: true, key: "x", queue: 100_000)) }
        #expect(error?.code == .invalidArgument && error?.message.contains("queue_until") == true)
    }

    @Test func anOwnerThatDiesInTheMiddleLeavesAReceiptAndNothingIsDoneTwice() throws {
        let widget = try place()
        try #require(mkfifo(directory + "/gate", 0o600) == 0)
        let tap = try paired[1].client().startPerform(request(widget, on: true, key: "k"))
        _ = try paired[2].wait(for: widget) { !$0.taps.isEmpty }
        let end = ContinuousClock.now + .seconds(120)
        while try performed() == 0, ContinuousClock.now < end { Thread.sleep(forTimeInterval: 0.01) }
        paired[0].stop(SIGKILL)
        try FileManager.default.removeItem(atPath: directory + "/gate")
        try paired[0].start()
        // The link broke: it is asked again under its key when the device is back.
        let error = #expect(throws: WidgetError.self) { try tap.result(timeout: .seconds(120)) }
        #expect(error?.code == .aborted && error?.message.contains("may have been performed") == true, "\(error?.message ?? "")")
        for number in 0..<3 {
            try paired[number].wait { $0.map(\.state) == [.reverted] }
            _ = try paired[number].wait(for: widget) { $0.taps.isEmpty }
        }
        #expect(try performed() == 1)
    }

    @Test func whatWasPerformedIsKnownByItsKeyWhenTheEntryDoesNotHaveItAnyMore() throws {
        let widget = try place()
        _ = try paired[1].client().perform(request(widget, on: true, key: "k"))
        _ = try paired[1].wait(for: widget) { isOn($0) == true }
        // From now on the entry has another action.
        try paired[0].addProvider("lamp", script: Self.lamp(directory).replacing(#""id":"light""#, with: #""id":"other""#))
        _ = try paired[0].client().reload(.widget(widget))
        _ = try paired[0].wait(for: widget) { $0.archive.actions.map(\.id) == ["other"] }
        #expect(try paired[0].client().perform(request(widget, on: true, key: "k")).repeatedKey)
        let error = #expect(throws: WidgetError.self) { try paired[0].client().perform(request(widget, on: true, key: "new")) }
        #expect(error?.code == .notFound)
        #expect(try performed() == 1)
    }

    @Test func aProviderThatFailsIsNotADeviceThatIsAway() throws {
        let widget = try place()
        try Data().write(to: URL(filePath: directory + "/broken"))
        let error = #expect(throws: WidgetError.self) { try paired[1].client().perform(request(widget, on: true, key: "k", queue: 3_600)) }
        #expect(error?.code != .unavailable && error?.message.contains("the lamp is broken") == true, "\(error?.message ?? "")")
        try paired[1].wait { $0.map(\.state) == [.reverted] }
        #expect(try performed() == 1)
    }
}
