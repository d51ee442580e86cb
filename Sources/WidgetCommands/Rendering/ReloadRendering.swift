import WidgetAPI

/// `reload`, and the receipt that `tap` gets.
enum ReloadRendering {
    static func text(_ response: ProtoReloadResponse, _ names: WidgetNames, _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        guard !response.receipts.isEmpty else { return "No widget is placed that this reloads.\n" }
        let hasReasons = response.receipts.contains { !$0.reason.isEmpty }
        var table = hasReasons ? Table("WIDGET", "OUTCOME", "RULE", "UNTIL", "REASON") : Table("WIDGET", "OUTCOME", "RULE", "UNTIL")
        for receipt in response.receipts {
            let outcome = Names.outcome(receipt.outcome)
            let cells: [Table.Cell] = [
                .init(names(receipt.widgetID)), .init(outcome.text, outcome.emphasis), .init(receipt.rule),
                .init(receipt.hasUntil ? dates.both(receipt.until.timestamp) : ""),
            ]
            table.add(hasReasons ? cells + [.init(receipt.reason)] : cells)
        }
        return table.text(style, maximumWidth: width) + DeveloperModeRendering.note(response.developerMode, style)
    }

    static func performed(_ response: ProtoPerformResponse, _ dates: DateFormatting) -> String {
        let action = PlainText.line(response.action)
        if response.hasQueuedUntil {
            return "\(action) waits for its device, until \(dates.both(response.queuedUntil.timestamp)); `widgetctl intent log` says what comes of it.\n"
        }
        if response.repeatedKey { return "\(action) had been performed already with this key; nothing was done now.\n" }
        var text = "Performed \(action)."
        if response.hasReload {
            let until = response.reload.hasUntil ? " until \(dates.both(response.reload.until.timestamp))" : ""
            text += " Reload: \(Names.outcome(response.reload.outcome).text)\(until)."
        }
        if !response.openURL.isEmpty { text += "\nIt opens \(PlainText.line(response.openURL))" }
        return text + "\n"
    }
}
