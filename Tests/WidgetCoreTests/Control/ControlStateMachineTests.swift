import Testing
import WidgetCore

/// The life of a control, tap by tap.
struct ControlStateMachineTests {
    static let start = Timestamp(milliseconds: 1_700_000_000_000)
    static let lamp = ControlKind(id: "lamp", type: .toggle, symbol: "lightbulb")
    static let bell = ControlKind(id: "bell", type: .button, symbol: "bell")
    let id = ControlID(high: 1, low: 1)

    /// A book whose lamp is off.
    private func settled(kind: ControlKind = lamp) throws -> ControlStateMachine {
        var book = ControlStateMachine()
        #expect(try book.put(Control(id: id, kind: kind.id), at: Self.start) == [.changed(id), .load(id, number: 1)])
        _ = book.loaded(id, number: 1, .success(ControlValue(isOn: kind.type == .toggle ? false : nil)), at: Self.start)
        return book
    }

    private func press(
        _ book: inout ControlStateMachine, _ key: String = "a", isOn: Bool? = nil, kind: ControlKind = lamp, queuesFor: Milliseconds? = nil,
        isLocked: Bool = false,
        isLocalCaller: Bool = true, after seconds: Int64 = 1
    ) throws -> (receipt: ControlReceipt, effects: [ControlEffect]) {
        let press = ControlPress(
            key: key, isOn: isOn, caller: "phone", isLocalCaller: isLocalCaller, isLocked: isLocked, queuesFor: queuesFor)
        return try book.press(id, press, kind: kind, at: Self.start + .seconds(seconds))
    }

    private func seconds(_ count: Int64) -> Timestamp { Self.start + .seconds(count) }

    private func receipt(_ book: ControlStateMachine, _ key: String = "a") -> ControlReceipt? { book.record(of: id, key: key)?.receipt }

    private func revertedReason(_ book: ControlStateMachine, _ key: String = "a") -> String? {
        if case .reverted(let reason) = receipt(book, key) { reason } else { nil }
    }

    // MARK: Taps

    @Test func aTapFlipsAtOnceAndIsConfirmedByTheValueThatIsLoadedThen() throws {
        var book = try settled()
        let (pending, effects) = try press(&book)
        #expect(pending == .pending)
        #expect(effects == [.changed(id), .recorded(id, key: "a"), .perform(id, key: "a", isOn: true)])
        #expect(book[id]?.shown?.isOn == true)
        #expect(book[id]?.value?.isOn == false)
        #expect(book.performed(id, key: "a", at: seconds(2)) == [.changed(id), .load(id, number: 2)])
        #expect(receipt(book) == .pending)
        #expect(book.loaded(id, number: 2, .success(ControlValue(isOn: true, status: "80 %")), at: seconds(3)) == [.changed(id), .recorded(id, key: "a")])
        #expect(receipt(book) == .confirmed)
        #expect(book[id]?.shown == ControlValue(isOn: true, status: "80 %"))
        #expect(book[id]?.action == nil)
    }

    @Test func whatIsFlippedKeepsNoWordsAboutTheOtherState() throws {
        var book = try settled()
        _ = book.reload(.all, at: Self.start)
        _ = book.loaded(id, number: 2, .success(ControlValue(isOn: false, status: "dark", symbol: "moon")), at: Self.start)
        _ = try press(&book)
        #expect(book[id]?.shown == ControlValue(isOn: true))
    }

    @Test func aButtonShowsThatItIsPressedAndStaysAsItIs() throws {
        var book = try settled(kind: Self.bell)
        let effects = try press(&book, kind: Self.bell).effects
        #expect(effects.last == .perform(id, key: "a", isOn: nil))
        #expect(book[id]?.action?.key == "a")
        #expect(book[id]?.shown == ControlValue())
        _ = book.performed(id, key: "a", at: seconds(2))
        _ = book.loaded(id, number: 2, .success(ControlValue(status: "rang")), at: seconds(2))
        #expect(receipt(book) == .confirmed)
    }

