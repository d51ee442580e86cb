import WidgetAPI

/// `sync log` and `sync verify`.
enum SyncRendering {
    /// A line for each transaction; where it did several things, one for each below.
    static func log(_ response: ProtoSyncLogResponse, _ dates: DateFormatting, _ style: Style) -> String {
        guard !response.entries.isEmpty else { return "The log is empty: nothing has been changed yet.\n" }
        return response.entries.reduce(into: "") { text, entry in
            let name = entry.deviceName.isEmpty ? String(entry.deviceID.prefix(CommandLimits.shortestDeviceID)) : entry.deviceName
            let head = "\(style(.dim, dates.local(entry.writtenAt.timestamp))) \(style(.cyan, PlainText.line(name))) \(entry.sequence)"
            let operations = entry.operations.map(PlainText.line)
            switch operations.count {
            case 0: text += "\(head)\n"
            case 1: text += "\(head) \(operations[0])\n"
            default: text += "\(head) \(operations.count) changes\n" + operations.map { "  \($0)\n" }.joined()
            }
        }
    }

    static func verified(_ response: ProtoVerifyResponse, _ style: Style) -> String {
        let name = DeviceNames.name(response.device)
        if response.behind {
            return "Nothing can be said of \(name) yet: something changed meanwhile, or one of the two is behind. "
                + "Try again when `widgetctl sync status` says that both are the same.\n"
        }
        let rows = "\(response.rows) row\(response.rows == 1 ? "" : "s")"
        if response.equal { return style(.green, "This device and \(name) are the same:") + " \(rows) compared, values too.\n" }
        let difference = response.difference.isEmpty ? "" : " " + PlainText.line(response.difference)
        let advice = "It is repaired by itself; try again in a minute, and if they still differ, report it.\n"
        return style(.red, "This device and \(name) differ:") + "\(difference)\n\(advice)"
    }
}
