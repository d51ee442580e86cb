import SwiftUI
import WidgetKit

struct Event: Codable {
    var name: String
    var emoji: String
    var start: Date
    var end: Date
}

struct CountdownEntry: TimelineEntry {
    let date: Date
    let event: Event
}

struct CountdownProvider: TimelineProvider {
    private var event: Event {
        let calendar = Calendar(identifier: .gregorian)
        let year = calendar.component(.year, from: .now) + 1
        let end = calendar.date(from: DateComponents(year: year, month: 1, day: 1))!
        let start = calendar.date(from: DateComponents(year: year - 1, month: 1, day: 1))!
        return Event(name: "New Year", emoji: "🎆", start: start, end: end)
    }

    func placeholder(in context: Context) -> CountdownEntry {
        CountdownEntry(date: Date(), event: event)
    }

    func getSnapshot(in context: Context, completion: @escaping (CountdownEntry) -> ()) {
        completion(CountdownEntry(date: Date(), event: event))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> ()) {
        let entry = CountdownEntry(date: Date(), event: event)
        let midnight = Calendar.current.startOfDay(for: Date().addingTimeInterval(86_400))
        completion(Timeline(entries: [entry], policy: .after(midnight)))
    }
}

struct CountdownEntryView: View {
    var entry: CountdownProvider.Entry

    private var days: Int {
        Calendar.current.dateComponents([.day], from: entry.date, to: entry.event.end).day ?? 0
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            HStack {
                Text(entry.event.emoji)
                    .font(.title2)
                Spacer()
                Text(entry.event.end, style: .date)
                    .font(.caption2)
                    .foregroundColor(.secondary)
            }
            Spacer(minLength: 0)
            (Text("\(days)").font(.system(.largeTitle, design: .rounded, weight: .bold)) + Text(days == 1 ? " day" : " days").font(.headline))
                .contentTransition(.numericText(countsDown: true))
            Text("until \(entry.event.name)")
                .font(.footnote)
                .foregroundColor(.secondary)
                .lineLimit(1)
            ProgressView(timerInterval: entry.event.start...entry.event.end, countsDown: false) {
                EmptyView()
            } currentValueLabel: {
                EmptyView()
            }
            .tint(.orange)
        }
        .widgetURL(URL(string: "countdown://event/new-year"))
    }
}

struct CountdownWidget: Widget {
    let kind: String = "CountdownWidget"

    var body: some WidgetConfiguration {
        StaticConfiguration(kind: kind, provider: CountdownProvider()) { entry in
            if #available(iOS 17.0, *) {
                CountdownEntryView(entry: entry)
                    .containerBackground(.background, for: .widget)
            } else {
                CountdownEntryView(entry: entry)
                    .padding()
                    .background()
            }
        }
        .configurationDisplayName("Countdown")
        .description("The days until something good.")
        .supportedFamilies([.systemSmall])
    }
}

@main
struct CountdownBundle: WidgetBundle {
    var body: some Widget {
        CountdownWidget()
    }
}

struct CountdownWidget_Previews: PreviewProvider {
    static var previews: some View {
        CountdownEntryView(entry: CountdownEntry(date: Date(), event: Event(name: "Summer", emoji: "🌻", start: Date(), end: Date() + 86_400 * 3)))
            .previewContext(WidgetPreviewContext(family: .systemSmall))
    }
}
