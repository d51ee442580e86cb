package import WidgetAPI
import WidgetCore

/// `fleet`.
package enum FleetRendering {
    // MARK: Hubs

    package static func initialized(_ response: ProtoInitializedFleet, _ style: Style) -> String {
        let begin = "This machine is a hub, and is connected to the database.\n"
        let codes = response.invitations.map { String($0.code.unicodeScalars.filter { (0x21...0x7E).contains($0.value) }) }
        guard !codes.isEmpty else { return begin + "To add another hub: widgetctl device invite --hub\n" }
        let lines = codes.map { "  \(style(.bold, "widgetctl device join \($0)"))\n" }.joined(separator: "\n")
        return begin + (codes.count == 1 ? "On the other hub, within ten minutes:\n\n" : "On the other hubs, within ten minutes, one line on each:\n\n") + lines
            + "\nThen let displays join: widgetctl fleet enrol\n"
    }

    package static func status(_ status: ProtoFleetStatusResponse, _ style: Style, width: Int?) -> String {
        var table = Table("HUB", "STATE", "VERSION", "DISPLAYS", "ENGINE")
        for hub in status.hubs {
            let state = state(hub)
            table.add(
                .init(hub.device.name), state, .init(hub.device.version), .init(hub.answered ? "\(hub.displays)" : ""), engine(hub))
        }
        return table.text(style, maximumWidth: width) + "\n" + groups(status.groups, style, width: width)
    }

    package static func lag(_ status: ProtoFleetStatusResponse, _ style: Style, width: Int?) -> String {
        var table = Table("HUB", "STATE", "ANSWERS IN", "TO GET", "TO SEND", "ENGINE: TO GET", "TO SEND", "IN ITS LOG")
        for hub in status.hubs {
            let isSelf = hub.device.state == .self_
            func count(_ number: UInt64, _ isShown: Bool) -> Cell { isShown ? .init("\(number)", number > 0 ? .yellow : nil) : .init("") }
            table.add(
                .init(hub.device.name), state(hub), .init(hub.answered && !isSelf ? TraceRendering.milliseconds(hub.answerTime) : ""),
                count(hub.behind, !isSelf), count(hub.ahead, !isSelf), count(hub.carrier.behind, hub.hasCarrier), count(hub.carrier.ahead, hub.hasCarrier),
                .init(hub.hasCarrier ? "\(hub.carrier.logTransactions)" : ""))
        }
        return table.text(style, maximumWidth: width)
    }

    private typealias Cell = Table.Cell

    private static func state(_ hub: ProtoHubStatus) -> Cell {
        var state = Names.state(hub.device.state)
        if hub.draining { (state.text, state.emphasis) = (state.text + ", drained", .yellow) }
        if hub.device.state == .connected, !hub.answered { (state.text, state.emphasis) = ("no answer", .yellow) }
        return .init(state.text, state.emphasis)
    }

    private static func engine(_ hub: ProtoHubStatus) -> Cell {
        guard hub.answered else { return .init("") }
        guard hub.hasCarrier else { return .init("none") }
        guard hub.carrier.error.isEmpty else { return .init(PlainText.line(hub.carrier.error), .yellow) }
        return .init(hub.carrier.connected ? "connected" : "not connected yet", hub.carrier.connected ? nil : .yellow)
    }

    package static func drained(_ response: ProtoDrainResponse, isEnd: Bool) -> String {
        if isEnd { return "Displays are let in again.\n" }
        let verb = response.displays == 1 ? "was" : "were"
        return "\(displays(response.displays)) \(verb) sent away, to other hubs. None comes back until the daemon starts again.\n"
    }

    // MARK: Groups

    package static func groups(_ groups: [ProtoDisplayGroup], _ style: Style, width: Int?) -> String {
        guard !groups.isEmpty else { return "No groups. To make one: widgetctl fleet group set lobby --pages 2\n" }
        var table = Table("GROUP", "SHOWS", "DISPLAYS", "CONNECTED")
        for group in groups {
            table.add(
                .init(group.name.isEmpty ? "(none)" : group.name), .init(group.name.isEmpty ? "everything" : shows(group)), .init("\(group.displays)"),
                .init("\(group.connected)", group.connected < group.displays ? .yellow : nil))
        }
        return table.text(style, maximumWidth: width)
    }

    /// Such as `pages 2, 3, controls; no taps`.
    package static func shows(_ group: ProtoDisplayGroup) -> String {
        let numbers = group.pages.map(String.init).joined(separator: ", ")
        let pages = group.pages.isEmpty ? [] : [(group.pages.count == 1 ? "page " : "pages ") + numbers]
        let parts = pages + (group.activities ? ["activities"] : []) + (group.controls ? ["controls"] : [])
        return (parts.isEmpty ? "nothing" : parts.joined(separator: ", ")) + (group.viewOnly ? "; no taps" : "")
    }

    package static func set(_ group: ProtoDisplayGroup) -> String {
        "The group \(group.name) shows \(shows(group)). It has \(displays(group.displays)).\n"
    }

    package static func removed(_ name: String, _ response: ProtoRemoveGroupResponse) -> String {
        let rest = response.displays == 0 ? "" : " \(displays(response.displays)) of it show nothing now: widgetctl fleet move"
        return "Removed the group \(PlainText.line(name)).\(rest)\n"
    }

    private static func displays(_ count: UInt32) -> String { count == 1 ? "1 display" : "\(count) displays" }

    // MARK: Displays

    package static func displays(_ response: ProtoListDisplaysResponse, _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        guard !response.displays.isEmpty else { return "No displays. To add some: widgetctl fleet enrol\n" }
        let short = ShortIDs(response.displays.map(\.id), shortest: RenderingLimits.shortestDeviceID)
        var table = Table("DISPLAY", "NAME", "GROUP", "STATE", "HUB", "SINCE", "VERSION")
        for display in response.displays {
            let state = Names.state(display.state)
            table.add(
                .init(short(display.id)), .init(display.name), .init(display.group.isEmpty ? "(none)" : display.group), .init(state.text, state.emphasis),
                .init(display.hub), .init(display.hasConnectedAt ? dates.relative(display.connectedAt.timestamp) : ""), .init(display.version))
        }
        let silent = response.silentHubs
        let note =
            silent.isEmpty
            ? "" : "\nThese hubs gave no answer, and their displays are said to be offline: \(silent.map { PlainText.line($0) }.joined(separator: ", "))\n"
        return table.text(style, maximumWidth: width) + note
    }

    package static func moved(_ display: ProtoDisplay) -> String {
        let name = PlainText.line(display.name)
        return display.group.isEmpty ? "\(name) is in no group now, and shows everything.\n" : "\(name) is in the group \(display.group) now.\n"
    }

    // MARK: Enrolments

    package static func enrolled(_ response: ProtoEnrolResponse, _ dates: DateFormatting, _ style: Style) -> String {
        let enrolment = response.enrolment
        var fields = FieldList()
        fields.add("for", machines(of: enrolment, enrolment.count) + part(of: enrolment))
        fields.add("open until", dates.both(enrolment.expiresAt.timestamp))
        fields.add("reached at", response.addresses.joined(separator: ", "))
        fields.add("enrolment", "\(enrolment.id), to be ended by: widgetctl fleet enrolment end \(enrolment.id)")
        // Whole, however long: it is to be copied.
        let code = String(response.code.unicodeScalars.filter { (0x21...0x7E).contains($0.value) })
        let isEditors = enrolment.role == .editor
        let space = isEditors ? "" : "A machine that keeps widgets of its own, too: widgetctl space join NAME CODE\n\n"
        return """
            On each \(isEditors ? "machine" : "display"), type:

              \(style(.bold, "widgetctl device join \(code)"))

            \(space)\(fields.text(style))
            """
    }

    private static func machines(of enrolment: ProtoEnrolment, _ count: UInt32) -> String {
        guard enrolment.role == .editor else { return displays(count) }
        return count == 1 ? "1 editor" : "\(count) editors"
    }

    private static func part(of enrolment: ProtoEnrolment) -> String {
        if enrolment.role == .editor { return ", with a copy of everything" }
        return enrolment.group.isEmpty ? ", without a group: everything is shown" : " of the group \(enrolment.group)"
    }

    package static func enrolments(_ enrolments: [ProtoEnrolment], _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        guard !enrolments.isEmpty else { return "No enrolments. To make one: widgetctl fleet enrol\n" }
        var table = Table("ENROLMENT", "FOR", "GROUP", "USED", "OF", "MADE", "ENDS")
        for enrolment in enrolments {
            let isOver = enrolment.expiresAt.timestamp <= dates.now
            table.add(
                .init(enrolment.id), .init(enrolment.role == .editor ? "editors" : "viewers"), .init(enrolment.group.isEmpty ? "(none)" : enrolment.group),
                .init("\(enrolment.used)"), .init("\(enrolment.count)"),
                .init(dates.relative(enrolment.createdAt.timestamp)), .init(isOver ? "is over" : dates.relative(enrolment.expiresAt.timestamp)))
        }
        return table.text(style, maximumWidth: width)
    }

    package static func ended(_ enrolment: ProtoEnrolment) -> String {
        "Ended the enrolment \(enrolment.id): nobody joins with it any more. \(machines(of: enrolment, enrolment.used)) had used it.\n"
    }
}