    @Test func aFailureTurnsItBackAndSaysWhy() throws {
        var book = try settled()
        _ = try press(&book)
        let effects = book.performed(id, key: "a", error: "the bulb is missing", at: seconds(2))
        #expect(effects == [.changed(id), .recorded(id, key: "a"), .load(id, number: 2)])
        #expect(receipt(book) == .reverted("the bulb is missing"))
        #expect(book[id]?.shown?.isOn == false)
        #expect(book[id]?.actionError == "the bulb is missing")
        _ = try press(&book, "b", after: 3)
        #expect(book[id]?.actionError == "")
    }

    @Test func whatWasPerformedAndStillIsAsItWasIsNoSuccess() throws {
        var book = try settled()
        _ = try press(&book)
        _ = book.performed(id, key: "a", at: seconds(2))
        _ = book.loaded(id, number: 2, .success(ControlValue(isOn: false)), at: seconds(2))
        #expect(receipt(book) == .reverted("it was performed, but is off"))
    }

    @Test func aValueThatWasAskedForBeforeTheActionReturnedConfirmsNothing() throws {
        var book = try settled()
        _ = book.reload(.all, at: Self.start)
        _ = try press(&book)
        #expect(book.performed(id, key: "a", at: seconds(2)) == [.changed(id)], "the load under way comes first")
        #expect(book.loaded(id, number: 2, .success(ControlValue(isOn: false)), at: seconds(3)) == [.load(id, number: 3)])
        #expect(receipt(book) == .pending)
        #expect(book[id]?.shown?.isOn == true)
        _ = book.loaded(id, number: 3, .success(ControlValue(isOn: true)), at: seconds(4))
        #expect(receipt(book) == .confirmed)
    }

    @Test func anActionThatDoesNotReturnIsGivenUp() throws {
        var book = try settled()
        _ = try press(&book)
        #expect(book.nextDeadline == seconds(31))
        #expect(book.advance(to: seconds(31)) == [.changed(id), .recorded(id, key: "a"), .cancel(id, key: "a"), .load(id, number: 2)])
        #expect(revertedReason(book) == "it didn't return within 30 s; it may have been performed")
        _ = book.loaded(id, number: 2, .success(ControlValue(isOn: false)), at: seconds(32))
        // It returns after all: the value may be another one now, the receipt stays.
        #expect(book.performed(id, key: "a", at: seconds(40)) == [.load(id, number: 3)])
        #expect(revertedReason(book) != nil)
    }

    @Test func aValueThatDoesNotComeEndsTheActionToo() throws {
        var book = try settled()
        _ = try press(&book)
        _ = book.performed(id, key: "a", at: seconds(2))
        #expect(book.nextDeadline == seconds(17))
        _ = book.advance(to: seconds(17))
        #expect(revertedReason(book) == "it was performed, but its value couldn't be loaded: no value came within 15 s")
        #expect(book[id]?.loadError == "no value came within 15 s")
        #expect(book.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(18)).isEmpty, "too late")
        #expect(book.advance(to: seconds(22)) == [.load(id, number: 3)])
    }

    // MARK: Keys

