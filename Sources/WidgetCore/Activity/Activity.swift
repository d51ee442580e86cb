/// The id of a Live Activity: a UUIDv7, as a widget's.
public typealias ActivityID = WidgetID

/// A Live Activity: something that goes on now, and its state.
public struct Activity: Sendable, Hashable {
    public var id: ActivityID
    /// Its owner: a provider's id, or any name that a client gives. 1 to ``Limits/activityNameBytes``.
    public var app: String
    /// The client's name for it, unique within the app among those that haven't ended. Up to ``Limits/activityNameBytes``; empty: none.
    public var tag: String
    /// The attributes type, which says who draws it.
    public var type: String
    /// A JSON object, which never changes.
    public var attributes: String
    public var content: ActivityContent
    public var style: ActivityStyle
    public var state: ActivityState
    /// When it starts, or started.
    public var startDate: Timestamp
    /// When it ended, by the owner's clock; nil: it hasn't ended.
    public var endedAt: Timestamp?
    /// When it is dismissed, or was; nil: it hasn't ended.
    public var dismissalDate: Timestamp?
    /// The sender's date of the last update that was applied; nil: no update had one.
    public var timestamp: Timestamp?
    /// The broadcast channel that it listens to; empty: none.
    public var channel: [UInt8]
    /// The last alert; nil: there was none.
    public var alert: ActivityAlert?
    /// Its client holds a stream open for it, and the activity ends with the stream.
    public var isFollowed: Bool
    /// Rises with every change, from 1.
    public var revision: Int64

    public init(
        id: ActivityID, app: String, tag: String, type: String, attributes: String, content: ActivityContent, style: ActivityStyle, state: ActivityState,
        startDate: Timestamp, endedAt: Timestamp? = nil, dismissalDate: Timestamp? = nil, timestamp: Timestamp? = nil, channel: [UInt8] = [],
        alert: ActivityAlert? = nil, isFollowed: Bool = false, revision: Int64 = 1
    ) {
        self.id = id
        self.app = app
        self.tag = tag
        self.type = type
        self.attributes = attributes
        self.content = content
        self.style = style
        self.state = state
        self.startDate = startDate
        self.endedAt = endedAt
        self.dismissalDate = dismissalDate
        self.timestamp = timestamp
        self.channel = channel
        self.alert = alert
        self.isFollowed = isFollowed
        self.revision = revision
    }

    /// Takes updates: it is pending, active or stale.
    public var isRunning: Bool { state < .ended }
    /// A surface has something to show.
    public var isShown: Bool { state == .active || state == .stale || state == .ended }
}

/// The part of an activity that updates replace.
public struct ActivityContent: Sendable, Hashable {
    /// A JSON object; with the attributes at most ``ActivityLimits/contentBytes``.
    public var state: String
    /// The date from which it is shown as out of date; nil: never.
    public var staleDate: Timestamp?
    /// Compared with other activities'; the highest gets the prominent place. Finite; 0: none.
    public var relevanceScore: Double

    public init(state: String = "{}", staleDate: Timestamp? = nil, relevanceScore: Double = 0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}

/// The states of an activity's life, in their order. An update makes a stale activity active again.
public enum ActivityState: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Its start date is to come.
    case pending = 1
    case active = 2
    /// Its stale date has passed.
    case stale = 3
    /// Still shown; takes no updates.
    case ended = 4
    case dismissed = 5

    public static func < (a: ActivityState, b: ActivityState) -> Bool { a.rawValue < b.rawValue }
}

public enum ActivityStyle: Int, Sendable, Hashable, CaseIterable {
    case standard = 1
    /// Ends when the session locks or its presentation is closed.
    case transient = 2
}

/// An alert, with which a surface draws attention.
public struct ActivityAlert: Sendable, Hashable {
    /// At most ``ActivityLimits/alertBytes`` each.
    public var title: String
    public var body: String
    /// A sound's name; empty: the surface's own.
    public var sound: String
    /// The revision of the activity that it came with: a surface alerts once for each.
    public var revision: Int64

