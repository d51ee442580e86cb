import SwiftProtobuf
public import WidgetAPI
public import WidgetCore
public import WidgetLayout
import WidgetSurfaces

/// The content of an activity's notification.
public struct NotificationContent: Sendable, Hashable {
    /// The numbers of the Desktop Notifications Specification.
    public enum Urgency: UInt8, Sendable, Hashable {
        /// Servers show it without a sound or a banner.
        case low = 0
        case normal = 1
    }

    /// A button.
    public struct Action: Sendable, Hashable {
        public var key: String
        public var title: String
    }

    /// The app that the activity belongs to.
    public var app: String
    /// One line of plain text.
    public var summary: String
    /// Lines of plain text, without markup.
    public var body: String
    /// The progress in percent. Nil where there is none.
    public var value: Int?
    public var urgency: Urgency
    /// A sound's name; nil: none is played.
    public var sound: String?
    /// Whether the server removes it after its usual time. Otherwise it stays until it is closed.
    public var expires: Bool
    /// Whether servers leave it out of their list of past notifications.
    public var isTransient: Bool
    public var actions: [Action]
}

extension NotificationContent {
    /// The content for an activity now, and when it next changes without an event.
    /// - Parameter isAlerting: whether the notification shows its alert's text.
    public static func of(
        _ snapshot: ProtoActivitySnapshot, isAlerting: Bool, now: Timestamp, localTime: LocalTime
    ) -> (content: NotificationContent, nextChange: Timestamp?) {
        let activity = snapshot.activity
        let views = snapshot.views
        let traits = SurfaceTraits(colorDepth: .none, now: now, localTime: localTime)
        let appearance = ActivityAppearance.choose(Set(views.keys), at: ActivitySurfaceContext(.notification, isAlerting: isAlerting))
        let drawn = appearance.presentations.compactMap { views[$0] }.map { LineRenderer.lines($0, traits: traits, isInvalidated: snapshot.isOutOfDate) }
        // All views, for the buttons in those that a notification doesn't show.
        let rest = views.sorted { $0.key < $1.key }.map { LineRenderer.lines($0.value, traits: traits) }
        var lines = drawn.flatMap(\.lines)
        if lines.isEmpty { lines = [LineRenderer.line(activity.type)] }
        if isAlerting { lines = [activity.alert.title, activity.alert.body].filter { !$0.isEmpty }.map { LineRenderer.line($0) } + lines }
        if !snapshot.local { lines.append(snapshot.isAway ? LineRenderer.line(snapshot.unavailable) : "on \(LineRenderer.line(snapshot.deviceName))") }
        if activity.state == .stale || activity.state == .ended { lines.append(activity.state == .stale ? "out of date" : "ended") }
        let own = activity.state == .ended ? [] : (drawn + rest).actions(among: snapshot.tapTargets)
        let hidden = own.dropFirst(NotificationLimits.actions)
        if !hidden.isEmpty {
            let name = LineRenderer.line(activity.tag.isEmpty ? activity.id : activity.tag)
            lines.append("\(hidden.count) more: \(hidden.map { $0.title.isEmpty ? $0.id : $0.title }.joined(separator: ", ")); widgetctl activity tap \(name)")
        }
        let content = NotificationContent(
            app: LineRenderer.line(activity.app), summary: lines[0], body: lines.dropFirst().joined(separator: "\n"),
            value: drawn.lazy.compactMap(\.fraction).first.map { Int((min(1, max(0, $0)) * 100).rounded(.down)) },
            urgency: isAlerting || activity.state == .ended ? .normal : .low, sound: isAlerting ? activity.alert.sound : nil,
            expires: activity.state == .ended, isTransient: activity.style == .transient, actions: actions(activity, own))
        return (content, drawn.compactMap(\.nextTick).min())
    }

    /// The activity's own buttons, then those that every notification has.
    private static func actions(_ activity: ProtoActivity, _ views: [RenderedLines.Action]) -> [Action] {
        let standard = activity.state == .ended ? [] : [(NotificationAction.end, "End")]
        let own = views.prefix(NotificationLimits.actions).map { (NotificationAction.act($0.id), $0.title.isEmpty ? $0.id : $0.title) }
        return (own + standard + [(.dismiss, "Dismiss")]).map { Action(key: $0.key, title: $1) }
    }
}

/// The actions of a notification's buttons.
public enum NotificationAction: Sendable, Hashable {
    case end
    case dismiss
    /// One of the activity's own, by its id.
    case act(String)

    /// The key that the server reports when the button is pressed.
    var key: String {
        switch self {
        case .end: "end"
        case .dismiss: "dismiss"
        case .act(let id): Self.prefix + id
        }
    }

    /// Nil for a key that isn't ours.
    init?(key: String) {
        switch key {
        case "end": self = .end
        case "dismiss": self = .dismiss
        case _ where key.hasPrefix(Self.prefix): self = .act(String(key.dropFirst(Self.prefix.count)))
        default: return nil
        }
    }

    private static let prefix = "act:"
}
