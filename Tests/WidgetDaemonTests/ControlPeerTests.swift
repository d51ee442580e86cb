import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetReplication
import WidgetTestSupport

/// Controls of one device on another one.
@Suite(.timeLimit(.minutes(10))) struct ControlPeerTests {
    /// Two daemons of one user; the first has a lamp.
    private func lamp(kind: String = "", isGated: Bool = false) throws -> (PairedDaemons, Lamp, id: String) {
        let daemons = try PairedDaemons { index, daemon in
            if index == 0 { try Lamp(daemon, kind: kind, isGated: isGated) }
        }
        let lamp = try Lamp(daemons[0], kind: kind, isGated: isGated, isNew: false)
        try daemons.pair()
        let id = try daemons[0].addControl()
        try daemons[1].wait(control: id) { $0.hasValue && $0.unavailable.isEmpty && $0.hasKind }
        return (daemons, lamp, id)
    }

    @Test func aTapElsewhereIsPerformedByTheOwnerAndFollowedByBoth() throws {
        let (daemons, lamp, id) = try lamp(isGated: true)
        #expect(try daemons[1].press("lamp", key: "a").outcome == .pending)
        try lamp.began(1)
        for daemon in daemons.daemons {
            let flipped = try daemon.wait(control: id) { $0.value.isOn }
            #expect(flipped.valueState == .pending)
        }
        try lamp.open()
        for daemon in daemons.daemons {
            let end = try daemon.end(of: "a", control: id)
            #expect(end.outcome == .confirmed && end.caller == "b", "\(end)")
        }
        // The key again, from either.
        for daemon in daemons.daemons { #expect(try daemon.press(id, isOn: true, key: "a").outcome == .confirmed) }
        #expect(lamp.performed.count == 1)
        let shown = try daemons[1].client().control(id)
        #expect(!shown.local && shown.deviceName == "a" && shown.value.isOn)
    }

    @Test func aControlIsAddedConfiguredReloadedAndRemovedFromElsewhere() throws {
        let (daemons, lamp, _) = try lamp()
        let kinds = try daemons[1].client().controlKinds().kinds
        #expect(kinds.map(\.kind.id) == ["lamp"] && kinds.map(\.deviceName) == ["a"])
        let second = try daemons[1].client().add(
            .with {
                $0.kind = "lamp"
                $0.name = "Hall"
            }
        ).control.id
        try daemons[1].wait(control: second) { $0.control.name == "Hall" && $0.hasValue }
        #expect(try daemons[0].client().control("Hall").local)
        _ = try daemons[1].client().configure(
            .with {
                $0.control = second
                $0.name = "Cellar"
            })
        try daemons[1].wait(control: second) { $0.control.name == "Cellar" }
        try lamp.write("on", "true")
        #expect(try daemons[1].client().reload(.with { $0.control = second }).controls == 1)
        try daemons[1].wait(control: second) { $0.value.isOn }
        #expect(try daemons[1].client().remove(control: "Cellar").controlID == second)
        let error = #expect(throws: WidgetError.self) { try daemons[0].client().control(second) }
        #expect(error?.code == .notFound)
    }

    @Test func aKindsControlsAndAllAreReloadedOnEveryDeviceThatIsConnected() throws {
        let (daemons, lamp, id) = try lamp()
        try lamp.write("on", "true")
        #expect(try daemons[1].client().reload(.with { $0.kind = "lamp" }).controls == 1)
        try daemons[1].wait(control: id) { $0.value.isOn && $0.valueState == .loaded }
        try lamp.write("on", "false")
        #expect(try daemons[1].client().reload(.with { $0.all = true }).controls == 1)
        try daemons[1].wait(control: id) { $0.hasValue && !$0.value.isOn && $0.valueState == .loaded }
        daemons[0].stop(SIGKILL)
        try daemons[1].wait(control: id) { !$0.unavailable.isEmpty }
        let away = try daemons[1].widgetctl("control", "reload", "--kind", "lamp")
        #expect(away.status == 69 && away.errors.contains("the device 'a' has them"), "\(away)")
        // A widget that is here is reloaded all the same.
        try Lamp(daemons[1], id: "bell")
        _ = try daemons[1].client().rescan()
        _ = try daemons[1].addControl("bell")
        let part = try daemons[1].widgetctl("control", "reload", "--all")
        #expect(part.status == 0 && part.output == "1 control is being reloaded.\nThe device 'a' has others and can't be asked now.\n", "\(part)")
    }

    @Test func ofAnOwnerThatIsAwayNothingIsDoneAtOnceOrLaterWhereAsked() throws {
        let (daemons, lamp, id) = try lamp()
        daemons[0].stop(SIGKILL)
        try daemons[1].wait(control: id) { $0.unavailable.contains("isn't connected") && $0.valueState == .stale }
        #expect(try daemons[1].press(id, isOn: true, key: "now").outcome == .unavailable)
        let until = Timestamp.now + .hours(1)
        let queued = try daemons[1].press(id, isOn: true, key: "later", queueUntil: until)
        #expect(queued.outcome == .queued)
        // It is remembered, and changes nothing that is shown.
        daemons[1].stop(SIGKILL)
        try daemons[1].start()
        let waiting = try daemons[1].client().control(id)
        #expect(waiting.receipts.first?.outcome == .queued && !waiting.value.isOn, "\(waiting)")
        try daemons[0].start()
        let end = try daemons[1].end(of: "later", control: id)
        #expect(end.outcome == .confirmed && end.isOn, "\(end)")
        #expect(lamp.performed.count == 1)
    }

    @Test func aTapThatWaitedTooLongIsNotPerformed() throws {
        let (daemons, lamp, id) = try lamp()
        daemons[0].stop(SIGKILL)
        try daemons[1].wait(control: id) { !$0.unavailable.isEmpty }
        #expect(try daemons[1].press(id, isOn: true, key: "a", queueUntil: Timestamp.now + .seconds(10)).outcome == .queued)
        let end = try daemons[1].end(of: "a", control: id)
        #expect(end.outcome == .reverted && end.reason.contains("wasn't connected in time"), "\(end)")
        try daemons[0].start()
        try daemons[1].wait(control: id) { $0.unavailable.isEmpty }
        #expect(try daemons[1].press(id, isOn: true, key: "b").outcome == .pending)
        #expect(try daemons[1].end(of: "b", control: id).outcome == .confirmed)
        #expect(lamp.performed.count == 1)
    }

    @Test func anOwnerThatIsKilledInTheMiddleShowsNothingThatItNeverWas() throws {
        let (daemons, lamp, id) = try lamp(isGated: true)
        #expect(try daemons[1].press(id, isOn: true, key: "a").outcome == .pending)
        try lamp.began(1)
        try daemons[1].wait(control: id) { $0.value.isOn }
        daemons[0].stop(SIGKILL)
        let cut = try daemons[1].wait(control: id) { !$0.unavailable.isEmpty }
        #expect(!cut.value.isOn && cut.valueState == .stale, "\(cut)")
        try daemons[0].start()
        let end = try daemons[1].end(of: "a", control: id)
        #expect(end.outcome == .reverted && end.reason.contains("may have been performed"), "\(end)")
        #expect(try daemons[1].press(id, isOn: true, key: "a").outcome == .reverted)
        #expect(lamp.performed.count == 1)
    }

    @Test func aTapElsewhereShowsAtOnceAlsoBeforeItsDeviceHasIt() throws {
        let (daemons, lamp, id) = try lamp()
        let (socket, pressed) = (daemons[1].socket, DispatchSemaphore(value: 0))
        kill(daemons[0].processID, SIGSTOP)
        Thread.detachNewThread {
            let client = WidgetClient(location: SocketLocation(explicit: socket, environment: { _ in nil }, uid: getuid()))
            client.timeout = .seconds(120)
            _ = try? client.press(
                .with {
                    $0.control = id
                    $0.idempotencyKey = "a"
                })
            pressed.signal()
        }
        let flipped = try daemons[1].wait(control: id) { $0.value.isOn }
        #expect(flipped.valueState == .pending && flipped.isPerforming && flipped.receipts.map(\.outcome) == [.pending], "\(flipped)")
        #expect(lamp.performed.isEmpty)
        kill(daemons[0].processID, SIGCONT)
        pressed.wait()
        let end = try daemons[1].end(of: "a", control: id)
        #expect(end.outcome == .confirmed && end.isOn, "\(end)")
        #expect(lamp.performed.count == 1)
    }

    @Test func anOwnerThatIsKilledBeforeItAnswersIsAskedAgainAndPerformsOnce() throws {
        let (daemons, lamp, id) = try lamp(isGated: true)
        // The owner is held: it gets the tap, and doesn't come to answer it.
        kill(daemons[0].processID, SIGSTOP)
        let pressed = DispatchSemaphore(value: 0)
        let socket = daemons[1].socket
        Thread.detachNewThread {
            let client = WidgetClient(location: SocketLocation(explicit: socket, environment: { _ in nil }, uid: getuid()))
            _ = try? client.press(
                .with {
                    $0.control = id
                    $0.isOn = true
                    $0.idempotencyKey = "a"
                    $0.queueUntil = .init(Timestamp.now + .hours(1))
                })
            pressed.signal()
        }
        // Later ones are answered: it is on its way.
        for _ in 0..<100 { _ = try daemons[1].client().controls() }
        daemons[0].stop(SIGKILL)
        pressed.wait()
        try daemons[1].wait(control: id) { !$0.unavailable.isEmpty && $0.receipts.map(\.outcome) == [.queued] }
        try daemons[0].start()
        try lamp.began(1)
        #expect(try daemons[1].client().control(id).receipts.first?.isFinal == false)
        try lamp.open()
        for daemon in daemons.daemons { #expect(try daemon.end(of: "a", control: id).outcome == .confirmed) }
        #expect(lamp.performed.count == 1)
    }

    @Test func tapsThatWaitedAreAllPerformedInTheirOrder() throws {
        let (daemons, lamp, id) = try lamp(isGated: true)
        daemons[0].stop(SIGKILL)
        try daemons[1].wait(control: id) { !$0.unavailable.isEmpty }
        let keys = ["a", "b", "c", "d"]
        for (index, key) in keys.enumerated() {
            #expect(try daemons[1].press(id, isOn: index.isMultiple(of: 2), key: key, queueUntil: Timestamp.now + .hours(1)).outcome == .queued)
        }
        try daemons[0].start()
        for count in 1...keys.count {
            try lamp.began(count)
            try lamp.open()
        }
        for key in keys { #expect(try daemons[1].end(of: key, control: id).outcome == .confirmed) }
        #expect(lamp.performed.enumerated().allSatisfy { $0.element.contains(#""idempotencyKey":"\#(keys[$0.offset])""#) }, "\(lamp.performed)")
        #expect(lamp.performed.count == keys.count)
    }

    @Test func ofTwoDevicesThatTapAtOnceOneWaitsForTheOther() throws {
        let (daemons, lamp, id) = try lamp(isGated: true)
        #expect(try daemons[0].press(id, isOn: true, key: "a").outcome == .pending)
        try lamp.began(1)
        #expect(try daemons[1].press(id, isOn: false, key: "b").outcome == .queued)
        try lamp.open()
        try lamp.began(2)
        try lamp.open()
        for daemon in daemons.daemons {
            #expect(try daemon.end(of: "a", control: id).outcome == .confirmed)
            #expect(try daemon.end(of: "b", control: id).outcome == .confirmed)
            try daemon.wait(control: id) { !$0.value.isOn && $0.valueState == .loaded }
        }
        #expect(lamp.performed.count == 2)
    }

    @Test func whatOnlyTheDeviceItselfMayDoIsDeniedElsewhere() throws {
        let (daemons, lamp, id) = try lamp(kind: #","authentication":"requires-local-device-authentication""#)
        let denied = try daemons[1].press(id, isOn: true, key: "a")
        #expect(denied.outcome == .denied && denied.reason.contains("only on the device that provides it"), "\(denied)")
        #expect(try daemons[0].press(id, isOn: true, key: "a").outcome == .pending)
        #expect(try daemons[0].end(of: "a", control: id).outcome == .confirmed)
        #expect(lamp.performed.count == 1)
    }

    @Test func aFrozenOwnerIsFoundToBeAwayOnceSomebodyWaitsForIt() throws {
        let (daemons, _, id) = try lamp()
        kill(daemons[0].processID, SIGSTOP)
        defer { kill(daemons[0].processID, SIGCONT) }
        // Whether it was performed isn't known: the link is cut before the request is given up.
        let start = ContinuousClock.now
        #expect(try daemons[1].press(id, key: "a").outcome == .queued)
        #expect(ContinuousClock.now - start < .milliseconds(ReplicationLimits.answersWithin.count))
        try daemons[1].wait(control: id) { $0.unavailable.contains("isn't connected") }
        let peer = try #require(try daemons[1].client().syncStatus().peers.first)
        #expect(peer.device.state == .offline)
        #expect(peer.device.lastSeenAt.date.timeIntervalSinceNow < -15, "it was seen last when it said something")
    }
}
