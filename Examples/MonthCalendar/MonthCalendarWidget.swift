import SwiftUI
import WidgetKit

struct DayEntry: TimelineEntry {
    let date: Date
}

struct MonthProvider: TimelineProvider {
    func placeholder(in context: Context) -> DayEntry { DayEntry(date: Date()) }

    func getSnapshot(in context: Context, completion: @escaping (DayEntry) -> Void) { completion(DayEntry(date: Date())) }

    func getTimeline(in context: Context, completion: @escaping (Timeline<DayEntry>) -> Void) {
        let today = Calendar.current.startOfDay(for: Date())
        let entries = (0..<7).compactMap { Calendar.current.date(byAdding: .day, value: $0, to: today) }.map(DayEntry.init)
        completion(Timeline(entries: entries, policy: .atEnd))
    }
}

struct MonthView: View {
    @Environment(\.calendar) private var calendar
    @Environment(\.locale) private var locale
    let date: Date

    private let columns = Array(repeating: GridItem(.flexible(), spacing: 0), count: 7)

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            Text(date.formatted(.dateTime.month(.wide)))
                .font(.caption.weight(.bold))
                .textCase(.uppercase)
                .foregroundStyle(.red)
            LazyVGrid(columns: columns, spacing: 3) {
                ForEach(weekdays.indices, id: \.self) { index in
                    Text(weekdays[index])
                        .font(.system(size: 9, weight: .semibold))
                        .foregroundStyle(.secondary)
                }
                ForEach(0..<leadingBlanks, id: \.self) { blank in
                    Color.clear.id("blank-\(blank)")
                }
                ForEach(days, id: \.self) { day in
                    DayCell(day: day, isToday: day == calendar.component(.day, from: date))
                }
            }
        }
    }

    private var weekdays: [String] {
        let symbols = calendar.veryShortWeekdaySymbols
        let first = calendar.firstWeekday - 1
        return Array(symbols[first...] + symbols[..<first])
    }

    private var firstOfMonth: Date {
        calendar.date(from: calendar.dateComponents([.year, .month], from: date)) ?? date
    }

    private var leadingBlanks: Int {
        (calendar.component(.weekday, from: firstOfMonth) - calendar.firstWeekday + 7) % 7
    }

    private var days: Range<Int> {
        calendar.range(of: .day, in: .month, for: date) ?? 1..<31
    }
}

struct DayCell: View {
    let day: Int
    let isToday: Bool

    var body: some View {
        Text("\(day)")
            .font(.system(size: 10, weight: isToday ? .bold : .regular, design: .rounded))
            .monospacedDigit()
            .foregroundStyle(isToday ? Color.white : .primary)
            .frame(maxWidth: .infinity)
            .background {
                if isToday {
                    Circle()
                        .fill(.red)
                        .frame(width: 16, height: 16)
                }
            }
    }
}

@main
struct MonthCalendarWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "MonthCalendar", provider: MonthProvider()) { entry in
            MonthView(date: entry.date)
                .containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("Month")
        .description("Today in its month.")
        .supportedFamilies([.systemSmall, .systemLarge])
    }
}

#Preview("Small", as: .systemSmall) {
    MonthCalendarWidget()
} timelineProvider: {
    MonthProvider()
}
