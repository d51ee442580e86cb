import WidgetAPI
import WidgetCore
import WidgetSurfaces

extension BarItems {
    /// A control. What is shown of it is ``ControlAppearance``'s to say.
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
            // Where nobody gives its kind, its name stands for it.
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
