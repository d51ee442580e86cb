package import WidgetAPI
package import WidgetCore
package import WidgetSurfaces

/// The output of the `control` commands.
package enum ControlRendering {
    // MARK: Answers

    package static func added(_ snapshot: ProtoControlSnapshot) -> String { "Added \(PlainText.line(title(snapshot))), \(snapshot.control.id).\n" }

    package static func configured(_ snapshot: ProtoControlSnapshot) -> String { "Configured \(PlainText.line(title(snapshot))), \(snapshot.control.id).\n" }

    package static func reloaded(_ response: ProtoReloadControlsResponse, _ style: Style) -> String {
        let away = response.away.map { style(.yellow, "The device '\(PlainText.line($0))' has others and can't be asked now.") + "\n" }
        return "\(response.controls) control\(response.controls == 1 ? " is" : "s are") being reloaded.\n" + away.joined()
    }

    package static func receipt(_ receipt: ProtoControlReceipt, _ dates: DateFormatting, _ style: Style) -> String {
        let (text, emphasis) = outcome(receipt, dates)
        return style(emphasis, text) + "\n"
    }

    package static func outcome(_ receipt: ProtoControlReceipt, _ dates: DateFormatting) -> (text: String, emphasis: Style.Emphasis?) {
        let reason = PlainText.line(receipt.reason)
        return switch receipt.outcome {
        case .pending where receipt.isUnrecorded: (reason, .red)
        case .pending: ("being performed", .cyan)
        case .confirmed: ("confirmed" + (receipt.hasIsOn ? ": \(receipt.isOn ? "on" : "off")" : ""), .green)
        case .reverted: ("reverted: \(reason)", .red)
        case .queued: ("queued until \(dates.both(receipt.until.timestamp))", .yellow)
        case .unavailable: ("unavailable: its device isn't connected; nothing was done", .red)
        case .denied: ("denied: \(reason)", .red)
        case .unspecified, .UNRECOGNIZED: ("an outcome that this version doesn't know", nil)
        }
    }

    // MARK: Controls

    /// The user's name for a control, else the kind's.
    package static func title(_ snapshot: ProtoControlSnapshot) -> String {
        if !snapshot.control.name.isEmpty { return snapshot.control.name }
        return snapshot.kind.displayName.isEmpty ? snapshot.control.kind : snapshot.kind.displayName
    }

    static func words(_ value: ProtoControlValue) -> String {
        if !value.status.isEmpty { return value.status }
        return value.hasIsOn ? (value.isOn ? "on" : "off") : ""
    }

    /// Its value in words, with a mark where it is pending or may be out of date.
    package static func state(_ snapshot: ProtoControlSnapshot) -> (text: String, emphasis: Style.Emphasis?) {
        if snapshot.valueHidden { return ("hidden", .dim) }
        guard snapshot.hasValue else { return (snapshot.unavailable.isEmpty ? "" : "unavailable", .yellow) }
        let isOn = snapshot.value.hasIsOn && snapshot.value.isOn
        let text = words(snapshot.value)
        return switch snapshot.valueState {
        case .pending: (text + " …", .cyan)
        case .stale: (text + " ?", .yellow)
        default: (text + (snapshot.isPerforming ? " …" : ""), isOn ? .green : nil)
        }
    }

    package static func table(_ controls: [ProtoControlSnapshot], _ style: Style, width: Int?) -> String {
        guard !controls.isEmpty else { return "No controls. `widgetctl control kinds` lists what can be added, `widgetctl control add KIND` adds one.\n" }
        let short = ShortIDs(controls.map(\.control.id))
        var table = Table("CONTROL", "NAME", "KIND", "TYPE", "VALUE", "DEVICE", "TROUBLE")
        for snapshot in controls {
            let state = state(snapshot)
            table.add(
                .init(short(snapshot.control.id)), .init(title(snapshot)), .init(snapshot.control.kind), .init(ControlKindRendering.type(snapshot.kind.type)),
                .init(state.text, state.emphasis), .init(snapshot.local ? "" : snapshot.deviceName), .init(trouble(snapshot), .yellow))
        }
        return table.text(style, maximumWidth: width)
    }

    private static func trouble(_ snapshot: ProtoControlSnapshot) -> String {
        [snapshot.unavailable, snapshot.actionError, snapshot.loadError].first { !$0.isEmpty } ?? ""
    }

    /// The control as a surface shows it, the reason, and the outcome of the last taps.
    /// - Parameter picture: a line of what a surface shows; nil: nothing.
    package static func detail(_ snapshot: ProtoControlSnapshot, picture: String?, _ dates: DateFormatting, _ style: Style) -> String {
        var text = picture.map { $0 + "\n\n" } ?? ""
        var fields = FieldList()
        fields.add("control", snapshot.control.id)
        fields.add(
            "kind", snapshot.control.kind + (snapshot.hasKind ? ", a \(ControlKindRendering.type(snapshot.kind.type)) of \(snapshot.kind.provider)" : ""))
        fields.add("parameters", Names.parameters(snapshot.control.parameters, secrets: snapshot.control.secretParameters))
        fields.add("device", snapshot.local ? nil : snapshot.deviceName)
        fields.add("value", why(snapshot))
        fields.add("unavailable", snapshot.unavailable, .red)
        fields.add("last tap", snapshot.actionError, .red)
        fields.add("last load", snapshot.loadError, .yellow)
        text += fields.text(style)
        guard !snapshot.receipts.isEmpty else { return text }
        text += "\n"
        for receipt in snapshot.receipts {
            let (words, emphasis) = outcome(receipt, dates)
            let tap = receipt.hasIsOn ? "set \(receipt.isOn ? "on" : "off")" : "pressed"
            let caller = receipt.caller.isEmpty ? "" : " on \(PlainText.line(receipt.caller))"
            text += "\(style(.dim, dates.both(receipt.date.timestamp)))  \(tap)\(caller): \(style(emphasis, words))\n"
        }
        return text
    }

    /// Why the value is shown.
    private static func why(_ snapshot: ProtoControlSnapshot) -> String {
        if snapshot.valueHidden { return "hidden, because the session is locked" }
        guard snapshot.hasValue else { return "not known yet" }
        let text = words(snapshot.value)
        return (text.isEmpty ? "" : "\(text); ") + reason(snapshot)
    }

    private static func reason(_ snapshot: ProtoControlSnapshot) -> String {
        switch snapshot.valueState {
        case .pending: "the value of the tap that is being performed"
        case .stale: "as the provider said last, may be out of date"
        default: "as the provider said last"
        }
    }

    package static func line(_ event: ProtoControlEvent, _ dates: DateFormatting, _ style: Style) -> String {
        let time = style(.dim, dates.local(dates.now))
        let skipped = event.skipped == 0 ? "" : style(.dim, " (\(event.skipped) skipped before it)")
        switch event.event {
        case .control(let snapshot):
            let state = state(snapshot)
            let device = snapshot.local ? "" : style(.dim, " on \(PlainText.line(snapshot.deviceName))")
            let trouble = trouble(snapshot)
            return "\(time) \(ShortIDs.ofTime(snapshot.control.id)) \(PlainText.line(title(snapshot))) \(style(state.emphasis, PlainText.line(state.text)))"
                + "\(trouble.isEmpty ? "" : style(.yellow, " (\(PlainText.line(trouble)))"))\(device)\(skipped)\n"
        case .removedControlID(let id): return "\(time) \(ShortIDs.ofTime(PlainText.line(id))) removed\(skipped)\n"
        case .initialStateSent: return "\(time) " + style(.dim, "end of the current state; changes follow") + "\n"
        case nil: return "\(time) an event that this version doesn't know\n"
        }
    }
}

