import CommandRendering
import SwiftProtobuf
import WidgetAPI
import WidgetCore
import WidgetLayout
import WidgetSurfaces

/// Makes a bar's items from the daemon's snapshots.
struct BarItems {
    var now: Timestamp
    var localTime: LocalTime

    var traits: SurfaceTraits { SurfaceTraits(colorDepth: .trueColor, now: now, localTime: localTime) }

    /// An activity, and when it looks different by itself. ``ActivityAppearance`` decides how it looks.
    func activity(_ snapshot: ProtoActivitySnapshot, at place: ActivitySurfaceContext) -> (item: BarItem, nextChange: Timestamp?) {
        let activity = snapshot.activity
        let views = snapshot.views
        let isStale = activity.state == .stale
        func read(_ appearance: ActivityAppearance, barColumns: Int = 0) -> [RenderedLines] {
            appearance.presentations.compactMap { presentation in
                views[presentation].map { LineRenderer.lines($0, barColumns: barColumns, traits: traits, isInvalidated: snapshot.isOutOfDate) }
            }
        }
        let available = Set(views.keys)
        let texts = read(.choose(available, at: place))
        let short = read(.choose(available, at: ActivitySurfaceContext(.dynamicIsland, rank: place.rank == 0 ? 0 : 1, count: 2)))
        let whole = read(.choose(available, at: ActivitySurfaceContext(.notification)), barColumns: BarLimits.barColumns)
        let text = Self.joined(place.isSelected ? texts.map(\.lines) : named(texts.map(\.lines), activity))
        var details = whole.flatMap(\.lines)
        if details.isEmpty { details = [ActivityRendering.summary(snapshot, now: now)] }
        if !snapshot.local { details.append(snapshot.isAway ? snapshot.unavailable : "on \(snapshot.deviceName)") }
        if isStale || activity.state == .ended { details.append(isStale ? "out of date" : "ended") }
        if !snapshot.lastError.isEmpty { details.append(snapshot.lastError) }
        // Also actions in views that a bar has no place for.
        let rest = views.sorted { $0.key < $1.key }.map { LineRenderer.lines($0.value, traits: traits) }
        let actions = (whole + rest).actions(among: snapshot.tapTargets).map { Self.choice($0, .act(activity: activity.id, action: $0.id)) }
        let dismissal = BarIntent.dismiss(activity: activity.id)
        return (
            BarItem(
                kind: .activity, id: activity.id, text: text.isEmpty ? ActivityRendering.summary(snapshot, now: now) : text,
                shortText: Self.joined(short.map(\.lines)),
                details: details, fraction: whole.lazy.compactMap(\.fraction).first, color: texts.lazy.compactMap(\.color).first,
                state: snapshot.isAway ? "away" : ActivityRendering.state(activity.state).text, type: activity.type, isUrgent: place.isAlerting,
                isSelected: place.isSelected,
                choices: actions + [.init(title: "dismiss", intent: dismissal)],
                clicks: [.left: actions.first?.intent ?? .select, .middle: dismissal, .right: .select]),
            (texts + short + whole).compactMap(\.nextTick).min()
        )
    }

