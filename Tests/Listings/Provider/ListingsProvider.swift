import SwiftUI
import WidgetKit

@main
struct ListingsBundle: WidgetBundle {
    var body: some Widget {
        CaffeineTrackerWidget()
        CaffeineDayWidget()
        AvatarWidget()
        HeartWidget()
        ClockWidget()
    }
}

struct CaffeineTrackerView: View {
    let entry: CaffeineLogEntry

    var body: some View {
        VStack(alignment: .leading) {
            A13.TotalCaffeineView(totalCaffeine: entry.totalCaffeine)
            A1.Total(totalCaffeine: entry.totalCaffeine)
            A2.Total(totalCaffeine: entry.totalCaffeine)
            A3.Total(totalCaffeine: entry.totalCaffeine)
            Spacer()
            if let log = entry.log {
                A9.LastDrinkView(log: log)
                A8.LastDrinkView(log: log)
                A4.LastDrinkView(log: log)
            }
            A7.TotalCaffeineView(totalCaffeine: entry.totalCaffeine)
            A12.LogDrinkView()
        }
        .containerBackground(for: .widget) {
            Color.cosmicLatte
        }
    }
}

struct CaffeineTrackerWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "CaffeineTracker", provider: CaffeineProvider()) { entry in
            CaffeineTrackerView(entry: entry)
        }
        .configurationDisplayName("Caffeine")
        .description("The caffeine of what was drunk.")
        .supportedFamilies([.systemSmall, .systemLarge])
    }
}

// A6
#Preview(as: WidgetFamily.systemSmall) {
    CaffeineTrackerWidget()
} timeline: {
    CaffeineLogEntry.log1
    CaffeineLogEntry.log2
    CaffeineLogEntry.log3
    CaffeineLogEntry.log4
}

#Preview("Avatar") { A14.Avatar(pet: Pet(type: .dog)) }

struct CaffeineProvider: TimelineProvider {
    func placeholder(in context: Context) -> CaffeineLogEntry { .log1 }

    func getSnapshot(in context: Context, completion: @escaping (CaffeineLogEntry) -> Void) { completion(.log2) }

    func getTimeline(in context: Context, completion: @escaping (Timeline<CaffeineLogEntry>) -> Void) {
        Task {
            let drinks = await DrinksLogStore.shared.drinks
            let total = drinks.reduce(Measurement(value: 0, unit: UnitMass.milligrams)) { $0 + $1.caffeine }
            let entry = CaffeineLogEntry(date: .now, totalCaffeine: total, log: drinks.last.map { CaffeineLog(drink: $0, date: .now) })
            completion(Timeline(entries: [entry], policy: .never))
        }
    }
}

/// Two drinks of the preview's, five seconds apart.
struct CaffeineDayProvider: TimelineProvider {
    func placeholder(in context: Context) -> CaffeineLogEntry { .log1 }
    func getSnapshot(in context: Context, completion: @escaping (CaffeineLogEntry) -> Void) { completion(.log2) }
    func getTimeline(in context: Context, completion: @escaping (Timeline<CaffeineLogEntry>) -> Void) {
        var (first, second) = (CaffeineLogEntry.log2, CaffeineLogEntry.log3)
        (first.date, second.date) = (.now, .now + 5)
        completion(Timeline(entries: [first, second], policy: .never))
    }
}

struct CaffeineDayWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "CaffeineDay", provider: CaffeineDayProvider()) { CaffeineTrackerView(entry: $0) }
            .supportedFamilies([.systemLarge])
    }
}

struct AvatarEntry: TimelineEntry {
    var date: Date
    var selected: Bool
}

struct AvatarProvider: TimelineProvider {
    func placeholder(in context: Context) -> AvatarEntry { AvatarEntry(date: .now, selected: false) }
    func getSnapshot(in context: Context, completion: @escaping (AvatarEntry) -> Void) { completion(AvatarEntry(date: .now, selected: true)) }
    func getTimeline(in context: Context, completion: @escaping (Timeline<AvatarEntry>) -> Void) {
        completion(Timeline(entries: [AvatarEntry(date: .now, selected: false), AvatarEntry(date: .now + 5, selected: true)], policy: .never))
    }
}

struct AvatarWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Avatars", provider: AvatarProvider()) { entry in
            let selected = Binding.constant(entry.selected)
            let pet = Pet(type: .dog)
            HStack {
                A14.Avatar(pet: pet)
                A16.Avatar(pet: pet, selected: selected)
                A17.Avatar(pet: pet, selected: selected)
                A18.Avatar(pet: pet, selected: selected)
                A19.Avatar(pet: pet, selected: selected)
                A20.Avatar(pet: pet, selected: selected)
                A21.Avatar(pet: pet, selected: selected)
                A22.Avatar(pet: pet, selected: selected)
            }
            .containerBackground(.fill.tertiary, for: .widget)
        }
        .supportedFamilies([.systemMedium])
    }
}

struct HeartWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Hearts", provider: AvatarProvider()) { entry in
            K1.Heart(likes: entry.selected ? 1 : 0)
                .containerBackground(.fill.tertiary, for: .widget)
        }
        .supportedFamilies([.systemSmall])
    }
}

/// One entry, whose view follows the clock.
struct ClockWidget: Widget {
    struct Entry: TimelineEntry { var date: Date }

    struct Provider: TimelineProvider {
        func placeholder(in context: Context) -> Entry { Entry(date: .now) }
        func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void) { completion(Entry(date: .now)) }
        func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
            completion(Timeline(entries: [Entry(date: .now)], policy: .atEnd))
        }
    }

    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Clock", provider: Provider()) { _ in
            TimelineView(.everyMinute) { context in
                Text(context.date, format: .dateTime.hour().minute())
                    .contentTransition(.numericText())
            }
            .containerBackground(.fill.tertiary, for: .widget)
        }
        .supportedFamilies([.systemSmall])
    }
}