/// Draws a control. ``ControlAppearance`` decides how it looks.
package struct ControlDrawing {
    package var drawing: WidgetDrawing

    package init(drawing: WidgetDrawing) { self.drawing = drawing }

    /// A control as a place shows it, in a line; nil where no provider gives its kind.
    package func line(_ snapshot: ProtoControlSnapshot, size: ControlSize, place: ControlSurface, limit: Int) -> String? {
        guard let appearance = ControlAppearance.choose(snapshot, size: size, place: place) else { return nil }
        let words = [appearance.isOn.map(mark), appearance.title, appearance.status, appearance.isValueHidden ? "(value hidden)" : nil]
        guard let archive = appearance.archive(words.compactMap(\.self)) else { return nil }
        return TerminalRenderer.view(archive, size: CellSize(columns: limit, rows: 1), traits: drawing.traits).ansiLines(drawing.color).joined()
    }

    // MARK: On a board

    package static func boardSize(limit: Int) -> CellSize { CellSize(columns: min(24, limit), rows: 3) }

    package func boardCard(_ snapshot: ProtoControlSnapshot, size: CellSize, isSelected: Bool) -> RenderedWidget {
        let card = WidgetCard(
            archive: archive(snapshot), family: .accessoryRectangular, title: ControlRendering.title(snapshot),
            status: snapshot.unavailable.isEmpty ? "" : "away", placeholder: "No provider gives it", isSelected: isSelected)
        return TerminalRenderer.card(card, size: size, traits: drawing.traits)
    }

    /// The name stands in the frame.
    private func archive(_ snapshot: ProtoControlSnapshot) -> ViewArchive? {
        guard let appearance = ControlAppearance.choose(snapshot, size: .large, place: .terminal) else { return nil }
        let state = ControlRendering.state(snapshot).text
        return appearance.archive(
            [appearance.isOn.map(mark), state.isEmpty ? (snapshot.kind.type == .toggle ? "not known yet" : "press") : state].compactMap(\.self))
    }

    private func mark(_ isOn: Bool) -> String { drawing.isUnicode ? (isOn ? "◉" : "○") : (isOn ? "[x]" : "[ ]") }
}

extension ControlAppearance {
    /// The symbol in its tint, and words beside it; a control that is off has no colour.
    package func archive(_ words: [String]) -> ViewArchive? {
        let image = ViewTree.image(systemName: symbol)
        let tint = isOn == false ? nil : tint
        return try? ViewTree.hstack([tint.map { image.foregroundStyle($0) } ?? image] + words.map { ViewTree.text($0) }).archive()
    }
}
