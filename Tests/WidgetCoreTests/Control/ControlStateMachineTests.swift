import Testing
import WidgetCore

/// The life of a control, tap by tap.
struct ControlStateMachineTests {
    static let start = Timestamp(milliseconds: 1_700_000_000_000)
    static let lamp = ControlKind(id: "lamp", type: .toggle, symbol: "lightbulb")
    static let bell = ControlKind(id: "bell", type: .button, symbol: "bell")
    let id = ControlID(high: 1, low: 1)

    /// A machine whose lamp is off.
    private func settled(kind: ControlKind = lamp) throws -> ControlStateMachine {
        var machine = ControlStateMachine()
        #expect(try machine.put(Control(id: id, kind: kind.id), at: Self.start) == [.changed(id), .load(id, number: 1)])
        _ = machine.loaded(id, number: 1, .success(ControlValue(isOn: kind.type == .toggle ? false : nil)), at: Self.start)
        return machine
    }

    private func press(
        _ machine: inout ControlStateMachine, _ key: String = "a", isOn: Bool? = nil, kind: ControlKind = lamp, queueDuration: Milliseconds? = nil,
        isLocked: Bool = false,
        isLocalCaller: Bool = true, after seconds: Int64 = 1
    ) throws -> (receipt: ControlReceipt, effects: [ControlEffect]) {
        let press = ControlPress(
            key: key, isOn: isOn, caller: "phone", isLocalCaller: isLocalCaller, isLocked: isLocked, queueDuration: queueDuration)
        return try machine.press(id, press, kind: kind, at: Self.start + .seconds(seconds))
    }

    private func seconds(_ count: Int64) -> Timestamp { Self.start + .seconds(count) }

    private func receipt(_ machine: ControlStateMachine, _ key: String = "a") -> ControlReceipt? { machine.record(of: id, key: key)?.receipt }

    private func revertedReason(_ machine: ControlStateMachine, _ key: String = "a") -> String? {
        if case .reverted(let reason) = receipt(machine, key) { reason } else { nil }
    }

    // MARK: Taps

    @Test func aTapFlipsAtOnceAndIsConfirmedByTheValueThatIsLoadedThen() throws {
        var machine = try settled()
        let (pending, effects) = try press(&machine)
        #expect(pending == .pending)
        #expect(effects == [.changed(id), .recorded(id, key: "a"), .perform(id, key: "a", isOn: true)])
        #expect(machine[id]?.shown?.isOn == true)
        #expect(machine[id]?.value?.isOn == false)
        #expect(machine.performed(id, key: "a", at: seconds(2)) == [.changed(id), .load(id, number: 2)])
        #expect(receipt(machine) == .pending)
        #expect(machine.loaded(id, number: 2, .success(ControlValue(isOn: true, status: "80 %")), at: seconds(3)) == [.changed(id), .recorded(id, key: "a")])
        #expect(receipt(machine) == .confirmed)
        #expect(machine[id]?.shown == ControlValue(isOn: true, status: "80 %"))
        #expect(machine[id]?.action == nil)
    }

    @Test func whatIsFlippedKeepsNoWordsAboutTheOtherState() throws {
        var machine = try settled()
        _ = machine.reload(.all, at: Self.start)
        _ = machine.loaded(id, number: 2, .success(ControlValue(isOn: false, status: "dark", symbol: "moon")), at: Self.start)
        _ = try press(&machine)
        #expect(machine[id]?.shown == ControlValue(isOn: true))
    }

    @Test func aButtonShowsThatItIsPressedAndStaysAsItIs() throws {
        var machine = try settled(kind: Self.bell)
        let effects = try press(&machine, kind: Self.bell).effects
        #expect(effects.last == .perform(id, key: "a", isOn: nil))
        #expect(machine[id]?.action?.key == "a")
        #expect(machine[id]?.shown == ControlValue())
        _ = machine.performed(id, key: "a", at: seconds(2))
        _ = machine.loaded(id, number: 2, .success(ControlValue(status: "rang")), at: seconds(2))
        #expect(receipt(machine) == .confirmed)
    }