    /// A widget, and when it looks different by itself.
    func widget(_ snapshot: ProtoWidgetSnapshot, isSelected: Bool) -> (item: BarItem, nextChange: Timestamp?) {
        let id = snapshot.widget.id
        // A placeholder says nothing: its name stands for it.
        let archive = snapshot.state == .placeholder ? nil : WidgetDrawing.archive(of: snapshot)
        let trouble = WidgetTrouble(snapshot)
        let isOut = snapshot.invalidated
        let plain = archive.map { LineRenderer.lines($0, traits: traits, isInvalidated: isOut) } ?? RenderedLines()
        let whole = archive.map { LineRenderer.lines($0, barColumns: BarLimits.barColumns, traits: traits, isInvalidated: isOut) } ?? RenderedLines()
        var details = [Names.title(snapshot)] + whole.lines
        if snapshot.state == .orphaned { details.append("its provider isn't installed") }
        if !snapshot.local, !snapshot.deviceName.isEmpty { details.append("on \(snapshot.deviceName)") }
        if let trouble { details.append(trouble.text(now: now)) }
        let actions = plain.actions.map { Self.choice($0, .perform(widget: id, action: $0.id)) }
        let reload = BarIntent.reload(widget: id)
        // Where the view has no lines, the widget's name stands for it.
        let lines = plain.lines.isEmpty ? [Names.title(snapshot)] : plain.lines
        var text = isSelected ? lines : Array(lines.prefix(BarLimits.widgetLines))
        // A chart's row is shown even where it isn't among the first lines.
        if let chart = plain.chart, !text.contains(where: { $0.contains(chart) }) { text.append(chart) }
        return (
            BarItem(
                kind: .widget, id: id, text: text.joined(separator: " "), details: details, fraction: plain.fraction, color: plain.color,
                state: snapshot.privateHidden && snapshot.state == .current ? "hidden" : Names.state(snapshot).text, type: snapshot.widget.kind,
                isSelected: isSelected, choices: actions + [.init(title: "reload", intent: reload)],
                clicks: [.left: actions.first?.intent ?? .select, .middle: reload, .right: .select]),
            [plain.nextTick, trouble?.nextChange(after: now)].compactMap(\.self).min()
        )
    }

    private static func choice(_ action: RenderedLines.Action, _ intent: BarIntent) -> BarItem.Choice {
        .init(title: action.title.isEmpty ? action.id : action.title, intent: intent, url: action.url)
    }

    /// Views that stand beside each other, in one line.
    private static func joined(_ views: [[String]]) -> String { views.flatMap(\.self).joined(separator: " ") }

    /// The views with the activity's name between the symbol and the figure, so that two of one type can be told apart. Unchanged where a view has the name
    /// already.
    private func named(_ views: [[String]], _ activity: ProtoActivity) -> [[String]] {
        guard let name = ActivityRendering.title(activity.attributes) ?? (activity.tag.isEmpty ? nil : activity.tag), !views.isEmpty else { return views }
        guard !Self.joined(views).contains(name) else { return views }
        let title = LineRenderer.line(name, columns: BarLimits.titleColumns)
        return views.count == 1 ? [[title]] + views : [views[0], [title]] + views.dropFirst()
    }

    /// A control. ``ControlAppearance`` decides how it looks.
    func control(_ snapshot: ProtoControlSnapshot, isSelected: Bool) -> BarItem {
        let id = snapshot.control.id
        let title = ControlRendering.title(snapshot)
        let whole = lines(ControlAppearance.choose(snapshot, size: .large, place: .statusBar))
        let symbol = lines(ControlAppearance.choose(snapshot, size: .small, place: .statusBar))
        var details = [title, ControlRendering.state(snapshot).text].filter { !$0.isEmpty }
        if !snapshot.local { details.append("on \(snapshot.deviceName)") }
        details += [snapshot.unavailable, snapshot.actionError, snapshot.loadError].filter { !$0.isEmpty }
        let (press, reload) = (BarIntent.press(control: id), BarIntent.reloadControl(id))
        return BarItem(
            // Where no provider gives its kind, its name stands for it.
            kind: .control, id: id, text: whole.lines.isEmpty ? title : whole.lines.joined(separator: " "), shortText: symbol.lines.joined(separator: " "),
            details: details, color: whole.color, state: Self.state(snapshot), type: snapshot.control.kind, isSelected: isSelected,
            choices: [.init(title: snapshot.kind.type == .toggle ? "switch" : "press", intent: press), .init(title: "reload", intent: reload)],
            clicks: [.left: press, .middle: reload, .right: .select])
    }

    private static func state(_ snapshot: ProtoControlSnapshot) -> String {
        if !snapshot.unavailable.isEmpty { return "away" }
        if snapshot.valueHidden { return "hidden" }
        guard snapshot.hasValue else { return "unknown" }
        return snapshot.value.hasIsOn ? (snapshot.value.isOn ? "on" : "off") : "current"
    }

    private func lines(_ appearance: ControlAppearance?) -> RenderedLines {
        guard let appearance, let archive = appearance.archive([appearance.title, appearance.status].compactMap(\.self)) else { return RenderedLines() }
        return LineRenderer.lines(archive, traits: traits)
    }
}
