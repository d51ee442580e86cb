import DaemonCore
import WidgetCore

/// The widgets that take pushes on this device, by app.
struct PushTargets {
    private var byApp: [String: [WidgetID]] = [:]
    /// Whether they must be computed again.
    var isStale = true
    /// The widget that is being removed, and with it its app's token; nil: none is.
    var leaving: WidgetID?

    var apps: Set<String> { Set(byApp.keys) }

    /// In the order of their ids.
    func widgets(of app: String) -> [WidgetID] { byApp[app] ?? [] }

    /// Replaces them with the current ones.
    /// - Returns: the widgets that take no pushes any more.
    mutating func set(_ found: [String: [WidgetID]]) -> Set<WidgetID> {
        let before = Set(byApp.values.joined())
        byApp = found.mapValues { $0.sorted() }
        isStale = false
        return before.subtracting(byApp.values.joined())
    }
}

// Which widgets take pushes.
extension WidgetService {
    /// The widgets of an app that take pushes here, in the order of their ids.
    func pushTargets(of app: String) -> [WidgetID] {
        if pushTargets.isStale { refreshPushTargets() }
        return pushTargets.widgets(of: app)
    }

    /// The app whose token ends with this widget; nil: none does.
    func appOfLastPushTarget(_ widget: Widget) -> String? {
        guard let app = catalog.provider(of: widget.kind), pushTargets(of: app) == [widget.id] else { return nil }
        return app
    }

    /// Widgets, kinds, providers, or the devices that provide widgets have changed.
    func pushTargetsChanged() {
        pushTargets.isStale = true
        pushTargetsChanges.signal()
    }

    private func refreshPushTargets() {
        var found: [String: [WidgetID]] = [:]
        for widget in widgets.values {
            guard let kind = catalog.kinds[widget.kind]?.kind, kind.takesPushes, catalog.hosts[kind.provider] != nil, remoteProvider(of: widget) == nil
            else { continue }
            found[kind.provider, default: []].append(widget.id)
        }
        let date = now()
        var effects: [PushEffect] = []
        for widget in pushTargets.set(found).sorted() {
            let reason = widgets[widget] == nil ? "its widgets were removed" : "its widgets take no pushes here any more"
            effects += pushes.removed(widget, reason: reason, at: date)
        }
        journal.note(effects)
    }
}

extension WidgetService: PushTokenWidgets {
    func appsWithPushTargets() -> Set<String> {
        if pushTargets.isStale { refreshPushTargets() }
        return pushTargets.apps
    }

    func needsToken(_ app: String) -> Bool { pushTargets(of: app).contains { $0 != pushTargets.leaving } }

    func hasPlaced(_ app: String) -> Bool { widgets.values.contains { catalog.provider(of: $0.kind) == app } }

    func pushInfo(of app: String) -> [WidgetInfo] {
        pushTargets(of: app).compactMap { id in
            guard let widget = widgets[id], let kind = catalog.kinds[widget.kind]?.kind else { return nil }
            return WidgetInfo(id: id, kind: kind.id, family: widget.family, configuration: kind.effective(widget.parameters))
        }
    }
}
