import WidgetAPI

/// `sync conflicts`.
enum ConflictRendering {
    static func table(_ entries: [ProtoConflictEntry], _ names: DeviceNames, _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        guard !entries.isEmpty else { return "No edit lost against another device's.\n" }
        var table = Table("WHEN", "ROW", "FIELD", "WRITTEN BY", "WON", "VALUE THAT LOST")
        for entry in entries {
            table.add(
                .init(dates.local(entry.time.timestamp)), .init("\(entry.table) \(ShortIDs.ofTime(entry.rowID))"), .init(entry.column),
                .init(names(entry.deviceID)), .init(names(entry.winnerDeviceID)), .init(entry.value))
        }
        return table.text(style, maximumWidth: width)
    }
}
