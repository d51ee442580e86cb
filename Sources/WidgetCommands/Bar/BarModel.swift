import SwiftProtobuf
import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// The state of a bar: it takes events and clicks, and gives the items. It touches neither the bar nor the daemon; the date is an input.
struct BarModel {
    let selection: BarSelection
    /// By id.
    private var activities: [String: ProtoActivitySnapshot] = [:]
    private var widgets: [String: ProtoWidgetSnapshot] = [:]
    private var controls: [String: ProtoControlSnapshot] = [:]
    /// Ids of the selected widgets, in their order.
    private(set) var widgetIDs: [String] = []
    /// Ids of the selected controls, in their order.
    private var controlIDs: [String] = []
    private var selected: String?
    /// The revision of each activity's last alert, and when it came.
    private var alerts: [String: (revision: Int64, at: Timestamp)] = [:]
    /// Ids that the daemon hasn't sent again since the connection was made anew.
    private var unconfirmed: Set<String> = []
    private var unconfirmedControls: Set<String> = []
    /// Watches that haven't sent everything once.
    private var incomplete = 0
    /// When the connection to the daemon was lost; nil: it is there.
    private var lostAt: Timestamp?

    init(_ selection: BarSelection) { self.selection = selection }

    /// Everything has been sent once.
    var isComplete: Bool { incomplete == 0 && lostAt == nil }

    // MARK: Events

    /// A connection was made: everything comes again.
    /// - Parameters:
    ///   - widgetIDs: of the selected widgets, as the daemon knows them now.
    ///   - controlIDs: of the selected controls.
    mutating func connected(widgetIDs: [String], controlIDs: [String] = []) {
        lostAt = nil
        self.widgetIDs = widgetIDs
        self.controlIDs = controlIDs
        widgets = widgets.filter { widgetIDs.contains($0.key) }
        let watchesControls = selection.showsControls || !controlIDs.isEmpty
        incomplete = (selection.showsActivities ? 1 : 0) + (widgetIDs.isEmpty ? 0 : 1) + (watchesControls ? 1 : 0)
        unconfirmed = Set(activities.keys)
        unconfirmedControls = Set(controls.keys)
    }

    mutating func lost(at now: Timestamp) { lostAt = lostAt ?? now }

    mutating func apply(_ event: ProtoWatchEvent) {
        switch event.event {
        case .widget(let snapshot): widgets[snapshot.widget.id] = snapshot
        case .removedWidgetID(let id): widgets[id] = nil
        case .initialStateSent: incomplete -= 1
        case nil: break
        }
    }

    mutating func apply(_ event: ProtoActivityEvent, at now: Timestamp) {
        switch event.event {
        case .activity(let snapshot):
            let id = snapshot.activity.id
            unconfirmed.remove(id)
            activities[id] = snapshot
            note(snapshot.activity, at: now)
        case .removedActivityID(let id): remove(id)
        case .initialStateSent:
            for id in unconfirmed { remove(id) }
            unconfirmed = []
            incomplete -= 1
        case nil: break
        }
    }

    mutating func apply(_ event: ProtoControlEvent) {
        switch event.event {
        case .control(let snapshot):
            unconfirmedControls.remove(snapshot.control.id)
            controls[snapshot.control.id] = snapshot
        case .removedControlID(let id): controls[id] = nil
        case .initialStateSent:
            for id in unconfirmedControls { controls[id] = nil }
            unconfirmedControls = []
            incomplete -= 1
        case nil: break
        }
    }

    /// An alert that was there at the start has drawn attention already.
    private mutating func note(_ activity: ProtoActivity, at now: Timestamp) {
        guard activity.hasAlert, activity.state != .pending, activity.alert.revision > (alerts[activity.id]?.revision ?? 0) else { return }
        alerts[activity.id] = (activity.alert.revision, isComplete ? now : .earliest)
    }

