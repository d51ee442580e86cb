import WidgetAPI

/// `timeline`.
enum TimelineRendering {
    static func text(_ timeline: ProtoGetTimelineResponse, _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        var fields = FieldList()
        fields.add("widget", timeline.widgetID)
        fields.add("received", timeline.hasReceivedAt ? dates.both(timeline.receivedAt.timestamp) : "not yet: the placeholder is shown")
        if timeline.hasReceivedAt { fields.add("next", Names.policy(timeline.policy, dates)) }
        guard !timeline.entries.isEmpty else { return fields.text(style) }
        var table = Table("", "DATE", "WHEN", "RELEVANCE", "SIZE", "DIGEST")
        for entry in timeline.entries {
            let date = entry.date.timestamp
            let emphasis: Style.Emphasis? = entry.current ? .bold : nil
            table.add(
                .init(entry.current ? ">" : " ", .green), .init(dates.local(date), emphasis), .init(dates.relative(date), emphasis),
                .init(entry.hasRelevance ? "\(entry.relevance.score)" : ""), .init(ByteCount.text(UInt64(entry.size))), .init(digest(entry)))
        }
        return fields.text(style) + "\n" + table.text(style, maximumWidth: width)
    }

    /// The digest's first 6 bytes: enough to see which entries show the same.
    private static func digest(_ entry: ProtoTimelineEntryInfo) -> String {
        entry.digest.prefix(6).reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}
