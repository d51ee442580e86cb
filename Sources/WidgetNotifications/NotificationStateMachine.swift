import SwiftProtobuf
public import WidgetAPI
public import WidgetCore
public import WidgetLayout

/// Decides which notifications there are, and what they show. It reads no clock: its callers pass the date.
///
/// Each activity has one notification, which is replaced in place. A notification that a user closed comes back only when the activity alerts. Closing a
/// transient activity's notification dismisses the activity.
public struct NotificationStateMachine: Sendable {
    struct Entry: Sendable {
        var snapshot: ProtoActivitySnapshot
        /// 0: none.
        var notification: UInt32 = 0
        /// The content that was last sent to the server. Nil where none was.
        var sent: NotificationContent?
        var sentAt = Timestamp.earliest
        /// The server hasn't answered yet.
        var isInFlight = false
        /// The daemon no longer has the activity. The entry is removed once its notification is closed.
        var isGone = false
        /// A user closed it.
        var isHidden = false
        /// The revision of the last alert that was shown.
        var alert: Int64 = 0
        var alertedAt = Timestamp.earliest
        /// When one of its buttons was pressed last.
        var pressedAt = Timestamp.earliest

        /// Takes over the notification of an earlier run.
        mutating func adopt(_ line: NotificationMemory.Line) {
            notification = line.notification
            guard line.alert >= alert else { return }
            (alert, alertedAt, isHidden) = (line.alert, .earliest, notification == 0)
        }
    }

    private let localTime: LocalTime
    private(set) var entries: [String: Entry] = [:]
    /// The server's unique name. Nil where no server runs.
    private(set) var server: String?
    /// Whether the bus was asked to start a server since the last one went.
    private var hasAsked = false
    /// The notifications of an earlier run whose activities haven't come yet.
    private var earlier: NotificationMemory
    private var remembered: NotificationMemory
    /// Activities that the daemon hasn't sent again since the connection was made anew.
    private var unconfirmed: Set<String> = []
    /// Every activity has been sent once.
    private var isComplete = false
    /// When the daemon was lost. Nil while it is connected.
    private var lostAt: Timestamp?

    /// - Parameters:
    ///   - memory: the memory of the run before.
    public init(memory: NotificationMemory = NotificationMemory(), localTime: LocalTime = .utc) {
        earlier = memory
        remembered = memory
        self.localTime = localTime
    }

    // MARK: The daemon

    /// A connection was made: every activity comes again.
    public mutating func connected() {
        isComplete = false
        lostAt = nil
        unconfirmed = Set(entries.keys)
    }

    /// The daemon is gone. The notifications stay for ``NotificationLimits/offlineShown``.
    public mutating func lost(at now: Timestamp) { lostAt = lostAt ?? now }

    public mutating func apply(_ event: ProtoActivityEvent, at now: Timestamp) {
        switch event.event {
        case .activity(let snapshot): take(snapshot, at: now)
        case .removedActivityID(let id): dismiss(id)
        case .initialStateSent:
            for id in unconfirmed { dismiss(id) }
            unconfirmed = []
            isComplete = true
        case nil: break
        }
    }

    private mutating func take(_ snapshot: ProtoActivitySnapshot, at now: Timestamp) {
        let id = snapshot.activity.id
        unconfirmed.remove(id)
        let known = entries[id]
        var entry = known ?? Entry(snapshot: snapshot)
        entry.snapshot = snapshot
        entry.isGone = false
        let line = server != nil && earlier.server == server ? earlier.lines.removeValue(forKey: id) : nil
        if let line { entry.adopt(line) }
        let alert = snapshot.activity.alert
        if snapshot.activity.hasAlert, snapshot.activity.state != .pending, alert.revision > entry.alert {
            entry.alert = alert.revision
            // An alert that is older than this program isn't shown again.
            if isComplete || known != nil || line != nil { (entry.alertedAt, entry.isHidden) = (now, false) }
        }
        entries[id] = entry
    }

    /// The activity is gone. The next step closes its notification.
    private mutating func dismiss(_ id: String) {
        entries[id]?.snapshot.activity.state = .dismissed
        entries[id]?.isGone = true
    }

    // MARK: The server

    /// A server has come, or the server has gone. A new server is sent every notification again.
    public mutating func served(by server: String?) {
        guard server != self.server else { return }
        self.server = server
        hasAsked = false
        for (id, var entry) in entries {
            (entry.notification, entry.sent, entry.isInFlight) = (0, nil, false)
            if let server, earlier.server == server, let line = earlier.lines.removeValue(forKey: id) { entry.adopt(line) }
            entries[id] = entry
        }
        if server != nil, server != earlier.server { earlier = NotificationMemory() }
    }

    public mutating func shown(_ activity: String, as notification: UInt32, by server: String) {
        guard server == self.server else { return }
        entries[activity]?.notification = notification
        entries[activity]?.isInFlight = false
    }

    /// The server couldn't show it. It is sent again only when its content changes.
    public mutating func failed(_ activity: String, by server: String) {
        guard server == self.server else { return }
        entries[activity]?.isInFlight = false
    }

    /// The server has closed a notification.
    /// - Parameter isDismissed: whether the user closed it. Otherwise it expired, or the reason is unknown.
    public mutating func closed(_ notification: UInt32, isDismissed: Bool, at now: Timestamp) -> [NotificationEffect] {
        guard let (id, entry) = entries.first(where: { $0.value.notification == notification }) else { return [] }
        entries[id]?.notification = 0
        if now.isWithin(NotificationLimits.closesAfterAction, since: entry.pressedAt) {
            // Some servers close a notification whose button was pressed. It is shown again if the activity still needs one.
            entries[id]?.sent = nil
            return []
        }
        entries[id]?.isHidden = true
        guard isDismissed, entry.snapshot.activity.style == .transient else { return [] }
        return [.perform(.dismiss, activity: id)]
    }

