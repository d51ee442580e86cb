import Testing
import WidgetCore

/// The life of a Live Activity, date by date.
struct ActivityStateMachineTests {
    static let start = Timestamp(milliseconds: 1_700_000_000_000)
    var random = SplitMix64(seed: 7)

    private mutating func id(_ date: Timestamp = start) -> ActivityID { ActivityID(date: date, using: &random) }

    private mutating func started(
        _ book: inout ActivityStateMachine, tag: String = "build", app: String = "app", content: ActivityContent = ActivityContent(),
        style: ActivityStyle = .standard,
        alert: ActivityAlert? = nil, at date: Timestamp = start
    ) throws -> ActivityID {
        let request = ActivityRequest(app: app, tag: tag, type: "task", content: content, style: style, alert: alert)
        return try book.request(request, id: id(date), at: date).receipt.id
    }

    @Test mutating func aStartThatComesTwiceMakesOneActivity() throws {
        var book = ActivityStateMachine()
        let first = try started(&book)
        let (receipt, _) = try book.request(
            ActivityRequest(app: "app", tag: "build", type: "task", content: .init(state: #"{"a":1}"#)), id: id(), at: Self.start + .seconds(1))
        #expect(receipt.id == first)
        #expect(receipt.outcome == .updated)
        #expect(book.activities.count == 1)
        #expect(book[first]?.content.state == #"{"a":1}"#)
    }

    @Test mutating func theSameTagOfAnotherAppIsAnotherActivity() throws {
        var book = ActivityStateMachine()
        let first = try started(&book)
        #expect(try started(&book, app: "other") != first)
    }

    @Test mutating func aTagIsFreeAgainOnceItsActivityHasEnded() throws {
        var book = ActivityStateMachine()
        let first = try started(&book)
        _ = try book.end(first, at: Self.start + .seconds(1))
        let second = try started(&book, at: Self.start + .seconds(2))
        #expect(second != first)
        #expect(book[first]?.state == .dismissed)
        #expect(book[second]?.state == .active)
    }

    @Test mutating func aScheduledOneStartsAtItsDateAndAlerts() throws {
        var book = ActivityStateMachine()
        let date = Self.start + .hours(2)
        let request = ActivityRequest(app: "app", type: "task", startDate: date, alert: ActivityAlert(title: "now", body: ""))
        let (receipt, effects) = try book.request(request, id: id(), at: Self.start)
        #expect(receipt.outcome == .scheduled)
        #expect(effects == [.changed(receipt.id)])
        #expect(book[receipt.id]?.state == .pending)
        #expect(book.shown.isEmpty)
        #expect(book.nextDeadline == date)
        #expect(book.advance(to: date + .milliseconds(-1)).isEmpty)
        #expect(book.advance(to: date) == [.changed(receipt.id), .alert(receipt.id)])
        #expect(book[receipt.id]?.state == .active)
    }

    @Test mutating func aStartToComeNeedsAnAlert() {
        var book = ActivityStateMachine()
        let request = ActivityRequest(app: "app", type: "task", startDate: Self.start + .hours(2))
        #expect(throws: WidgetError.self) { try book.request(request, id: ActivityID(high: 1, low: 2), at: Self.start) }
        #expect(book.activities.isEmpty)
    }

    @Test mutating func itIsStaleFromItsStaleDateUntilItsNextUpdate() throws {
        var book = ActivityStateMachine()
        let activity = try started(&book, content: ActivityContent(staleDate: Self.start + .minutes(1)))
        #expect(book.advance(to: Self.start + .minutes(1)) == [.changed(activity)])
        #expect(book[activity]?.state == .stale)
        _ = try book.update(activity, ActivityUpdate(content: ActivityContent()), at: Self.start + .minutes(2))
        #expect(book[activity]?.state == .active)
    }

    @Test mutating func theSystemEndsItAfterItsMaximumAge() throws {
        var book = ActivityStateMachine()
        let activity = try started(&book)
        #expect(book.nextDeadline == Self.start + .hours(8))
        _ = book.advance(to: Self.start + .hours(8))
        #expect(book[activity]?.state == .ended)
        #expect(book[activity]?.dismissalDate == Self.start + .hours(12))
    }

    @Test mutating func withoutAMaximumAgeItGoesOn() throws {
        var book = ActivityStateMachine(maximumAge: nil)
        let activity = try started(&book)
        #expect(book.nextDeadline == nil)
        #expect(book.advance(to: Self.start + .days(300)).isEmpty)
        #expect(book[activity]?.state == .active)
    }

    @Test(arguments: [
        (ActivityDismissalPolicy.default, Milliseconds.hours(4)), (.immediate, .zero), (.after(start + .hours(1) + .minutes(30)), .minutes(30)),
        (.after(start + .hours(30)), .hours(4)), (.after(start), .zero),
    ])
    mutating func whatHasEndedStaysAsItsPolicySays(_ policy: ActivityDismissalPolicy, _ stays: Milliseconds) throws {
        var book = ActivityStateMachine()
        let activity = try started(&book)
        let end = Self.start + .hours(1)
        _ = try book.end(activity, dismissal: policy, at: end)
        #expect(book[activity]?.dismissalDate == end + stays)
        #expect(book[activity]?.state == (stays == .zero ? .dismissed : .ended))
        _ = book.advance(to: end + stays)
        #expect(book[activity]?.state == .dismissed)
    }

    @Test mutating func whatPassedWhileNobodyLookedIsDatedAsIfSomebodyHad() throws {
        var book = ActivityStateMachine()
        let activity = try started(&book, content: ActivityContent(staleDate: Self.start + .hours(1)))
        book = ActivityStateMachine(activities: Array(book.activities.values))
        #expect(book.advance(to: Self.start + .hours(9)) == [.changed(activity)])
        #expect(book[activity]?.state == .ended)
        #expect(book[activity]?.endedAt == Self.start + .hours(8))
        #expect(book.advance(to: Self.start + .days(2)) == [.removed(activity)])
        #expect(book.activities.isEmpty)
    }

    @Test mutating func anUpdateThatWasOvertakenIsDroppedAndSaysSo() throws {
        var book = ActivityStateMachine()
        let activity = try started(&book)
        let (newer, older) = (Self.start + .seconds(10), Self.start + .seconds(9))
        _ = try book.update(activity, ActivityUpdate(content: .init(state: #"{"n":2}"#), timestamp: newer), at: Self.start + .seconds(11))
        let (receipt, effects) = try book.update(activity, ActivityUpdate(content: .init(state: #"{"n":1}"#), timestamp: older), at: Self.start + .seconds(12))
        #expect(receipt.outcome == .dropped)
        #expect(receipt.reason.contains("1000 ms older"))
        #expect(effects.isEmpty)
        #expect(book[activity]?.content.state == #"{"n":2}"#)
        // The same date: the later arrival wins.
        _ = try book.update(activity, ActivityUpdate(content: .init(state: #"{"n":3}"#), timestamp: newer), at: Self.start + .seconds(13))
        #expect(book[activity]?.content.state == #"{"n":3}"#)
    }

    @Test mutating func whatHasEndedTakesNoUpdates() throws {
        var book = ActivityStateMachine()
        let activity = try started(&book)
        _ = try book.end(activity, at: Self.start)
        let error = #expect(throws: WidgetError.self) { try book.update(activity, ActivityUpdate(content: ActivityContent()), at: Self.start) }
        #expect(error?.code == .failedPrecondition)
    }

    @Test mutating func aTransientOneGoesWhenTheSessionLocks() throws {
        var book = ActivityStateMachine()
        let (standard, transient) = (try started(&book, tag: "a"), try started(&book, tag: "b", style: .transient))
        #expect(book.sessionLocked(at: Self.start + .seconds(1)) == [.changed(transient)])
        #expect(book[transient]?.state == .dismissed)
        #expect(book[standard]?.state == .active)
    }

    @Test mutating func theHighestScoreComesFirstThenTheOneThatStartedFirst() throws {
        var book = ActivityStateMachine()
        let first = try started(&book, tag: "a", at: Self.start)
        let second = try started(&book, tag: "b", at: Self.start + .seconds(1))
        let third = try started(&book, tag: "c", content: ActivityContent(relevanceScore: 50), at: Self.start + .seconds(2))
        #expect(book.shown.map(\.id) == [third, first, second])
    }

    @Test mutating func thereAreLimitsOnHowManyRun() throws {
        var book = ActivityStateMachine()
        for number in 0..<ActivityLimits.activitiesPerApp { _ = try started(&book, tag: "\(number)") }
        let error = #expect(throws: WidgetError.self) {
            try book.request(ActivityRequest(app: "app", tag: "one more", type: "task"), id: ActivityID(high: 1, low: 2), at: Self.start)
        }
        #expect(error?.code == .resourceExhausted)
        // One that runs is still updated.
        #expect(
            try book.request(ActivityRequest(app: "app", tag: "3", type: "task"), id: ActivityID(high: 1, low: 2), at: Self.start).receipt.outcome == .updated)
    }

    @Test(arguments: [
        (#"{"title":"#, "{}", "attributes"), ("[]", "{}", "attributes"), ("{}", "1", "state"),
        (#"{"a":""# + String(repeating: "x", count: 2_048) + #""}"#, #"{"b":""# + String(repeating: "y", count: 2_048) + #""}"#, "state"),
    ])
    mutating func whatIsNoObjectOrTooLongIsRefusedByItsField(_ attributes: String, _ state: String, _ field: String) {
        var book = ActivityStateMachine()
        let request = ActivityRequest(app: "app", type: "task", attributes: attributes, content: ActivityContent(state: state))
        let error = #expect(throws: WidgetError.self) { try book.request(request, id: ActivityID(high: 1, low: 2), at: Self.start) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.hasPrefix(field) == true, "\(error?.message ?? "")")
        #expect(book.activities.isEmpty)
    }

    /// Whatever comes in whatever order: states only go forwards, each revision is new, limits hold, and nothing that is due stays undone.
    @Test(arguments: 0..<200)
    mutating func anyOrderOfEventsKeepsTheRules(_ seed: Int) throws {
        random = SplitMix64(seed: UInt64(seed))
        var (book, date) = (ActivityStateMachine(), Self.start)
        var seen: [ActivityID: (state: ActivityState, revision: Int64)] = [:]
        for _ in 0..<200 {
            date = date + .milliseconds(Int64.random(in: 0..<3_600_000, using: &random))
            let some = book.activities.keys.sorted().randomElement(using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2:
                let later = Bool.random(using: &random)
                let request = ActivityRequest(
                    app: ["a", "b"].randomElement(using: &random) ?? "a", tag: ["", "x", "y"].randomElement(using: &random) ?? "", type: "task",
                    content: ActivityContent(staleDate: Bool.random(using: &random) ? date + .minutes(20) : nil),
                    style: Bool.random(using: &random) ? .standard : .transient,
                    startDate: later ? date + .hours(1) : nil, alert: later ? ActivityAlert(title: "t", body: "") : nil)
                do throws(WidgetError) { _ = try book.request(request, id: id(date), at: date) } catch { #expect(error.code == .resourceExhausted) }
            case 3:
                guard let some else { continue }
                do throws(WidgetError) { _ = try book.update(some, ActivityUpdate(content: ActivityContent()), at: date) } catch {
                    #expect([.failedPrecondition, .notFound].contains(error.code))
                }
            case 4:
                if let some { _ = try? book.end(some, dismissal: .after(date + .hours(6)), at: date) }
            case 5:
                if let some { _ = book.dismiss(some, at: date) }
            case 6: _ = book.sessionLocked(at: date)
            default: _ = book.advance(to: date)
            }
            _ = book.advance(to: date)
            if let next = book.nextDeadline { #expect(next > date) }
            #expect(book.activities.values.count(where: \.isRunning) <= ActivityLimits.activities)
            for activity in book.activities.values {
                if let before = seen[activity.id] {
                    #expect(activity.revision >= before.revision)
                    #expect((activity.state, activity.revision) == before || activity.revision > before.revision)
                    if before.state >= .ended { #expect(activity.state >= before.state) }
                }
                seen[activity.id] = (activity.state, activity.revision)
                if let end = activity.endedAt, let dismissal = activity.dismissalDate { #expect(dismissal <= end + ActivityLimits.lingersFor) }
            }
            for (key, group) in Dictionary(grouping: book.activities.values.filter { $0.isRunning && !$0.tag.isEmpty }, by: { $0.app + "/" + $0.tag }) {
                #expect(group.count == 1, "\(key) runs twice")
            }
        }
    }
}
