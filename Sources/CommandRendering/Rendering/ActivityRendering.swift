package import WidgetAPI
package import WidgetCore
import WidgetSurfaces

/// Activities in words.
package enum ActivityRendering {
    package static func receipt(_ receipt: ProtoActivityReceipt) -> String {
        let id = PlainText.line(receipt.activityID)
        let reason = receipt.reason.isEmpty ? "" : ": \(PlainText.line(receipt.reason))"
        let device = receipt.deviceName.isEmpty ? "" : " on \(PlainText.line(receipt.deviceName))"
        return switch receipt.outcome {
        case .started: "Started \(id)\(device)\(reason).\n" + token(receipt)
        case .scheduled: "Scheduled \(id)\(device)\(reason).\n" + token(receipt)
        case .updated: "Updated \(id)\(device)\(reason).\n" + token(receipt)
        case .ended: "Ended \(id)\(reason).\n"
        case .dismissed: "Dismissed \(id)\(reason).\n"
        case .dropped: "Nothing was changed\(reason).\n"
        default: "Something was done with \(id) that this version doesn't know.\n"
        }
    }

    package static func performed(_ response: ProtoPerformActivityResponse, _ dates: DateFormatting) -> String {
        let action = PlainText.line(response.action)
        if response.hasQueuedUntil {
            return "\(action) waits for its device, until \(dates.both(response.queuedUntil.timestamp)); `widgetctl intent log` says what comes of it.\n"
        }
        if response.repeatedKey { return "\(action) had been performed already with this key; nothing was done now.\n" }
        return "Performed \(action).\n"
    }

    private static func token(_ receipt: ProtoActivityReceipt) -> String {
        receipt.pushToken.isEmpty ? "" : "Servers push to \(PlainText.line(receipt.pushToken)) until it ends.\n"
    }

    package static func state(_ state: ProtoActivity.State) -> (text: String, emphasis: Style.Emphasis?) {
        switch state {
        case .pending: ("pending", .cyan)
        case .active: ("active", .green)
        case .stale: ("stale", .yellow)
        case .ended: ("ended", .dim)
        case .dismissed: ("dismissed", .dim)
        default: ("unknown", nil)
        }
    }

    /// Its state, for people.
    static func state(_ snapshot: ProtoActivitySnapshot) -> (text: String, emphasis: Style.Emphasis?) {
        let state = state(snapshot.activity.state)
        return snapshot.isAway ? (state.text + ", away", .yellow) : state
    }

    package static func table(_ activities: [ProtoActivitySnapshot], _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        guard !activities.isEmpty else { return "There are no activities. `widgetctl activity start --title NAME` starts an activity.\n" }
        let short = ShortIDs(activities.map(\.activity.id))
        var table = Table("ACTIVITY", "TAG", "APP", "STATE", "STARTED", "DEVICE", "WHAT")
        for snapshot in activities {
            let activity = snapshot.activity
            let state = state(snapshot)
            table.add(
                .init(short(activity.id)), .init(activity.tag), .init(activity.app), .init(state.text, state.emphasis),
                .init(dates.relative(activity.startDate.timestamp)), .init(snapshot.local ? "" : snapshot.deviceName), .init(summary(snapshot, now: dates.now)))
        }
        return table.text(style, maximumWidth: width)
    }

    /// The facts that a drawing doesn't show, a line each.
    package static func facts(_ snapshot: ProtoActivitySnapshot, _ dates: DateFormatting, _ style: Style) -> [String] {
        let activity = snapshot.activity
        let state = state(activity.state)
        var fields = [("state", style(state.emphasis, state.text)), ("id", PlainText.line(activity.id)), ("app", PlainText.line(activity.app))]
        if !activity.tag.isEmpty { fields.append(("tag", PlainText.line(activity.tag))) }
        fields.append((activity.state == .pending ? "starts" : "started", dates.both(activity.startDate.timestamp)))
        if activity.hasEndedAt { fields.append(("ended", dates.both(activity.endedAt.timestamp))) }
        if activity.hasDismissalDate {
            fields.append((activity.state == .dismissed ? "dismissed" : "shown until", dates.both(activity.dismissalDate.timestamp)))
        }
        if activity.content.hasStaleDate { fields.append(("stale from", dates.both(activity.content.staleDate.timestamp))) }
        if !snapshot.local { fields.append(("device", PlainText.line(snapshot.deviceName))) }
        if snapshot.isAway { fields.append(("away", style(.yellow, PlainText.line(snapshot.unavailable)))) }
        if snapshot.privateHidden { fields.append(("private", "private content is hidden: the session is locked")) }
        if snapshot.invalidated { fields.append(("out of date", "an action was performed and the new views haven't come yet")) }
        let actions = ActivityDrawing.actions(snapshot)
        if !actions.isEmpty, ![.ended, .dismissed].contains(activity.state) {
            let name = PlainText.line(activity.tag.isEmpty ? activity.id : activity.tag)
            fields.append(("actions", actions.map(PlainText.line).joined(separator: ", ") + style(.dim, " (widgetctl activity tap \(name) ACTION)")))
        }
        if !snapshot.lastError.isEmpty { fields.append(("error", style(.yellow, PlainText.line(snapshot.lastError)))) }
        let width = fields.map(\.0.count).max() ?? 0
        return fields.map { name, value in style(.dim, name + String(repeating: " ", count: width - name.count)) + "  " + value }
    }

    package static func line(_ event: ProtoActivityEvent, _ dates: DateFormatting, _ style: Style) -> String {
        let time = style(.dim, dates.local(dates.now))
        let skipped = event.skipped == 0 ? "" : style(.dim, " (\(event.skipped) skipped before it)")
        switch event.event {
        case .activity(let snapshot):
            let activity = snapshot.activity
            let state = state(snapshot)
            let outOfDate = snapshot.invalidated ? ", out of date after an action" : ""
            let device = snapshot.local ? "" : style(.dim, " on \(PlainText.line(snapshot.deviceName))")
            return
                "\(time) \(ShortIDs.ofTime(activity.id)) \(style(state.emphasis, state.text)) \(PlainText.line(summary(snapshot, now: dates.now)))\(outOfDate)\(device)\(skipped)\n"
        case .removedActivityID(let id): return "\(time) \(ShortIDs.ofTime(PlainText.line(id))) forgotten\(skipped)\n"
        case .initialStateSent: return "\(time) " + style(.dim, "end of the current state; changes follow") + "\n"
        case nil: return "\(time) an event that this version doesn't know\n"
        }
    }

    /// An activity and its state, in a line: a task's words; for another type its title, where the attributes have one, and the text of its compact views.
    package static func summary(_ snapshot: ProtoActivitySnapshot, now: Timestamp) -> String {
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
    package static func title(_ attributes: String) -> String? {
        guard case .object(let object)? = try? JSONValue(parsing: Array(attributes.utf8)), case .string(let title)? = object["title"] else { return nil }
        return title.isEmpty ? nil : title
    }

    private static func viewWords(_ archive: ProtoActivityArchive, now: Timestamp) -> String? {
        guard let views = try? ActivityArchiveCodec.views(archive) else { return nil }
        let traits = SurfaceTraits(colorDepth: .none, now: now, localTime: SystemClock.localTime)
        let lines = ActivityAppearance.choose(Set(views.keys), at: ActivitySurfaceContext(.statusBar)).presentations.flatMap { presentation in
            views[presentation].map { LineRenderer.lines($0, traits: traits).lines } ?? []
        }
        return lines.isEmpty ? nil : lines.joined(separator: " ")
    }
}