    public init(title: String, body: String, sound: String = "", revision: Int64 = 0) {
        self.title = title
        self.body = body
        self.sound = sound
        self.revision = revision
    }
}

extension Activity {
    /// The order in which surfaces show activities.
    public static func isBefore(_ a: Activity, _ b: Activity) -> Bool { a.place < b.place }

    private var place: ActivityOrder {
        ActivityOrder(state: state, relevanceScore: content.relevanceScore, startDate: startDate, id: id.description)
    }
}

/// The place of an activity among others. Running ones come first, then those to come, then those that have ended. Among these the highest relevance score
/// comes first, then the earliest start.
public struct ActivityOrder: Sendable, Hashable, Comparable {
    private let rank: Int
    private let relevanceScore: Double
    private let startDate: Timestamp
    private let id: String

    public init(state: ActivityState, relevanceScore: Double, startDate: Timestamp, id: String) {
        rank =
            switch state {
            case .active, .stale: 0
            case .pending: 1
            case .ended: 2
            case .dismissed: 3
            }
        self.relevanceScore = relevanceScore
        self.startDate = startDate
        self.id = id
    }

    public static func < (a: ActivityOrder, b: ActivityOrder) -> Bool {
        (a.rank, -a.relevanceScore, a.startDate, a.id) < (b.rank, -b.relevanceScore, b.startDate, b.id)
    }
}

/// The steps of an activity's life.
extension Activity {
    /// When its next step comes due by itself; nil: never.
    func deadline(_ maximumAge: Milliseconds?) -> Timestamp? {
        switch state {
        case .pending: startDate
        case .active: [content.staleDate, maximumAge.map { startDate + $0 }].lazy.compactMap(\.self).min()
        case .stale: maximumAge.map { startDate + $0 }
        case .ended: dismissalDate
        case .dismissed: (dismissalDate ?? .earliest) + ActivityLimits.dismissedRetention
        }
    }

    /// Takes the step that is due at `date`.
    mutating func advance(to date: Timestamp, _ maximumAge: Milliseconds?) {
        revision += 1
        switch state {
        case .pending:
            state = .active
            alert?.revision = revision
        case .active, .stale:
            if let maximumAge, startDate + maximumAge <= date {
                end(at: date, .default)
            } else {
                state = .stale
            }
        case .ended: dismiss(at: date)
        case .dismissed: break
        }
    }

    /// The activity as another device shows it, whether or not its owner has reported the change. It is out of date from its stale date on, and gone from its
    /// dismissal date on. Only its owner decides when it starts and how long it may take.
    public func shownRemotely(at now: Timestamp) -> Activity {
        guard let date = remoteDeadline, date <= now else { return self }
        var activity = self
        activity.state = state == .ended ? .dismissed : .stale
        return activity
    }

    /// The date from which ``shownRemotely(at:)`` differs from the stored state; nil: it never does.
    public var remoteDeadline: Timestamp? {
        switch state {
        case .active: content.staleDate
        case .ended: dismissalDate
        case .pending, .stale, .dismissed: nil
        }
    }

    /// Applies an update.
    mutating func apply(_ update: ActivityUpdate) {
        if let content = update.content { self.content = content }
        timestamp = update.timestamp ?? timestamp
        revision += 1
        if var alert = update.alert {
            alert.revision = revision
            self.alert = alert
        }
    }

    mutating func end(at date: Timestamp, _ policy: ActivityDismissalPolicy) {
        state = .ended
        endedAt = date
        dismissalDate = policy.date(endedAt: date)
    }

    mutating func dismiss(at date: Timestamp) {
        state = .dismissed
        dismissalDate = date
        revision += 1
    }

    /// The receipt for an update whose sender dated it before the last one that was applied; nil: the update isn't older.
    func outdated(_ update: ActivityUpdate) -> ActivityReceipt? {
        guard let sent = update.timestamp, let timestamp, sent < timestamp else { return nil }
        return ActivityReceipt(
            id: id, outcome: .dropped, reason: "its timestamp is \((timestamp - sent).count) ms older than that of the last update that was applied")
    }
}
