package import WidgetAPI
import WidgetCore

/// `surface`.
package enum SurfaceRendering {
    package static func table(_ surfaces: [ProtoSurfaceInfo], _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        guard !surfaces.isEmpty else { return "No program shows widgets here, or on another device. `widgetd-wall` and `widgetd-web` would be surfaces.\n" }
        var table = Table("SURFACE", "DEVICE", "KIND", "STATE", "SHOWS")
        for info in surfaces {
            let state = state(info, dates)
            table.add(
                .init(info.surface.name), .init(info.local ? "this device" : info.deviceName), .init(kind(info.surface)), .init(state.text, state.emphasis),
                .init(contents(info.surface)))
        }
        return table.text(style, maximumWidth: width)
    }

    package static func text(_ info: ProtoSurfaceInfo, widgets: [ProtoWidgetSnapshot], _ dates: DateFormatting, _ style: Style) -> String {
        let surface = info.surface
        var fields = FieldList()
        let state = state(info, dates)
        fields.add("surface", surface.name)
        fields.add("kind", "\(kind(surface)), on \(info.local ? "this device" : info.deviceName)")
        fields.add("state", state.text, state.emphasis)
        if surface.width > 0 || surface.height > 0 {
            fields.add("size", "\(surface.width) by \(surface.height) points" + (surface.scale > 0 ? ", \(surface.scale) pixels each" : ""))
        }
        if let traits = try? ViewTraits(surface.traits, field: "traits") { fields.add("views", words(traits)) }
        if surface.families.count < WidgetFamily.allCases.count { fields.add("families", surface.families.map(Names.family).joined(separator: ", ")) }
        let names = Dictionary(widgets.map { ($0.widget.id, Names.title($0)) }) { first, _ in first }
        if surface.pages.isEmpty { fields.add("shows", "all widgets of the board") }
        for (number, page) in surface.pages.enumerated() {
            let items = page.items.map { name($0, names) }
            let isSeen = info.connected && surface.visiblePages.contains(UInt32(number + 1))
            let title = surface.pages.count > 1 ? "page \(number + 1)" : "shows"
            fields.add(title, (items.isEmpty ? "nothing" : items.joined(separator: ", ")) + (surface.pages.count > 1 && isSeen ? " (turned to you)" : ""))
        }
        var text = fields.text(style)
        let settings = surface.settings.filter { !$0.value.isEmpty }
        if !settings.isEmpty {
            text += "\n" + style(.dim, "Settings") + "\n"
            for setting in settings { text += "  \(PlainText.line(setting.name))=\(PlainText.line(value(setting)))\n" }
        }
        let usual = surface.settings.filter(\.value.isEmpty).map { PlainText.line($0.name) }
        if !usual.isEmpty { text += (settings.isEmpty ? "\n" : "") + style(.dim, "As usual: \(usual.joined(separator: ", "))") + "\n" }
        for edit in info.waiting { text += style(.yellow, "Waits for its program: \(PlainText.line(words(edit)))") + "\n" }
        if !info.refused.isEmpty { text += style(.yellow, "A change that waited wasn't made: \(PlainText.line(info.refused))") + "\n" }
        return text
    }

    package static func set(_ response: ProtoSetSurfaceResponse) -> String {
        let name = PlainText.line(response.surface.surface.name)
        return response.waits ? "\(name) isn't running; it gets the change when it comes.\n" : "Changed \(name).\n"
    }

    private static func kind(_ surface: ProtoSurface) -> String {
        SurfaceRegistration.Kind(rawValue: surface.kind.rawValue).map { "\($0)" } ?? "surface"
    }

    private static func state(_ info: ProtoSurfaceInfo, _ dates: DateFormatting) -> (text: String, emphasis: Style.Emphasis?) {
        if !info.unavailable.isEmpty { return ("its device is away", .yellow) }
        guard info.connected else { return ("ended " + dates.relative(info.seenAt.timestamp), .dim) }
        return switch info.surface.visibility {
        case .covered: ("covered", nil)
        case .locked: ("locked", nil)
        default: info.surface.visiblePages.isEmpty ? ("nobody looks", nil) : ("visible", .green)
        }
    }

    /// In a few words.
    private static func contents(_ surface: ProtoSurface) -> String {
        if surface.families.isEmpty { return [.bar, .notifications].contains(surface.kind) ? "Live Activities" : "no widgets" }
        if surface.pages.isEmpty { return "the whole board" }
        let items = surface.pages.flatMap(\.items)
        let widgets = items.count { if case .widgetID = $0.item { true } else { false } }
        let controls = items.count { if case .controlID = $0.item { true } else { false } }
        var parts = [counted(widgets, "widget")]
        if controls > 0 { parts.append(counted(controls, "control")) }
        if items.contains(where: { if case .stack = $0.item { true } else { false } }) { parts.append("the stack") }
        let stacks = items.count { if case .namedStack = $0.item { true } else { false } }
        if stacks > 0 { parts.append(Self.counted(stacks, "stack")) }
        if surface.pages.count > 1 { parts.append("\(surface.pages.count) pages") }
        return parts.joined(separator: ", ")
    }

    private static func counted(_ count: Int, _ what: String) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }

    private static func name(_ item: ProtoSurface.Item, _ names: [String: String]) -> String {
        switch item.item {
        case .widgetID(let id): names[id] ?? ShortIDs.ofTime(id)
        case .controlID(let id): "control \(ShortIDs.ofTime(id))"
        case .stack: "the stack"
        case .namedStack(let stack): "the stack \(PlainText.line(stack.name))"
        case nil: "something of a newer version"
        }
    }

    private static func words(_ traits: ViewTraits) -> String {
        [
            traits.colorScheme.map(\.name), traits.renderingMode.map { "\($0)" }, traits.levelOfDetail == .simplified ? "simplified" : nil,
            traits.isLuminanceReduced == true ? "dimmed" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// A text without its quotes.
    private static func value(_ setting: ProtoSurfaceSetting) -> String {
        if case .string(let text)? = try? JSONValue(parsing: Array(setting.value.utf8)) { text } else { setting.value }
    }

    private static func words(_ edit: ProtoSurfaceEdit) -> String {
        switch edit.change {
        case .value(let text): "\(edit.name)=\(text)"
        case .reset, nil: "\(edit.name)="
        case .add(let text): "\(edit.name)+=\(text)"
        case .remove(let text): "\(edit.name)-=\(text)"
        }
    }
}