    /// A button was pressed.
    public mutating func pressed(_ key: String, on notification: UInt32, at now: Timestamp) -> [NotificationEffect] {
        guard let id = entries.first(where: { $0.value.notification == notification })?.key, let action = NotificationAction(key: key) else { return [] }
        entries[id]?.pressedAt = now
        return [.perform(action, activity: id)]
    }

    // MARK: Steps

    /// The effects that are due now, and when the next step is due if nothing else happens.
    public mutating func advance(to now: Timestamp) -> (effects: [NotificationEffect], next: Timestamp?) {
        var effects: [NotificationEffect] = []
        var next: [Timestamp] = []
        for id in entries.keys.sorted() {
            guard let effect = step(id, now, &next) else { continue }
            effects.append(effect)
        }
        entries = entries.filter { !$0.value.isGone || $0.value.notification != 0 || $0.value.isInFlight }
        if isComplete, server != nil, !earlier.lines.isEmpty {
            effects += earlier.lines.values.map(\.notification).filter { $0 != 0 }.sorted().map { .close($0) }
            earlier.lines = [:]
        }
        if isComplete, server == nil, !hasAsked, entries.values.contains(where: isWanted) {
            hasAsked = true
            effects.append(.startServer)
        }
        if isComplete, server != nil, remembered != memory {
            remembered = memory
            effects.append(.remember)
        }
        return (effects, next.min())
    }

    private mutating func step(_ id: String, _ now: Timestamp, _ next: inout [Timestamp]) -> NotificationEffect? {
        guard isComplete, server != nil, var entry = entries[id], !entry.isInFlight else { return nil }
        defer { entries[id] = entry }
        let isTrue = lostAt.map { now.isWithin(NotificationLimits.offlineShown, since: $0) } ?? true
        if isTrue, let lostAt { next.append(lostAt + NotificationLimits.offlineShown) }
        guard isTrue, isWanted(entry) else {
            let notification = entry.notification
            (entry.notification, entry.sent) = (0, nil)
            return notification == 0 ? nil : .close(notification)
        }
        let isAlerting = now.isWithin(NotificationLimits.alertShown, since: entry.alertedAt)
        if isAlerting { next.append(entry.alertedAt + NotificationLimits.alertShown) }
        let (content, change) = NotificationContent.of(entry.snapshot, isAlerting: isAlerting, now: now, localTime: localTime)
        if let change { next.append(max(change, min(entry.sentAt, now) + NotificationLimits.tickInterval)) }
        guard content != entry.sent else { return nil }
        guard !now.isWithin(NotificationLimits.drawingInterval, since: entry.sentAt) else {
            next.append(entry.sentAt + NotificationLimits.drawingInterval)
            return nil
        }
        (entry.sent, entry.sentAt, entry.isInFlight) = (content, now, true)
        return .show(activity: id, replaces: entry.notification, content)
    }

    /// Whether there should be a notification. An activity that ended before it was ever shown gets none.
    private func isWanted(_ entry: Entry) -> Bool {
        switch entry.snapshot.activity.state {
        case .active, .stale: !entry.isHidden
        case .ended: !entry.isHidden && (entry.sent != nil || entry.notification != 0)
        default: false
        }
    }

    /// Closes all notifications, because the program ends.
    public mutating func closeAll() -> [NotificationEffect] {
        let notifications = entries.values.map(\.notification).filter { $0 != 0 }.sorted()
        for id in entries.keys { entries[id]?.notification = 0 }
        return notifications.map { .close($0) } + [.remember]
    }

    /// The memory for the next run.
    public var memory: NotificationMemory {
        NotificationMemory(
            server: server ?? "",
            lines: entries.compactMapValues { entry in
                entry.notification != 0 || entry.isHidden ? .init(notification: entry.notification, alert: entry.alert) : nil
            })
    }
}

extension Timestamp {
    /// Whether less than `interval` has passed since `start`. It is false where the clock was set back before `start`.
    func isWithin(_ interval: Milliseconds, since start: Timestamp) -> Bool { self >= start && self < start + interval }
}

/// An action that the caller of the state machine performs.
public enum NotificationEffect: Sendable, Hashable {
    /// Shows an activity in place of the notification `replaces`, or in a new one where that is 0. The caller then calls
    /// ``NotificationStateMachine/shown(_:as:by:)`` or ``NotificationStateMachine/failed(_:by:)``.
    case show(activity: String, replaces: UInt32, NotificationContent)
    case close(UInt32)
    /// No server runs. The bus is asked to start one.
    case startServer
    /// Performs a button's action.
    case perform(NotificationAction, activity: String)
    /// ``NotificationStateMachine/memory`` has changed and must be written.
    case remember
}

/// The state that a restart of this program needs, so that nothing is shown twice.
public struct NotificationMemory: Sendable, Hashable {
    public struct Line: Sendable, Hashable {
        /// 0: it is hidden, because a user closed it.
        public var notification: UInt32
        /// The revision of the last alert that was shown.
        public var alert: Int64

        public init(notification: UInt32, alert: Int64) {
            self.notification = notification
            self.alert = alert
        }
    }

    /// The server's unique name on the bus. The numbers of notifications mean nothing to another server.
    public var server: String
    /// The lines by activity.
    public var lines: [String: Line]

    public init(server: String = "", lines: [String: Line] = [:]) {
        self.server = server
        self.lines = lines
    }
}