    @Test func aFailureTurnsItBackAndSaysWhy() throws {
        var machine = try settled()
        _ = try press(&machine)
        let effects = machine.performed(id, key: "a", error: "the bulb is missing", at: seconds(2))
        #expect(effects == [.changed(id), .recorded(id, key: "a"), .load(id, number: 2)])
        #expect(receipt(machine) == .reverted("the bulb is missing"))
        #expect(machine[id]?.shown?.isOn == false)
        #expect(machine[id]?.actionError == "the bulb is missing")
        _ = try press(&machine, "b", after: 3)
        #expect(machine[id]?.actionError == "")
    }

    @Test func whatWasPerformedAndStillIsAsItWasIsNoSuccess() throws {
        var machine = try settled()
        _ = try press(&machine)
        _ = machine.performed(id, key: "a", at: seconds(2))
        _ = machine.loaded(id, number: 2, .success(ControlValue(isOn: false)), at: seconds(2))
        #expect(receipt(machine) == .reverted("it was performed, but is off"))
    }

    @Test func aValueThatWasAskedForBeforeTheActionReturnedConfirmsNothing() throws {
        var machine = try settled()
        _ = machine.reload(.all, at: Self.start)
        _ = try press(&machine)
        #expect(machine.performed(id, key: "a", at: seconds(2)) == [.changed(id)], "the load under way comes first")
        #expect(machine.loaded(id, number: 2, .success(ControlValue(isOn: false)), at: seconds(3)) == [.load(id, number: 3)])
        #expect(receipt(machine) == .pending)
        #expect(machine[id]?.shown?.isOn == true)
        _ = machine.loaded(id, number: 3, .success(ControlValue(isOn: true)), at: seconds(4))
        #expect(receipt(machine) == .confirmed)
    }

    @Test func anActionThatDoesNotReturnIsGivenUp() throws {
        var machine = try settled()
        _ = try press(&machine)
        #expect(machine.nextDeadline == seconds(31))
        #expect(machine.advance(to: seconds(31)) == [.changed(id), .recorded(id, key: "a"), .cancel(id, key: "a"), .load(id, number: 2)])
        #expect(revertedReason(machine) == "it didn't return within 30 s; it may have been performed")
        _ = machine.loaded(id, number: 2, .success(ControlValue(isOn: false)), at: seconds(32))
        // It returns after all: the value may be another one now, the receipt stays.
        #expect(machine.performed(id, key: "a", at: seconds(40)) == [.load(id, number: 3)])
        #expect(revertedReason(machine) != nil)
    }

    @Test func aValueThatDoesNotComeEndsTheActionToo() throws {
        var machine = try settled()
        _ = try press(&machine)
        _ = machine.performed(id, key: "a", at: seconds(2))
        #expect(machine.nextDeadline == seconds(17))
        _ = machine.advance(to: seconds(17))
        #expect(revertedReason(machine) == "it was performed, but its value couldn't be loaded: no value came within 15 s")
        #expect(machine[id]?.loadError == "no value came within 15 s")
        #expect(machine.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(18)).isEmpty, "too late")
        #expect(machine.advance(to: seconds(22)) == [.load(id, number: 3)])
    }

    // MARK: Keys

