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

struct MonthCalendarView: View {
    @Environment(\.widgetFamily) private var family
    let date: Date

    var body: some View {
        HStack(spacing: 20) {
            if family == .systemMedium {
                TodayView(date: date)
            }
            MonthView(date: date, textSize: family == .systemLarge ? 17 : 10)
        }
    }
}

/// The day, as on a sheet of a calendar.
struct TodayView: View {
    @Environment(\.calendar) private var calendar
    let date: Date

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(date, format: .dateTime.weekday(.wide))
                .font(.caption.weight(.bold))
                .textCase(.uppercase)
                .foregroundStyle(.red)
            Text(date, format: .dateTime.day())
                .font(.system(size: 52, weight: .light, design: .rounded))
            Spacer(minLength: 0)
            Text("Week \(calendar.component(.weekOfYear, from: date))")
                .font(.footnote)
                .foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

struct MonthView: View {
    @Environment(\.calendar) private var calendar
    let date: Date
    let textSize: CGFloat

    var body: some View {
        VStack(alignment: .leading, spacing: textSize / 3) {
            Text(date, format: .dateTime.month(.wide))
                .font(.system(size: textSize + 2, weight: .bold))
                .textCase(.uppercase)
                .foregroundStyle(.red)
                .padding(.leading, textSize / 3)
            Grid(horizontalSpacing: 0, verticalSpacing: 0) {
                GridRow {
                    ForEach(weekdays.indices, id: \.self) { index in
                        Text(weekdays[index])
                            .font(.system(size: textSize - 1, weight: .semibold))
                            .foregroundStyle(.secondary)
                            .frame(maxWidth: .infinity, maxHeight: .infinity)
                    }
                }
                ForEach(weeks, id: \.first) { week in
                    GridRow {
                        ForEach(week, id: \.self) { day in
                            if calendar.isDate(day, equalTo: date, toGranularity: .month) {
                                DayCell(date: day, isToday: calendar.isDate(day, inSameDayAs: date))
                                    .font(.system(size: textSize, design: .rounded))
                            } else {
                                Color.clear
                            }
                        }
                    }
                }
            }
        }
    }

    private var weekdays: [String] {
        let symbols = calendar.veryShortWeekdaySymbols
        let first = calendar.firstWeekday - 1
        return Array(symbols[first...] + symbols[..<first])
    }

    /// Whole weeks, from that of the first day on.
    private var weeks: [[Date]] {
        guard let month = calendar.dateInterval(of: .month, for: date), let first = calendar.dateInterval(of: .weekOfYear, for: month.start)?.start else {
            return []
        }
        let days = (0..<42).compactMap { calendar.date(byAdding: .day, value: $0, to: first) }
        return stride(from: 0, to: days.count, by: 7).map { Array(days[$0..<$0 + 7]) }.filter { $0[0] < month.end }
    }
}

struct DayCell: View {
    @Environment(\.calendar) private var calendar
    @Environment(\.widgetRenderingMode) private var renderingMode
    let date: Date
    let isToday: Bool

    var body: some View {
        Text(date, format: .dateTime.day())
            .fontWeight(isToday ? .semibold : .medium)
            .foregroundStyle(isToday && renderingMode == .fullColor ? .white : calendar.isDateInWeekend(date) ? .secondary : .primary)
            .frame(maxWidth: .infinity, maxHeight: .infinity)
            .background {
                // In one colour a number on a disc would not be seen.
                if isToday, renderingMode == .fullColor {
                    Circle()
                        .fill(.red)
                        .padding(1)
                } else if isToday {
                    Circle()
                        .strokeBorder(lineWidth: 1)
                        .widgetAccentable()
                }
            }
    }
}

@main
struct MonthCalendarWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "MonthCalendar", provider: MonthProvider()) { entry in
            MonthCalendarView(date: entry.date)
                .containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("Month")
        .description("Today in its month.")
        .supportedFamilies([.systemSmall, .systemMedium, .systemLarge])
    }
}

#Preview("Medium", as: .systemMedium) {
    MonthCalendarWidget()
} timelineProvider: {
    MonthProvider()
}
