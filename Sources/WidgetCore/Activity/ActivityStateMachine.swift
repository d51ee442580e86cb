/// The Live Activities that this device owns, and their life: a state machine whose only clock is the date that it is given.
///
/// A caller changes a copy, writes what the effects name, and keeps the copy once that is durable.
public struct ActivityStateMachine: Sendable {
    /// An activity with its deadline. The machine is copied with each change and searched for deadlines; a reference to a class makes both cheap.
    private final class Entry: Sendable {
        let activity: Activity
        /// When its next step comes due by itself; nil: never.
        let deadline: Timestamp?

        init(_ activity: Activity, _ maximumAge: Milliseconds?) {
            self.activity = activity
            deadline = activity.deadline(maximumAge)
        }
    }

    private var entries: [ActivityID: Entry] = [:]
    /// How long an activity is active at most; nil: without a limit.
    public private(set) var maximumAge: Milliseconds?

    /// - Parameter activities: as they were stored. ``advance(to:)`` takes the steps that have come due since.
    public init(maximumAge: Milliseconds? = ActivityLimits.maximumAge, activities: [Activity] = []) {
        self.maximumAge = maximumAge
        for activity in activities { put(activity) }
    }

    public subscript(id: ActivityID) -> Activity? { entries[id]?.activity }

    public var activities: [ActivityID: Activity] { entries.mapValues(\.activity) }

    private var all: some Collection<Activity> { entries.values.lazy.map(\.activity) }

    private mutating func put(_ activity: Activity) { entries[activity.id] = Entry(activity, maximumAge) }

    /// The activities that a surface shows, in their order.
    public var shown: [Activity] { all.filter(\.isShown).sorted(by: Activity.isBefore) }

    /// The activity of that app and tag that runs, otherwise the newest that has ended; nil: there is none.
    public func find(app: String, tag: String) -> Activity? {
        all.filter { $0.app == app && $0.tag == tag }.max { ($0.isRunning ? 1 : 0, $0.id) < ($1.isRunning ? 1 : 0, $1.id) }
    }

    // MARK: Requests

    /// Starts an activity, now or at its date. Where an activity of the same app and tag runs, updates that one instead.
    /// - Parameter id: the id of a new activity; unused where one is updated.
    /// - Throws: INVALID_ARGUMENT for a field beyond its limit; RESOURCE_EXHAUSTED over ``ActivityLimits/activities`` or ``ActivityLimits/activitiesPerApp``.
    public mutating func request(
        _ request: ActivityRequest, id: ActivityID, at now: Timestamp
    ) throws(WidgetError) -> (receipt: ActivityReceipt, effects: [ActivityEffect]) {
        try request.validate(at: now)
        var effects = advance(to: now)
        if !request.tag.isEmpty, let there = find(app: request.app, tag: request.tag) {
            if there.isRunning {
                var followed = there
                followed.isFollowed = request.isFollowed
                put(followed)
                let update = ActivityUpdate(content: request.content, alert: request.alert, timestamp: request.timestamp)
                let (receipt, updated) = try self.update(there.id, update, at: now)
                return (receipt, effects + updated)
            }
            // An activity that has ended makes room for a new one of its tag.
            effects += dismiss(there.id, at: now).effects
        }
        try checkRoom(for: request.app)
        let start = max(request.startDate ?? now, now)
        var activity = Activity(
            id: id, app: request.app, tag: request.tag, type: request.type, attributes: request.attributes, content: request.content, style: request.style,
            state: start > now ? .pending : .active, startDate: start, timestamp: request.timestamp,
            channel: request.channel, alert: request.alert, isFollowed: request.isFollowed)
        activity.alert?.revision = 1
        put(activity)
        effects.append(.changed(id))
        if activity.state == .active {
            if activity.alert != nil { effects.append(.alert(id)) }
            effects += advance(to: now)
        }
        return (ActivityReceipt(id: id, outcome: start > now ? .scheduled : .started), effects)
    }

    /// Updates an activity.
    /// - Throws: NOT_FOUND; FAILED_PRECONDITION for one that has ended; INVALID_ARGUMENT for a field beyond its limit.
    public mutating func update(_ id: ActivityID, _ update: ActivityUpdate, at now: Timestamp) throws(WidgetError) -> (
        receipt: ActivityReceipt, effects: [ActivityEffect]
    ) {
        let effects = advance(to: now)
        var activity = try running(id)
        try update.validate(attributes: activity.attributes)
        if let dropped = activity.outdated(update) { return (dropped, effects) }
        activity.apply(update)
        if activity.state == .stale { activity.state = .active }
        let alerts = update.alert != nil && activity.state == .active
        put(activity)
        return (ActivityReceipt(id: id, outcome: .updated), effects + [.changed(id)] + (alerts ? [.alert(id)] : []) + advance(to: now))
    }