    @Test func aTapThatComesTwiceIsPerformedOnce() throws {
        var machine = try settled()
        _ = try press(&machine)
        let (again, effects) = try press(&machine)
        #expect(again == .pending)
        #expect(effects.isEmpty)
        _ = machine.performed(id, key: "a", at: seconds(2))
        _ = machine.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(3))
        let (later, nothing) = try press(&machine, after: 3_600)
        #expect(later == .confirmed)
        #expect(nothing.isEmpty)
    }

    @Test func aKeyIsOneActionsAlone() throws {
        var machine = try settled()
        _ = try press(&machine, isOn: true)
        let error = #expect(throws: WidgetError.self) { try press(&machine, isOn: false) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix("idempotency_key") == true)
    }

    @Test func aKeyIsForgottenADayAfterWhatItMayHaveWaited() throws {
        var machine = try settled()
        _ = try press(&machine)
        _ = machine.performed(id, key: "a", error: "no", at: seconds(2))
        _ = machine.loaded(id, number: 2, .success(ControlValue(isOn: false)), at: seconds(3))
        // A device whose clock is an hour behind gives what waited a day there.
        #expect(machine.advance(to: seconds(2) + .hours(25)).isEmpty)
        #expect(try press(&machine, isOn: true).effects.isEmpty)
        #expect(machine.advance(to: seconds(2) + .hours(48) + .milliseconds(-1)).isEmpty)
        #expect(machine.advance(to: seconds(2) + .hours(49)) == [.forgotten(id, key: "a")])
        #expect(machine.records.isEmpty)
        #expect(machine.nextDeadline == nil)
    }

    @Test func beyondTheLimitPressesAreRefusedInsteadOfKeysForgotten() throws {
        let records = (0..<ControlLimits.keysPerControl).map {
            ControlRecord(control: id, key: "\($0)", isOn: true, caller: "", receipt: .confirmed, date: Self.start)
        }
        var machine = ControlStateMachine(states: [ControlState(control: Control(id: id, kind: "lamp"), value: ControlValue(isOn: true))], records: records)
        #expect(try press(&machine, "7").receipt == .confirmed)
        let error = #expect(throws: WidgetError.self) { try press(&machine, "new") }
        #expect(error?.code == .resourceExhausted)
        // After a restart too they go once they are old.
        _ = machine.restarted(at: seconds(1) + .hours(48))
        #expect(machine.records.isEmpty)
    }

    @Test(arguments: [
        ("idempotency_key", ControlPress(key: "", isLocalCaller: true, isLocked: false)),
        ("idempotency_key", ControlPress(key: String(repeating: "k", count: 129), isLocalCaller: true, isLocked: false)),
        ("caller", ControlPress(key: "k", caller: String(repeating: "c", count: 129), isLocalCaller: true, isLocked: false)),
        ("is_on", ControlPress(key: "k", isOn: true, isLocalCaller: true, isLocked: false)),
        ("queue_until", ControlPress(key: "k", isLocalCaller: true, isLocked: false, queueDuration: .zero)),
        ("queue_until", ControlPress(key: "k", isLocalCaller: true, isLocked: false, queueDuration: .milliseconds(86_400_001))),
    ])
    func aPressThatCannotBeIsRefusedByItsField(_ field: String, _ press: ControlPress) throws {
        var machine = try settled(kind: Self.bell)
        let error = #expect(throws: WidgetError.self) { try machine.press(id, press, kind: Self.bell, at: Self.start) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix(field) == true, "\(error?.message ?? "")")
        #expect(machine.records.isEmpty)
    }

    @Test func aToggleOfWhichNothingIsKnownCanBeSetButNotPressed() throws {
        var machine = ControlStateMachine(states: [ControlState(control: Control(id: id, kind: "lamp"))])
        #expect(throws: WidgetError(.failedPrecondition, "control: whether it is on isn't known yet; set it on or off instead")) { try press(&machine) }
        #expect(try press(&machine, isOn: true).receipt == .pending)
    }

    @Test(arguments: [false, true]) func whyNothingIsKnownIsSaidUnlessTheValueIsHidden(isLocked: Bool) throws {
        var machine = ControlStateMachine()
        _ = try machine.put(Control(id: id, kind: "lamp"), at: Self.start)
        _ = machine.loaded(id, number: 1, .failure(WidgetError(.unavailable, "there is no bus")), at: Self.start)
        let kind = ControlKind(id: "lamp", type: .toggle, symbol: "lightbulb", isPrivacySensitive: true)
        let error = #expect(throws: WidgetError.self) { try press(&machine, kind: kind, isLocked: isLocked) }
        #expect(error?.code == .failedPrecondition)
        #expect(error?.message.contains("there is no bus") == !isLocked, "\(error?.message ?? "")")
    }

    // MARK: Queues

    @Test func aSecondTapWaitsForTheFirstAndMeansWhatItsPersonSaw() throws {
        var machine = try settled()
        _ = try press(&machine, "a")
        #expect(try press(&machine, "b", after: 2).receipt == .queued(until: seconds(122)))
        #expect(machine[id]?.waiting?.isOn == false, "the other of what was shown")
        #expect(try press(&machine, "b", after: 3).receipt == .queued(until: seconds(122)), "the same tap, which came twice")
        let error = #expect(throws: WidgetError.self) { try press(&machine, "c", after: 3) }
        #expect(error?.code == .resourceExhausted)
        #expect(receipt(machine, "c") == nil)
        _ = machine.performed(id, key: "a", at: seconds(4))
        let effects = machine.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(5))
        #expect(effects == [.changed(id), .recorded(id, key: "a"), .recorded(id, key: "b"), .perform(id, key: "b", isOn: false)])
        #expect(receipt(machine, "a") == .confirmed)
        #expect(receipt(machine, "b") == .pending)
    }

    @Test func whatWaitedTooLongIsNotPerformed() throws {
        var machine = try settled()
        _ = try press(&machine, "a")
        _ = try press(&machine, "b", after: 2)
        // The machine slept meanwhile.
        let effects = machine.advance(to: seconds(3_600))
        #expect(!effects.contains(.perform(id, key: "b", isOn: false)))
        #expect(revertedReason(machine, "a") != nil)
        #expect(revertedReason(machine, "b") == "it wasn't performed in time")
    }

    @Test(arguments: [nil, "no bus"]) func whatWaitedTooLongIsNotPerformedWhereTheEndOfTheOneBeforeIsHeardOfLate(failure: String?) throws {
        var machine = try settled()
        _ = try press(&machine, "a")
        _ = try press(&machine, "b", after: 2)
        var effects = machine.performed(id, key: "a", error: failure, at: seconds(3_600))
        if failure == nil { effects += machine.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(3_600)) }
        #expect(!effects.contains(.perform(id, key: "b", isOn: false)))
        #expect(revertedReason(machine, "b") == "it wasn't performed in time")
        #expect(revertedReason(machine, "a") == failure)
    }

    @Test func aValueThatIsHeardOfLateIsLoadedAgain() throws {
        var machine = try settled()
        _ = machine.reload(.all, at: seconds(0))
        #expect(machine.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(3_600)) == [.changed(id), .load(id, number: 3)])
        #expect(machine[id]?.value?.isOn == true)
        #expect(machine.loaded(id, number: 3, .success(ControlValue(isOn: true)), at: seconds(3_601)).isEmpty)
    }

    // MARK: Away

    @Test func aDeviceThatIsAwayIsUnavailableAtOnce() throws {
        var machine = try settled()
        #expect(machine.performerUnavailable([id], reason: "the desk is offline", at: seconds(1)) == [.changed(id)])
        #expect(machine.performerUnavailable([id], reason: "the desk is offline", at: seconds(1)).isEmpty)
        let (receipt, effects) = try press(&machine, after: 2)
        #expect(receipt == .unavailable)
        #expect(effects.isEmpty)
        #expect(machine[id]?.shown?.isOn == false)
        // The same key may be used once it is back.
        #expect(machine.performerAvailable([id], at: seconds(3)) == [.changed(id), .load(id, number: 2)])
        #expect(try press(&machine, after: 4).receipt == .pending)
    }

    @Test func whenAskedATapWaitsForTheDeviceWithoutAFlip() throws {
        var machine = try settled()
        _ = machine.performerUnavailable([id], reason: "the desk is offline", at: seconds(1))
        #expect(try press(&machine, queueDuration: .hours(1), after: 2).receipt == .queued(until: seconds(3_602)))
        #expect(machine[id]?.shown?.isOn == false)
        #expect(throws: WidgetError.self) { try press(&machine, "b", queueDuration: .hours(1), after: 3) }
        let effects = machine.performerAvailable([id], at: seconds(60))
        #expect(effects == [.changed(id), .recorded(id, key: "a"), .perform(id, key: "a", isOn: true)])
        #expect(receipt(machine) == .pending)
    }

    @Test func whatWaitedForADeviceExpires() throws {
        var machine = try settled()
        _ = machine.performerUnavailable([id], reason: "the desk is offline", at: seconds(1))
        _ = try press(&machine, queueDuration: .hours(1), after: 2)
        #expect(machine.advance(to: seconds(3_602)) == [.changed(id), .recorded(id, key: "a")])
        #expect(revertedReason(machine) == "it wasn't performed in time: the desk is offline")
        #expect(machine.performerAvailable([id], at: seconds(3_700)) == [.changed(id), .load(id, number: 2)])
    }

    @Test func aLinkThatIsCutMeanwhileEndsTheAction() throws {
        var machine = try settled()
        _ = try press(&machine)
        #expect(machine.performerUnavailable([id], reason: "the desk is offline", at: seconds(2)) == [.changed(id), .recorded(id, key: "a")])
        #expect(revertedReason(machine) == "the desk is offline; it may have been performed")
        #expect(machine[id]?.shown?.isOn == false)
        #expect(machine.performerAvailable([id], at: seconds(3)) == [.changed(id), .load(id, number: 2)], "loaded, and not performed again")
    }

    @Test func aRefusalChangesNothing() throws {
        var kind = Self.lamp
        kind.authentication = .requiresLocalDeviceAuthentication
        var machine = try settled()
        guard case .denied = try press(&machine, kind: kind, isLocked: true).receipt else { throw WidgetError(.internal, "it was allowed while locked") }
        guard case .denied = try press(&machine, kind: kind, isLocalCaller: false).receipt else { throw WidgetError(.internal, "it was allowed from afar") }
        #expect(machine.records.isEmpty)
        #expect(try press(&machine, kind: kind).receipt == .pending, "the same key, once unlocked")
    }

    // MARK: Restarts

    @Test func afterARestartNothingIsPerformedAgain() throws {
        var machine = try settled()
        _ = try press(&machine)
        _ = try press(&machine, "b", after: 2)
        machine = ControlStateMachine(states: Array(machine.states.values), records: machine.records.values.flatMap(\.values))
        let effects = machine.restarted(at: seconds(10))
        #expect(effects == [.changed(id), .recorded(id, key: "a"), .recorded(id, key: "b"), .perform(id, key: "b", isOn: false)])
        #expect(revertedReason(machine) == "widgetd was stopped meanwhile; it may have been performed")
        #expect(try press(&machine, after: 11).effects.isEmpty)
        #expect(machine.performed(id, key: "b", at: seconds(12)).contains { if case .load = $0 { true } else { false } })
    }

    @Test func afterARestartWhatWasPerformedIsConfirmed() throws {
        var machine = try settled()
        _ = try press(&machine)
        _ = machine.performed(id, key: "a", at: seconds(2))
        // The numbers of loads begin anew.
        let stored = try #require(machine[id])
        let state = ControlState(
            control: stored.control, value: stored.value, action: stored.action, waiting: stored.waiting, revision: stored.revision)
        machine = ControlStateMachine(states: [state], records: machine.records.values.flatMap(\.values))
        #expect(machine.restarted(at: seconds(10)).contains(.load(id, number: 1)))
        _ = machine.loaded(id, number: 1, .success(ControlValue(isOn: true)), at: seconds(11))
        #expect(receipt(machine) == .confirmed)
    }

    @Test func aTapThatWaitedThroughALongStopIsAnswered() throws {
        var machine = try settled()
        _ = machine.performerUnavailable([id], reason: "the desk is offline", at: seconds(1))
        _ = try press(&machine, queueDuration: .hours(24), after: 2)
        machine = ControlStateMachine(states: Array(machine.states.values), records: machine.records.values.flatMap(\.values))
        #expect(machine.restarted(at: seconds(2) + .hours(30)) == [.changed(id), .recorded(id, key: "a"), .load(id, number: 2)])
        #expect(revertedReason(machine) == "it wasn't performed in time")
    }

    // MARK: Loads and configuration

    @Test func whatALoadGivesThatWasGivenUpIsLeft() throws {
        var machine = try settled()
        _ = machine.reload(.all, at: seconds(0))
        _ = machine.advance(to: seconds(15))
        #expect(machine.reload(.all, at: seconds(16)) == [.load(id, number: 3)])
        #expect(machine.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(17)).isEmpty)
        #expect(machine[id]?.value?.isOn == false)
        #expect(machine[id]?.isLoading == true)
    }

    @Test func reloadsThatComeMeanwhileAreOne() throws {
        var machine = try settled()
        #expect(machine.reload(.kind("lamp"), at: seconds(1)) == [.load(id, number: 2)])
        #expect(machine.reload(.control(id), at: seconds(1)).isEmpty)
        #expect(machine.reload(.all, at: seconds(1)).isEmpty)
        #expect(machine.reload(.kind("bell"), at: seconds(1)).isEmpty)
        #expect(machine.loaded(id, number: 2, .success(ControlValue(isOn: false)), at: seconds(2)) == [.load(id, number: 3)])
        #expect(machine.loaded(id, number: 3, .success(ControlValue(isOn: false)), at: seconds(3)).isEmpty)
    }

    @Test func aLoadThatFailsIsTriedAgainAndTheOldValueStays() throws {
        var machine = try settled()
        _ = machine.reload(.all, at: seconds(0))
        #expect(machine.loaded(id, number: 2, .failure(WidgetError(.unavailable, "no bus")), at: seconds(1)) == [.changed(id)])
        #expect(machine[id]?.shown?.isOn == false)
        #expect(machine[id]?.loadError == "no bus")
        var waits: [Int64] = []
        for number in 3..<16 {
            let next = try #require(machine.nextDeadline)
            #expect(machine.advance(to: next) == [.load(id, number: Int64(number))])
            _ = machine.loaded(id, number: Int64(number), .failure(WidgetError(.unavailable, "no bus")), at: next)
            waits.append((try #require(machine.nextDeadline) - next).count / 1_000)
        }
        #expect(waits == [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600, 3_600])
        let last = try #require(machine.nextDeadline)
        _ = machine.reload(.all, at: last + .milliseconds(-1))
        _ = machine.loaded(id, number: 16, .success(ControlValue(isOn: true)), at: last)
        #expect(machine[id]?.loadError == "")
        #expect(machine.nextDeadline == nil)
    }

    @Test func anotherConfigurationLoadsAndAnotherNameDoesNot() throws {
        var machine = try settled()
        #expect(try machine.put(Control(id: id, kind: "lamp", name: "Desk"), at: seconds(1)) == [.changed(id)])
        let effects = try machine.put(Control(id: id, kind: "lamp", name: "Desk", parameters: ["room": .text("hall")]), at: seconds(2))
        #expect(effects == [.changed(id), .load(id, number: 2)])
    }

    @Test func whatIsRemovedIsNotWaitedFor() throws {
        var machine = try settled()
        _ = try press(&machine)
        #expect(machine.remove(id, at: seconds(2)) == [.cancel(id, key: "a"), .removed(id)])
        #expect(machine.performed(id, key: "a", at: seconds(3)).isEmpty)
        #expect(machine.records.isEmpty)
        let error = #expect(throws: WidgetError.self) { try press(&machine, after: 4) }
        #expect(error?.code == .notFound)
    }

    @Test func thereIsALimitOnHowManyThereAre() throws {
        var machine = ControlStateMachine()
        for number in 0..<ControlLimits.controls { _ = try machine.put(Control(id: ControlID(high: 2, low: UInt64(number)), kind: "lamp"), at: Self.start) }
        let error = #expect(throws: WidgetError.self) { try machine.put(Control(id: id, kind: "lamp"), at: Self.start) }
        #expect(error?.code == .resourceExhausted)
    }
}