    @Test func aTapThatComesTwiceIsPerformedOnce() throws {
        var book = try settled()
        _ = try press(&book)
        let (again, effects) = try press(&book)
        #expect(again == .pending)
        #expect(effects.isEmpty)
        _ = book.performed(id, key: "a", at: seconds(2))
        _ = book.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(3))
        let (later, nothing) = try press(&book, after: 3_600)
        #expect(later == .confirmed)
        #expect(nothing.isEmpty)
    }

    @Test func aKeyIsOneActionsAlone() throws {
        var book = try settled()
        _ = try press(&book, isOn: true)
        let error = #expect(throws: WidgetError.self) { try press(&book, isOn: false) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix("idempotency_key") == true)
    }

    @Test func aKeyIsForgottenADayAfterWhatItMayHaveWaited() throws {
        var book = try settled()
        _ = try press(&book)
        _ = book.performed(id, key: "a", error: "no", at: seconds(2))
        _ = book.loaded(id, number: 2, .success(ControlValue(isOn: false)), at: seconds(3))
        // A device whose clock is an hour behind gives what waited a day there.
        #expect(book.advance(to: seconds(2) + .hours(25)).isEmpty)
        #expect(try press(&book, isOn: true).effects.isEmpty)
        #expect(book.advance(to: seconds(2) + .hours(48) + .milliseconds(-1)).isEmpty)
        #expect(book.advance(to: seconds(2) + .hours(49)) == [.forgotten(id, key: "a")])
        #expect(book.records.isEmpty)
        #expect(book.nextDeadline == nil)
    }

    @Test func beyondTheLimitPressesAreRefusedInsteadOfKeysForgotten() throws {
        let records = (0..<ControlLimits.keysPerControl).map {
            ControlRecord(control: id, key: "\($0)", isOn: true, caller: "", receipt: .confirmed, date: Self.start)
        }
        var book = ControlStateMachine(states: [ControlState(control: Control(id: id, kind: "lamp"), value: ControlValue(isOn: true))], records: records)
        #expect(try press(&book, "7").receipt == .confirmed)
        let error = #expect(throws: WidgetError.self) { try press(&book, "new") }
        #expect(error?.code == .resourceExhausted)
        // After a restart too they go once they are old.
        _ = book.restarted(at: seconds(1) + .hours(48))
        #expect(book.records.isEmpty)
    }

    @Test(arguments: [
        ("idempotency_key", ControlPress(key: "", isLocalCaller: true, isLocked: false)),
        ("idempotency_key", ControlPress(key: String(repeating: "k", count: 129), isLocalCaller: true, isLocked: false)),
        ("caller", ControlPress(key: "k", caller: String(repeating: "c", count: 129), isLocalCaller: true, isLocked: false)),
        ("is_on", ControlPress(key: "k", isOn: true, isLocalCaller: true, isLocked: false)),
        ("queue_until", ControlPress(key: "k", isLocalCaller: true, isLocked: false, queuesFor: .zero)),
        ("queue_until", ControlPress(key: "k", isLocalCaller: true, isLocked: false, queuesFor: .milliseconds(86_400_001))),
    ])
    func aPressThatCannotBeIsRefusedByItsField(_ field: String, _ press: ControlPress) throws {
        var book = try settled(kind: Self.bell)
        let error = #expect(throws: WidgetError.self) { try book.press(id, press, kind: Self.bell, at: Self.start) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix(field) == true, "\(error?.message ?? "")")
        #expect(book.records.isEmpty)
    }

    @Test func aToggleOfWhichNothingIsKnownCanBeSetButNotPressed() throws {
        var book = ControlStateMachine(states: [ControlState(control: Control(id: id, kind: "lamp"))])
        #expect(throws: WidgetError(.failedPrecondition, "control: whether it is on isn't known yet; set it on or off instead")) { try press(&book) }
        #expect(try press(&book, isOn: true).receipt == .pending)
    }

    @Test(arguments: [false, true]) func whyNothingIsKnownIsSaidUnlessTheValueIsHidden(isLocked: Bool) throws {
        var book = ControlStateMachine()
        _ = try book.put(Control(id: id, kind: "lamp"), at: Self.start)
        _ = book.loaded(id, number: 1, .failure(WidgetError(.unavailable, "there is no bus")), at: Self.start)
        let kind = ControlKind(id: "lamp", type: .toggle, symbol: "lightbulb", isPrivacySensitive: true)
        let error = #expect(throws: WidgetError.self) { try press(&book, kind: kind, isLocked: isLocked) }
        #expect(error?.code == .failedPrecondition)
        #expect(error?.message.contains("there is no bus") == !isLocked, "\(error?.message ?? "")")
    }

    // MARK: Queues

    @Test func aSecondTapWaitsForTheFirstAndMeansWhatItsPersonSaw() throws {
        var book = try settled()
        _ = try press(&book, "a")
        #expect(try press(&book, "b", after: 2).receipt == .queued(until: seconds(122)))
        #expect(book[id]?.waiting?.isOn == false, "the other of what was shown")
        #expect(try press(&book, "b", after: 3).receipt == .queued(until: seconds(122)), "the same tap, which came twice")
        let error = #expect(throws: WidgetError.self) { try press(&book, "c", after: 3) }
        #expect(error?.code == .resourceExhausted)
        #expect(receipt(book, "c") == nil)
        _ = book.performed(id, key: "a", at: seconds(4))
        let effects = book.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(5))
        #expect(effects == [.changed(id), .recorded(id, key: "a"), .recorded(id, key: "b"), .perform(id, key: "b", isOn: false)])
        #expect(receipt(book, "a") == .confirmed)
        #expect(receipt(book, "b") == .pending)
    }

    @Test func whatWaitedTooLongIsNotPerformed() throws {
        var book = try settled()
        _ = try press(&book, "a")
        _ = try press(&book, "b", after: 2)
        // The machine slept meanwhile.
        let effects = book.advance(to: seconds(3_600))
        #expect(!effects.contains(.perform(id, key: "b", isOn: false)))
        #expect(revertedReason(book, "a") != nil)
        #expect(revertedReason(book, "b") == "it wasn't performed in time")
    }

    @Test(arguments: [nil, "no bus"]) func whatWaitedTooLongIsNotPerformedWhereTheEndOfTheOneBeforeIsHeardOfLate(failure: String?) throws {
        var book = try settled()
        _ = try press(&book, "a")
        _ = try press(&book, "b", after: 2)
        var effects = book.performed(id, key: "a", error: failure, at: seconds(3_600))
        if failure == nil { effects += book.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(3_600)) }
        #expect(!effects.contains(.perform(id, key: "b", isOn: false)))
        #expect(revertedReason(book, "b") == "it wasn't performed in time")
        #expect(revertedReason(book, "a") == failure)
    }

    @Test func aValueThatIsHeardOfLateIsLoadedAgain() throws {
        var book = try settled()
        _ = book.reload(.all, at: seconds(0))
        #expect(book.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(3_600)) == [.changed(id), .load(id, number: 3)])
        #expect(book[id]?.value?.isOn == true)
        #expect(book.loaded(id, number: 3, .success(ControlValue(isOn: true)), at: seconds(3_601)).isEmpty)
    }

    // MARK: Away

    @Test func aDeviceThatIsAwayIsUnavailableAtOnce() throws {
        var book = try settled()
        #expect(book.lost([id], reason: "the desk is offline", at: seconds(1)) == [.changed(id)])
        #expect(book.lost([id], reason: "the desk is offline", at: seconds(1)).isEmpty)
        let (receipt, effects) = try press(&book, after: 2)
        #expect(receipt == .unavailable)
        #expect(effects.isEmpty)
        #expect(book[id]?.shown?.isOn == false)
        // The same key may be used once it is back.
        #expect(book.found([id], at: seconds(3)) == [.changed(id), .load(id, number: 2)])
        #expect(try press(&book, after: 4).receipt == .pending)
    }

    @Test func whenAskedATapWaitsForTheDeviceWithoutAFlip() throws {
        var book = try settled()
        _ = book.lost([id], reason: "the desk is offline", at: seconds(1))
        #expect(try press(&book, queuesFor: .hours(1), after: 2).receipt == .queued(until: seconds(3_602)))
        #expect(book[id]?.shown?.isOn == false)
        #expect(throws: WidgetError.self) { try press(&book, "b", queuesFor: .hours(1), after: 3) }
        let effects = book.found([id], at: seconds(60))
        #expect(effects == [.changed(id), .recorded(id, key: "a"), .perform(id, key: "a", isOn: true)])
        #expect(receipt(book) == .pending)
    }

    @Test func whatWaitedForADeviceExpires() throws {
        var book = try settled()
        _ = book.lost([id], reason: "the desk is offline", at: seconds(1))
        _ = try press(&book, queuesFor: .hours(1), after: 2)
        #expect(book.advance(to: seconds(3_602)) == [.changed(id), .recorded(id, key: "a")])
        #expect(revertedReason(book) == "it wasn't performed in time: the desk is offline")
        #expect(book.found([id], at: seconds(3_700)) == [.changed(id), .load(id, number: 2)])
    }

    @Test func aLinkThatIsCutMeanwhileEndsTheAction() throws {
        var book = try settled()
        _ = try press(&book)
        #expect(book.lost([id], reason: "the desk is offline", at: seconds(2)) == [.changed(id), .recorded(id, key: "a")])
        #expect(revertedReason(book) == "the desk is offline; it may have been performed")
        #expect(book[id]?.shown?.isOn == false)
        #expect(book.found([id], at: seconds(3)) == [.changed(id), .load(id, number: 2)], "loaded, and not performed again")
    }

    @Test func aRefusalChangesNothing() throws {
        var kind = Self.lamp
        kind.authentication = .requiresLocalDeviceAuthentication
        var book = try settled()
        guard case .denied = try press(&book, kind: kind, isLocked: true).receipt else { throw WidgetError(.internal, "it was allowed while locked") }
        guard case .denied = try press(&book, kind: kind, isLocalCaller: false).receipt else { throw WidgetError(.internal, "it was allowed from afar") }
        #expect(book.records.isEmpty)
        #expect(try press(&book, kind: kind).receipt == .pending, "the same key, once unlocked")
    }

    // MARK: Restarts

    @Test func afterARestartNothingIsPerformedAgain() throws {
        var book = try settled()
        _ = try press(&book)
        _ = try press(&book, "b", after: 2)
        book = ControlStateMachine(states: Array(book.states.values), records: book.records.values.flatMap(\.values))
        let effects = book.restarted(at: seconds(10))
        #expect(effects == [.changed(id), .recorded(id, key: "a"), .recorded(id, key: "b"), .perform(id, key: "b", isOn: false)])
        #expect(revertedReason(book) == "widgetd was stopped meanwhile; it may have been performed")
        #expect(try press(&book, after: 11).effects.isEmpty)
        #expect(book.performed(id, key: "b", at: seconds(12)).contains { if case .load = $0 { true } else { false } })
    }

    @Test func afterARestartWhatWasPerformedIsConfirmed() throws {
        var book = try settled()
        _ = try press(&book)
        _ = book.performed(id, key: "a", at: seconds(2))
        // The numbers of loads begin anew.
        let stored = try #require(book[id])
        let state = ControlState(
            control: stored.control, value: stored.value, action: stored.action, waiting: stored.waiting, revision: stored.revision)
        book = ControlStateMachine(states: [state], records: book.records.values.flatMap(\.values))
        #expect(book.restarted(at: seconds(10)).contains(.load(id, number: 1)))
        _ = book.loaded(id, number: 1, .success(ControlValue(isOn: true)), at: seconds(11))
        #expect(receipt(book) == .confirmed)
    }

    @Test func aTapThatWaitedThroughALongStopIsAnswered() throws {
        var book = try settled()
        _ = book.lost([id], reason: "the desk is offline", at: seconds(1))
        _ = try press(&book, queuesFor: .hours(24), after: 2)
        book = ControlStateMachine(states: Array(book.states.values), records: book.records.values.flatMap(\.values))
        #expect(book.restarted(at: seconds(2) + .hours(30)) == [.changed(id), .recorded(id, key: "a"), .load(id, number: 2)])
        #expect(revertedReason(book) == "it wasn't performed in time")
    }

    // MARK: Loads and configuration

    @Test func whatALoadGivesThatWasGivenUpIsLeft() throws {
        var book = try settled()
        _ = book.reload(.all, at: seconds(0))
        _ = book.advance(to: seconds(15))
        #expect(book.reload(.all, at: seconds(16)) == [.load(id, number: 3)])
        #expect(book.loaded(id, number: 2, .success(ControlValue(isOn: true)), at: seconds(17)).isEmpty)
        #expect(book[id]?.value?.isOn == false)
        #expect(book[id]?.isLoading == true)
    }

    @Test func reloadsThatComeMeanwhileAreOne() throws {
        var book = try settled()
        #expect(book.reload(.kind("lamp"), at: seconds(1)) == [.load(id, number: 2)])
        #expect(book.reload(.control(id), at: seconds(1)).isEmpty)
        #expect(book.reload(.all, at: seconds(1)).isEmpty)
        #expect(book.reload(.kind("bell"), at: seconds(1)).isEmpty)
        #expect(book.loaded(id, number: 2, .success(ControlValue(isOn: false)), at: seconds(2)) == [.load(id, number: 3)])
        #expect(book.loaded(id, number: 3, .success(ControlValue(isOn: false)), at: seconds(3)).isEmpty)
    }

    @Test func aLoadThatFailsIsTriedAgainAndTheOldValueStays() throws {
        var book = try settled()
        _ = book.reload(.all, at: seconds(0))
        #expect(book.loaded(id, number: 2, .failure(WidgetError(.unavailable, "no bus")), at: seconds(1)) == [.changed(id)])
        #expect(book[id]?.shown?.isOn == false)
        #expect(book[id]?.loadError == "no bus")
        var waits: [Int64] = []
        for number in 3..<16 {
            let next = try #require(book.nextDeadline)
            #expect(book.advance(to: next) == [.load(id, number: Int64(number))])
            _ = book.loaded(id, number: Int64(number), .failure(WidgetError(.unavailable, "no bus")), at: next)
            waits.append((try #require(book.nextDeadline) - next).count / 1_000)
        }
        #expect(waits == [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600, 3_600])
        let last = try #require(book.nextDeadline)
        _ = book.reload(.all, at: last + .milliseconds(-1))
        _ = book.loaded(id, number: 16, .success(ControlValue(isOn: true)), at: last)
        #expect(book[id]?.loadError == "")
        #expect(book.nextDeadline == nil)
    }

    @Test func anotherConfigurationLoadsAndAnotherNameDoesNot() throws {
        var book = try settled()
        #expect(try book.put(Control(id: id, kind: "lamp", name: "Desk"), at: seconds(1)) == [.changed(id)])
        let effects = try book.put(Control(id: id, kind: "lamp", name: "Desk", parameters: ["room": .text("hall")]), at: seconds(2))
        #expect(effects == [.changed(id), .load(id, number: 2)])
    }

    @Test func whatIsRemovedIsNotWaitedFor() throws {
        var book = try settled()
        _ = try press(&book)
        #expect(book.remove(id, at: seconds(2)) == [.cancel(id, key: "a"), .removed(id)])
        #expect(book.performed(id, key: "a", at: seconds(3)).isEmpty)
        #expect(book.records.isEmpty)
        let error = #expect(throws: WidgetError.self) { try press(&book, after: 4) }
        #expect(error?.code == .notFound)
    }

    @Test func thereIsALimitOnHowManyThereAre() throws {
        var book = ControlStateMachine()
        for number in 0..<ControlLimits.controls { _ = try book.put(Control(id: ControlID(high: 2, low: UInt64(number)), kind: "lamp"), at: Self.start) }
        let error = #expect(throws: WidgetError.self) { try book.put(Control(id: id, kind: "lamp"), at: Self.start) }
        #expect(error?.code == .resourceExhausted)
    }
}
