import WidgetAPI
import WidgetCore
import WidgetSurfaces

extension ActivityRendering {
    /// What an activity is and how it stands, in a line: of a task its words; of another type its title, where the attributes have one, and what its compact views say.
    static func summary(_ snapshot: ProtoActivitySnapshot, now: Timestamp) -> String {
        let activity = snapshot.activity
        if activity.type == TaskActivity.type, let task = try? TaskActivity(attributes: activity.attributes, state: activity.content.state) {
            return summary(task)
        }
        let words = [title(activity.attributes), viewWords(snapshot.archive, now: now)].compactMap(\.self).joined(separator: ", ")
        return words.isEmpty ? activity.type : "\(activity.type): \(words)"
    }

    private static func summary(_ task: TaskActivity) -> String {
        var parts = [task.title]
        if let outcome = task.outcome {
            parts.append(outcome == .success ? "done" : "failed")
        } else if let progress = task.progress {
            parts.append("\(Int((progress * 100).rounded(.down))) %")
        }
        if !task.detail.isEmpty { parts.append(task.detail) }
        return parts.joined(separator: ", ")
    }

    /// The title that attributes have; nil: they have none.
    static func title(_ attributes: String) -> String? {
        guard case .object(let object)? = try? JSONValue(parsing: Array(attributes.utf8)), case .string(let title)? = object["title"] else { return nil }
        return title.isEmpty ? nil : title
    }

    private static func viewWords(_ archive: ProtoActivityArchive, now: Timestamp) -> String? {
        guard let views = try? ActivityArchiveCodec.views(archive) else { return nil }
        let traits = SurfaceTraits(colorDepth: .none, now: now, zoneOffset: SystemClock.offset)
        let lines = ActivityAppearance.choose(Set(views.keys), at: ActivityPlace(.statusBar)).presentations.flatMap { presentation in
            views[presentation].map { LineRenderer.lines($0, traits: traits).lines } ?? []
        }
        return lines.isEmpty ? nil : lines.joined(separator: " ")
    }
}
