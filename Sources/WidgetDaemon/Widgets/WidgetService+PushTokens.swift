import WidgetCore

// Which widgets take pushes.
extension WidgetService {
    /// The widgets of an app that take pushes here, in the order of their ids.
    func pushTargets(of app: String) -> [WidgetID] {
        if pushTargetsAreStale { refreshPushTargets() }
        return pushTargets[app] ?? []
    }

    /// The app whose token ends with this widget; nil: none does.
    func appOfLastPushTarget(_ widget: Widget) -> String? {
        guard let app = catalog.provider(of: widget.kind), pushTargets(of: app) == [widget.id] else { return nil }
        return app
    }

    /// Widgets, kinds, providers, or who gives what have changed.
    func pushTargetsChanged() {
        pushTargetsAreStale = true
        pushTargetsChanges.ring()
    }

    private func refreshPushTargets() {
        pushTargetsAreStale = false
        var found: [String: [WidgetID]] = [:]
        for widget in widgets.values {
            guard let kind = catalog.kinds[widget.kind]?.kind, kind.takesPushes, catalog.hosts[kind.provider] != nil, remoteProvider(of: widget) == nil
            else { continue }
            found[kind.provider, default: []].append(widget.id)
        }
        let before = pushTargets
        pushTargets = found.mapValues { $0.sorted() }
        let (date, after) = (now(), Set(pushTargets.values.joined()))
        var effects: [PushEffect] = []
        for widget in Set(before.values.joined()).subtracting(after).sorted() {
            let reason = widgets[widget] == nil ? "its widgets were removed" : "its widgets take no pushes here any more"
            effects += pushes.removed(widget, reason: reason, at: date)
        }
        note(effects)
    }
}

extension WidgetService: PushTokenWidgets {
    func appsWithPushTargets() -> Set<String> {
        if pushTargetsAreStale { refreshPushTargets() }
        return Set(pushTargets.keys)
    }

    func needsToken(_ app: String) -> Bool { pushTargets(of: app).contains { $0 != leaving } }

    func hasPlaced(_ app: String) -> Bool { widgets.values.contains { catalog.provider(of: $0.kind) == app } }

    func pushInfo(of app: String) -> [WidgetInfo] {
        pushTargets(of: app).compactMap { id in
            guard let widget = widgets[id], let kind = catalog.kinds[widget.kind]?.kind else { return nil }
            return WidgetInfo(id: id, kind: kind.id, family: widget.family, configuration: kind.effective(widget.parameters))
        }
    }
}
