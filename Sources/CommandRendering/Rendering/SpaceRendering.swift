package import WidgetAPI
import WidgetCore

/// `space`.
package enum SpaceRendering {
    package static func table(_ spaces: [ProtoSpace], _ style: Style, width: Int?) -> String {
        guard !spaces.isEmpty else {
            return "No spaces: this machine shows its own set of widgets alone. To add one: widgetctl space join NAME CODE\n"
        }
        var table = Table("SPACE", "STATE", "HUB", "WIDGETS", "ACTIVITIES", "CONTROLS")
        for space in spaces {
            let (status, state) = (space.status, state(space.status))
            table.add(
                .init(space.name), .init(state.text, state.emphasis), .init(status.hub.isEmpty ? status.hubs.joined(separator: ", ") : status.hub),
                .init("\(space.widgets)"), .init("\(space.activities)"), .init("\(space.controls)"))
        }
        var text = table.text(style, maximumWidth: width)
        for space in spaces where !space.status.error.isEmpty { text += style(.yellow, "\(space.name): \(PlainText.line(space.status.error))") + "\n" }
        return text
    }

    private static func state(_ status: ProtoLeafStatus) -> (text: String, emphasis: Style.Emphasis?) {
        if status.refused { return ("refused", .red) }
        return status.connected ? ("connected", .green) : ("offline", .yellow)
    }

    package static func joined(_ space: ProtoSpace) -> String {
        "This machine shows the widgets of \(space.name) beside its own from now on. `widgetctl space list` says whether its hub is reached.\n"
    }

    package static func left(_ space: ProtoSpace, _ own: String) -> String {
        let hub = space.status.hub.isEmpty ? "one of its hubs" : PlainText.line(space.status.hub)
        let command = "widgetctl device forget \(PlainText.line(own).shellWord)"
        return "The widgets of \(space.name) aren't shown any more. To take this machine off its list, on \(hub): \(command)\n"
    }
}
