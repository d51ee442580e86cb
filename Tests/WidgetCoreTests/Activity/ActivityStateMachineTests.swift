import Testing
import WidgetCore

/// The life of a Live Activity, date by date.
struct ActivityStateMachineTests {
    static let start = Timestamp(milliseconds: 1_700_000_000_000)
    var random = SplitMix64(seed: 7)

    private mutating func id(_ date: Timestamp = start) -> ActivityID { ActivityID(date: date, using: &random) }

    private mutating func started(
        _ machine: inout ActivityStateMachine, tag: String = "build", app: String = "app", content: ActivityContent = ActivityContent(),
        style: ActivityStyle = .standard,
        alert: ActivityAlert? = nil, at date: Timestamp = start
    ) throws -> ActivityID {
        let request = ActivityRequest(app: app, tag: tag, type: "task", content: content, style: style, alert: alert)
        return try machine.request(request, id: id(date), at: date).receipt.id
    }

    @Test mutating func aStartThatComesTwiceMakesOneActivity() throws {
        var machine = ActivityStateMachine()
        let first = try started(&machine)
        let (receipt, _) = try machine.request(
            ActivityRequest(app: "app", tag: "build", type: "task", content: .init(state: #"{"a":1}"#)), id: id(), at: Self.start + .seconds(1))
        #expect(receipt.id == first)
        #expect(receipt.outcome == .updated)
        #expect(machine.activities.count == 1)
        #expect(machine[first]?.content.state == #"{"a":1}"#)
    }

    @Test mutating func theSameTagOfAnotherAppIsAnotherActivity() throws {
        var machine = ActivityStateMachine()
        let first = try started(&machine)
        #expect(try started(&machine, app: "other") != first)
    }

    @Test mutating func aTagIsFreeAgainOnceItsActivityHasEnded() throws {
        var machine = ActivityStateMachine()
        let first = try started(&machine)
        _ = try machine.end(first, at: Self.start + .seconds(1))
        let second = try started(&machine, at: Self.start + .seconds(2))
        #expect(second != first)
        #expect(machine[first]?.state == .dismissed)
        #expect(machine[second]?.state == .active)
    }

    @Test mutating func aScheduledOneStartsAtItsDateAndAlerts() throws {
        var machine = ActivityStateMachine()
        let date = Self.start + .hours(2)
        let request = ActivityRequest(app: "app", type: "task", startDate: date, alert: ActivityAlert(title: "now", body: ""))
        let (receipt, effects) = try machine.request(request, id: id(), at: Self.start)
        #expect(receipt.outcome == .scheduled)
        #expect(effects == [.changed(receipt.id)])
        #expect(machine[receipt.id]?.state == .pending)
        #expect(machine.shown.isEmpty)
        #expect(machine.nextDeadline == date)
        #expect(machine.advance(to: date + .milliseconds(-1)).isEmpty)
        #expect(machine.advance(to: date) == [.changed(receipt.id), .alert(receipt.id)])
        #expect(machine[receipt.id]?.state == .active)
    }

    @Test mutating func aStartToComeNeedsAnAlert() {
        var machine = ActivityStateMachine()
        let request = ActivityRequest(app: "app", type: "task", startDate: Self.start + .hours(2))
        #expect(throws: WidgetError.self) { try machine.request(request, id: ActivityID(high: 1, low: 2), at: Self.start) }
        #expect(machine.activities.isEmpty)
    }

    @Test mutating func itIsStaleFromItsStaleDateUntilItsNextUpdate() throws {
        var machine = ActivityStateMachine()
        let activity = try started(&machine, content: ActivityContent(staleDate: Self.start + .minutes(1)))
        #expect(machine.advance(to: Self.start + .minutes(1)) == [.changed(activity)])
        #expect(machine[activity]?.state == .stale)
        _ = try machine.update(activity, ActivityUpdate(content: ActivityContent()), at: Self.start + .minutes(2))
        #expect(machine[activity]?.state == .active)
    }

    @Test mutating func theSystemEndsItAfterItsMaximumAge() throws {
        var machine = ActivityStateMachine()
        let activity = try started(&machine)
        #expect(machine.nextDeadline == Self.start + .hours(8))
        _ = machine.advance(to: Self.start + .hours(8))
        #expect(machine[activity]?.state == .ended)
        #expect(machine[activity]?.dismissalDate == Self.start + .hours(12))
    }

    @Test mutating func anotherMaximumAgeEndsWhatIsOlder() throws {
        var machine = ActivityStateMachine(maximumAge: nil)
        let (old, young) = (try started(&machine), try started(&machine, tag: "young", at: Self.start + .hours(2)))
        #expect(machine.setMaximumAge(.hours(2), at: Self.start + .hours(3)) == [.changed(old)])
        #expect(machine[old]?.state == .ended && machine[young]?.state == .active)
        #expect(machine.nextDeadline == Self.start + .hours(4))
        #expect(machine.setMaximumAge(nil, at: Self.start + .hours(3)).isEmpty)
        _ = machine.advance(to: Self.start + .days(9))
        #expect(machine[young]?.state == .active)
    }

    @Test mutating func withoutAMaximumAgeItGoesOn() throws {
        var machine = ActivityStateMachine(maximumAge: nil)
        let activity = try started(&machine)
        #expect(machine.nextDeadline == nil)
        #expect(machine.advance(to: Self.start + .days(300)).isEmpty)
        #expect(machine[activity]?.state == .active)
    }

    @Test(arguments: [
        (ActivityDismissalPolicy.default, Milliseconds.hours(4)), (.immediate, .zero), (.after(start + .hours(1) + .minutes(30)), .minutes(30)),
        (.after(start + .hours(30)), .hours(4)), (.after(start), .zero),
    ])
    mutating func whatHasEndedStaysAsItsPolicySays(_ policy: ActivityDismissalPolicy, _ stays: Milliseconds) throws {
        var machine = ActivityStateMachine()
        let activity = try started(&machine)
        let end = Self.start + .hours(1)
        _ = try machine.end(activity, dismissal: policy, at: end)
        #expect(machine[activity]?.dismissalDate == end + stays)
        #expect(machine[activity]?.state == (stays == .zero ? .dismissed : .ended))
        _ = machine.advance(to: end + stays)
        #expect(machine[activity]?.state == .dismissed)
    }

    @Test mutating func whatPassedWhileNobodyLookedIsDatedAsIfSomebodyHad() throws {
        var machine = ActivityStateMachine()
        let activity = try started(&machine, content: ActivityContent(staleDate: Self.start + .hours(1)))
        machine = ActivityStateMachine(activities: Array(machine.activities.values))
        #expect(machine.advance(to: Self.start + .hours(9)) == [.changed(activity)])
        #expect(machine[activity]?.state == .ended)
        #expect(machine[activity]?.endedAt == Self.start + .hours(8))
        #expect(machine.advance(to: Self.start + .days(2)) == [.removed(activity)])
        #expect(machine.activities.isEmpty)
    }

    @Test mutating func anUpdateThatWasOvertakenIsDroppedAndSaysSo() throws {
        var machine = ActivityStateMachine()
        let activity = try started(&machine)
        let (newer, older) = (Self.start + .seconds(10), Self.start + .seconds(9))
        _ = try machine.update(activity, ActivityUpdate(content: .init(state: #"{"n":2}"#), timestamp: newer), at: Self.start + .seconds(11))
        let (receipt, effects) = try machine.update(
            activity, ActivityUpdate(content: .init(state: #"{"n":1}"#), timestamp: older), at: Self.start + .seconds(12))
        #expect(receipt.outcome == .dropped)
        #expect(receipt.reason.contains("1000 ms older"))
        #expect(effects.isEmpty)
        #expect(machine[activity]?.content.state == #"{"n":2}"#)
        // The same date: the later arrival wins.
        _ = try machine.update(activity, ActivityUpdate(content: .init(state: #"{"n":3}"#), timestamp: newer), at: Self.start + .seconds(13))
        #expect(machine[activity]?.content.state == #"{"n":3}"#)
    }

    @Test mutating func whatHasEndedTakesNoUpdates() throws {
        var machine = ActivityStateMachine()
        let activity = try started(&machine)
        _ = try machine.end(activity, at: Self.start)
        let error = #expect(throws: WidgetError.self) { try machine.update(activity, ActivityUpdate(content: ActivityContent()), at: Self.start) }
        #expect(error?.code == .failedPrecondition)
    }

    @Test mutating func aTransientOneGoesWhenTheSessionLocks() throws {
        var machine = ActivityStateMachine()
        let (standard, transient) = (try started(&machine, tag: "a"), try started(&machine, tag: "b", style: .transient))
        #expect(machine.sessionLocked(at: Self.start + .seconds(1)) == [.changed(transient)])
        #expect(machine[transient]?.state == .dismissed)
        #expect(machine[standard]?.state == .active)
    }

    @Test mutating func theHighestScoreComesFirstThenTheOneThatStartedFirst() throws {
        var machine = ActivityStateMachine()
        let first = try started(&machine, tag: "a", at: Self.start)
        let second = try started(&machine, tag: "b", at: Self.start + .seconds(1))
        let third = try started(&machine, tag: "c", content: ActivityContent(relevanceScore: 50), at: Self.start + .seconds(2))
        #expect(machine.shown.map(\.id) == [third, first, second])
    }

    @Test mutating func thereAreLimitsOnHowManyRun() throws {
        var machine = ActivityStateMachine()
        for number in 0..<ActivityLimits.activitiesPerApp { _ = try started(&machine, tag: "\(number)") }
        let error = #expect(throws: WidgetError.self) {
            try machine.request(ActivityRequest(app: "app", tag: "one more", type: "task"), id: ActivityID(high: 1, low: 2), at: Self.start)
        }
        #expect(error?.code == .resourceExhausted)
        // One that runs is still updated.
        #expect(
            try machine.request(ActivityRequest(app: "app", tag: "3", type: "task"), id: ActivityID(high: 1, low: 2), at: Self.start).receipt.outcome
                == .updated)
    }

    @Test(arguments: [
        (#"{"title":"#, "{}", "attributes"), ("[]", "{}", "attributes"), ("{}", "1", "state"),
        (#"{"a":""# + String(repeating: "x", count: 2_048) + #""}"#, #"{"b":""# + String(repeating: "y", count: 2_048) + #""}"#, "state"),
    ])
    mutating func whatIsNoObjectOrTooLongIsRefusedByItsField(_ attributes: String, _ state: String, _ field: String) {
        var machine = ActivityStateMachine()
        let request = ActivityRequest(app: "app", type: "task", attributes: attributes, content: ActivityContent(state: state))
        let error = #expect(throws: WidgetError.self) { try machine.request(request, id: ActivityID(high: 1, low: 2), at: Self.start) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix(field) == true, "\(error?.message ?? "")")
        #expect(machine.activities.isEmpty)
    }

    /// Anything comes in any order: states only go forwards, each revision is new, limits hold, and nothing that is due stays undone.
    @Test(arguments: 0..<200)
    mutating func anyOrderOfEventsKeepsTheRules(_ seed: Int) throws {
        random = SplitMix64(seed: UInt64(seed))
        var (machine, date) = (ActivityStateMachine(), Self.start)
        var seen: [ActivityID: (state: ActivityState, revision: Int64)] = [:]
        for _ in 0..<200 {
            date = date + .milliseconds(Int64.random(in: 0..<3_600_000, using: &random))
            let some = machine.activities.keys.sorted().randomElement(using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2:
                let later = Bool.random(using: &random)
                let request = ActivityRequest(
                    app: ["a", "b"].randomElement(using: &random) ?? "a", tag: ["", "x", "y"].randomElement(using: &random) ?? "", type: "task",
                    content: ActivityContent(staleDate: Bool.random(using: &random) ? date + .minutes(20) : nil),
                    style: Bool.random(using: &random) ? .standard : .transient,
                    startDate: later ? date + .hours(1) : nil, alert: later ? ActivityAlert(title: "t", body: "") : nil)
                do throws(WidgetError) { _ = try machine.request(request, id: id(date), at: date) } catch { #expect(error.code == .resourceExhausted) }
            case 3:
                guard let some else { continue }
                do throws(WidgetError) { _ = try machine.update(some, ActivityUpdate(content: ActivityContent()), at: date) } catch {
                    #expect([.failedPrecondition, .notFound].contains(error.code))
                }
            case 4:
                if let some { _ = try? machine.end(some, dismissal: .after(date + .hours(6)), at: date) }
            case 5:
                if let some { _ = machine.dismiss(some, at: date) }
            case 6: _ = machine.sessionLocked(at: date)
            default: _ = machine.advance(to: date)
            }
            _ = machine.advance(to: date)
            if let next = machine.nextDeadline { #expect(next > date) }
            #expect(machine.activities.values.count(where: \.isRunning) <= ActivityLimits.activities)
            for activity in machine.activities.values {
                if let before = seen[activity.id] {
                    #expect(activity.revision >= before.revision)
                    #expect((activity.state, activity.revision) == before || activity.revision > before.revision)
                    if before.state >= .ended { #expect(activity.state >= before.state) }
                }
                seen[activity.id] = (activity.state, activity.revision)
                if let end = activity.endedAt, let dismissal = activity.dismissalDate { #expect(dismissal <= end + ActivityLimits.endedVisibleDuration) }
            }
            for (key, group) in Dictionary(grouping: machine.activities.values.filter { $0.isRunning && !$0.tag.isEmpty }, by: { $0.app + "/" + $0.tag }) {
                #expect(group.count == 1, "\(key) runs twice")
            }
        }
    }
}