    /// Ends an activity, with its last content.
    /// - Throws: as ``update(_:_:at:)``.
    public mutating func end(
        _ id: ActivityID, _ update: ActivityUpdate = ActivityUpdate(), dismissal: ActivityDismissalPolicy = .default, at now: Timestamp
    ) throws(WidgetError) -> (receipt: ActivityReceipt, effects: [ActivityEffect]) {
        let effects = advance(to: now)
        var activity = try running(id)
        try update.validate(attributes: activity.attributes)
        if let dropped = activity.outdated(update) { return (dropped, effects) }
        let alerts = update.alert != nil
        activity.apply(update)
        activity.end(at: now, dismissal)
        put(activity)
        return (ActivityReceipt(id: id, outcome: .ended), effects + [.changed(id)] + (alerts ? [.alert(id)] : []) + advance(to: now))
    }

    /// Dismisses an activity, whatever its state. An activity that is dismissed already stays so.
    public mutating func dismiss(_ id: ActivityID, at now: Timestamp) -> (receipt: ActivityReceipt, effects: [ActivityEffect]) {
        let effects = advance(to: now)
        guard var activity = self[id] else { return (ActivityReceipt(id: id, outcome: .dropped, reason: "there is no such activity"), effects) }
        guard activity.state != .dismissed else { return (ActivityReceipt(id: id, outcome: .dropped, reason: "it has been dismissed already"), effects) }
        activity.endedAt = activity.endedAt ?? now
        activity.dismiss(at: now)
        put(activity)
        return (ActivityReceipt(id: id, outcome: .dismissed), effects + [.changed(id)])
    }

    /// Dismisses the transient activities that are shown, because the session was locked.
    public mutating func sessionLocked(at now: Timestamp) -> [ActivityEffect] {
        let effects = advance(to: now)
        let transient = all.filter { $0.style == .transient && ($0.state == .active || $0.state == .stale) }.map(\.id).sorted()
        return effects + transient.flatMap { dismiss($0, at: now).effects }
    }

    private func running(_ id: ActivityID) throws(WidgetError) -> Activity {
        guard let activity = self[id] else { throw WidgetError(.notFound, "activity: there is no '\(id)'; `widgetctl activity list` lists them") }
        guard activity.isRunning else { throw WidgetError(.failedPrecondition, "activity: '\(id)' has ended and takes no updates; start another one") }
        return activity
    }

    private func checkRoom(for app: String) throws(WidgetError) {
        let running = all.filter(\.isRunning)
        guard running.count < ActivityLimits.activities else {
            throw WidgetError(.resourceExhausted, "\(running.count) activities run on this device, the limit; end one first (`widgetctl activity list`)")
        }
        let own = running.count { $0.app == app }
        guard own < ActivityLimits.activitiesPerApp else {
            throw WidgetError(
                .resourceExhausted, "app: \(own) activities of \(app.quoted) run, the limit; end one first, or start with the tag of one that runs")
        }
    }

    // MARK: Time

    /// Changes ``maximumAge``, and ends the activities that are older.
    public mutating func setMaximumAge(_ age: Milliseconds?, at now: Timestamp) -> [ActivityEffect] {
        maximumAge = age
        for activity in activities.values { put(activity) }
        return advance(to: now)
    }

    /// When something comes due; nil: nothing does.
    public var nextDeadline: Timestamp? { entries.values.lazy.compactMap(\.deadline).min() }

    /// Takes every step whose date has passed, as if it had been taken at that date.
    public mutating func advance(to now: Timestamp) -> [ActivityEffect] {
        var effects: [ActivityEffect] = []
        guard let first = nextDeadline, first <= now else { return forgetOldest() }
        for id in entries.keys.sorted() {
            guard var activity = self[id] else { continue }
            var (hasChanged, alerts) = (false, false)
            while let date = activity.deadline(maximumAge), date <= now {
                if activity.state == .dismissed {
                    entries[id] = nil
                    break
                }
                alerts = alerts || activity.state == .pending && activity.alert != nil
                activity.advance(to: date, maximumAge)
                hasChanged = true
            }
            if entries[id] == nil {
                effects.append(.removed(id))
            } else if hasChanged {
                put(activity)
                effects.append(.changed(id))
                if alerts, activity.isShown { effects.append(.alert(id)) }
            }
        }
        return effects + forgetOldest()
    }

    private mutating func forgetOldest() -> [ActivityEffect] {
        guard entries.count > ActivityLimits.endedActivities else { return [] }
        let over = all.filter { !$0.isRunning }
        guard over.count > ActivityLimits.endedActivities else { return [] }
        let oldest = over.sorted { ($0.endedAt ?? .earliest, $0.id) < ($1.endedAt ?? .earliest, $1.id) }.prefix(over.count - ActivityLimits.endedActivities)
        for activity in oldest { entries[activity.id] = nil }
        return oldest.map { .removed($0.id) }
    }
}