    private mutating func remove(_ id: String) {
        activities[id] = nil
        alerts[id] = nil
        if selected == id { selected = nil }
    }

    // MARK: Items

    /// The items shown now, how many more there are, and when they change by themselves.
    func items(_ items: BarItems) -> (items: [BarItem], hidden: Int, nextChange: Timestamp?) {
        let now = items.now
        if let lostAt {
            guard now >= lostAt, now < lostAt + BarLimits.offlineShown else { return ([], 0, nil) }
        }
        var changes: [Timestamp?] = [lostAt.map { $0 + BarLimits.offlineShown }]
        let shown = shownActivities(at: now, &changes)
        var result: [BarItem] = []
        for (rank, snapshot) in shown.prefix(selection.limit).enumerated() {
            let id = snapshot.activity.id
            let alerted = alerts[id]?.at ?? .earliest
            let isAlerting = now >= alerted && now < alerted + BarLimits.alertShown
            if isAlerting { changes.append(alerted + BarLimits.alertShown) }
            let place = ActivitySurfaceContext(.statusBar, rank: rank, count: shown.count, isSelected: selected == id, isAlerting: isAlerting)
            let (item, change) = items.activity(snapshot, at: place)
            changes.append(change)
            result.append(item)
        }
        for id in widgetIDs {
            guard let snapshot = widgets[id] else { continue }
            let (item, change) = items.widget(snapshot, isSelected: selected == id)
            changes.append(change)
            result.append(item)
        }
        result += shownControls.map { items.control($0, isSelected: selected == $0.control.id) }
        return (result, max(0, shown.count - selection.limit), changes.compactMap(\.self).min())
    }

    /// Those that are named, then the others in the order in which they were added, which is that of their ids.
    private var shownControls: [ProtoControlSnapshot] {
        let named = controlIDs.compactMap { controls[$0] }
        guard selection.showsControls else { return named }
        return named + controls.values.filter { !controlIDs.contains($0.control.id) }.sorted { $0.control.id < $1.control.id }
    }

    private func shownActivities(at now: Timestamp, _ changes: inout [Timestamp?]) -> [ProtoActivitySnapshot] {
        guard selection.showsActivities else { return [] }
        let shown = activities.values.filter { snapshot in
            let activity = snapshot.activity
            guard isSelected(activity) else { return false }
            switch activity.state {
            case .active, .stale: return true
            case .ended:
                let end = activity.endedAt.timestamp + BarLimits.endedShown
                if now < end { changes.append(end) }
                return now < end
            default: return false
            }
        }
        return shown.sorted { $0.activity.order < $1.activity.order }
    }

    private func isSelected(_ activity: ProtoActivity) -> Bool {
        selection.activities.isEmpty || selection.activities.contains { $0 == activity.tag || activity.id.hasPrefix($0) }
    }

    // MARK: Clicks

    /// The request that a click makes of the daemon; nil: none, because it only changed the selection or met nothing.
    mutating func click(_ click: BarClick, among items: [BarItem]) -> BarIntent? {
        guard let item = click.item.isEmpty ? items.first : items.first(where: { $0.id == click.item }) else { return nil }
        let intent: BarIntent?
        if let number = click.choice {
            intent = item.choices.indices.contains(number) ? item.choices[number].intent : nil
        } else {
            intent = item.clicks[click.button]
        }
        guard intent == .select else { return intent }
        selected = selected == item.id ? nil : item.id
        return nil
    }
}

/// The items that a user wants in their bar.
struct BarSelection: Equatable {
    /// Activities are shown.
    var showsActivities = true
    /// Tags or ids of activities; empty: all.
    var activities: [String] = []
    /// Widgets as the user calls them, in their order.
    var widgets: [String] = []
    /// All controls are shown, behind those that are named.
    var showsControls = false
    /// Controls as the user calls them, in their order.
    var controls: [String] = []
    /// Activities shown at most; the others are a number.
    var limit = BarLimits.activities
}
