import WidgetCore

extension WidgetService: StackWidgets {
    func stackContents() -> [StackContents.Placed] {
        widgets.values.filter(\.position.isOnBoard).map { widget in
            StackContents.Placed(
                id: widget.id, kind: widget.kind, provider: description(of: widget.kind)?.provider ?? "", placedAt: widget.placedAt,
                timeline: timelines[widget.id])
        }
    }

    func stackWidgets(_ ids: [WidgetID]) -> [WidgetID: StackWidget] {
        ids.reduce(into: [:]) { found, id in
            guard let widget = widgets[id] else { return }
            let device = providingDevice(of: widget)
            let timeline = timelines[id].flatMap { $0.entries.isEmpty ? nil : $0 }
            found[id] = StackWidget(
                widget: widget, displayName: widget.name.isEmpty ? description(of: widget.kind)?.displayName ?? widget.kind : widget.name,
                unavailable: device?.unavailable ?? "", lastError: device?.lastError ?? "", isHidden: isHidden(id), receivedAt: timeline?.receivedAt)
        }
    }
}
