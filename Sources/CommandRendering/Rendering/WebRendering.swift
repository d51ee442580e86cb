package import WebAccess
package import WidgetCore

/// `web`.
package enum WebRendering {
    package static func table(_ sessions: [WebSession], _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        guard !sessions.isEmpty else { return "No browser is paired. To pair one: widgetctl web invite\n" }
        var table = Table("ID", "NAME", "ROLE", "PAIRED", "LAST SEEN", "ALERTS")
        for session in sessions {
            table.add(
                .init(session.id), .init(session.name), .init(session.role.rawValue), .init(dates.relative(session.created)), .init(day(session, dates)),
                .init(session.alerts == nil ? "" : "on"))
        }
        return table.text(style, maximumWidth: width)
    }

    /// Only the day is kept.
    private static func day(_ session: WebSession, _ dates: DateFormatting) -> String {
        switch dates.now.milliseconds / 86_400_000 - Int64(session.lastSeenDay) {
        case ...0: "today"
        case 1: "yesterday"
        case let days: "\(days) days ago"
        }
    }

    package static func text(invitation address: String, picture: String, role: WebRole, until end: Timestamp, _ dates: DateFormatting) -> String {
        let rights = role == .look ? "It may look." : "It may look and tap."
        return "\(picture)\(address)\n\nOpen it in the browser that is to have the board. \(rights) The address works once, and ends \(dates.relative(end)).\n"
    }

    package static func json(invitation address: String, role: WebRole, until end: Timestamp) -> String {
        #"{"format":"\#(JSONOutput.format)","url":\#(JSONText.quoted(address)),"role":"\#(role.rawValue)","expires_at":"\#(end.rfc3339)"}"#
    }

    package static func json(_ sessions: [WebSession]) -> String {
        let rows = sessions.map { session in
            let day = Timestamp(milliseconds: Int64(session.lastSeenDay) * 86_400_000).rfc3339.prefix(10)
            return #"{"id":\#(JSONText.quoted(session.id)),"name":\#(JSONText.quoted(session.name)),"role":"\#(session.role.rawValue)","#
                + #""created_at":"\#(session.created.rfc3339)","last_seen_day":"\#(day)","alerts":\#(session.alerts != nil)}"#
        }
        return #"{"format":"\#(JSONOutput.format)","browsers":[\#(rows.joined(separator: ","))]}"#
    }
}
