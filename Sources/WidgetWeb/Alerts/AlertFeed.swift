import WidgetAPI
import WidgetCore
import WidgetLayout

/// The words with which a browser's user is told of a Live Activity.
struct WebAlert: Sendable, Hashable {
    /// The activity's id.
    var activity: String
    var title: String
    var body: String

    /// The text of the message that the page's worker gets. All of it fits into one: the daemon's texts have at most 512 bytes each.
    /// - Parameter icon: its path.
    func text(icon: String) -> [UInt8] {
        let fields = [("title", title), ("body", body), ("tag", activity), ("icon", icon)]
        return Array("{\(fields.map { "\(JSONText.quoted($0)):\(JSONText.quoted($1))" }.joined(separator: ","))}".utf8)
    }
}

/// Follows the daemon's activities for their alerts. On the thread that follows the daemon.
///
/// Each alert is told once. Those that are older than this program aren't told at all.
final class AlertFeed {
    private let feed: WatchFeed<ProtoActivityEvent>
    private var link = Reconnection()
    /// The revision of the last alert of each activity.
    private var revisions: [String: Int64] = [:]
    /// The daemon has said everything once.
    private var isComplete = false

    init(at location: SocketLocation) {
        feed = WatchFeed(at: location, PresentationTraits.standardViews) { client throws(WidgetError) in try client.watchActivities() }
    }

    func close() { feed.close() }

    /// For poll(2).
    var descriptor: Int32? { feed.descriptor }

    /// Milliseconds until something is to be done without an event; nil: never.
    var timeout: Int64? { link.milliseconds }

    /// The alerts that have come.
    func step() -> [WebAlert] {
        var alerts: [WebAlert] = []
        do throws(WidgetError) {
            if link.isDue {
                try feed.connect()
                link.connected()
            }
            guard link.isConnected else { return [] }
            try feed.take { event in
                switch event.event {
                case .activity(let snapshot): if let alert = alert(of: snapshot.activity) { alerts.append(alert) }
                case .removedActivityID(let id): revisions[id] = nil
                case .initialStateSent: isComplete = true
                case nil: break
                }
            }
        } catch {
            feed.close()
            link.lost()
        }
        return alerts
    }

    private func alert(of activity: ProtoActivity) -> WebAlert? {
        guard activity.hasAlert, activity.state != .pending, activity.alert.revision > revisions[activity.id] ?? 0 else { return nil }
        let isNew = isComplete || revisions[activity.id] != nil
        revisions[activity.id] = activity.alert.revision
        let words = [activity.alert.title, activity.alert.body].filter { !$0.isEmpty }
        guard isNew, let title = words.first else { return nil }
        return WebAlert(activity: activity.id, title: title, body: words.dropFirst().first ?? "")
    }
}
