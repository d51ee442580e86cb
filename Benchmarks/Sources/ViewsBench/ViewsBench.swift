import SwiftUI
import WidgetKit

// A provider whose widgets differ in nothing but the number of their views: what one of them takes longer than another is the views.

struct BenchEntry: TimelineEntry {
    let date: Date
    let number: Int
}

/// 100 entries, from now on.
struct BenchProvider: TimelineProvider {
    func placeholder(in context: Context) -> BenchEntry { BenchEntry(date: .now, number: 0) }

    func getSnapshot(in context: Context, completion: @escaping (BenchEntry) -> Void) { completion(placeholder(in: context)) }

    func getTimeline(in context: Context, completion: @escaping (Timeline<BenchEntry>) -> Void) {
        let now = Date.now
        completion(Timeline(entries: (0..<100).map { BenchEntry(date: now + Double($0) * 60, number: $0) }, policy: .atEnd))
    }
}

/// 100 nodes: a stack with its background, and 12 rows of eight, as a list of things with a symbol, texts, a gauge and a progress view has them.
struct HundredViews: View {
    let number: Int

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            ForEach(0..<12, id: \.self) { RowView(row: $0, number: number) }
            Divider()
        }
        .padding()
        .containerBackground(.fill.tertiary, for: .widget)
    }
}

struct RowView: View {
    @Environment(\.widgetFamily) private var family
    let row: Int
    let number: Int

    var body: some View {
        HStack(spacing: 6) {
            Image(systemName: row.isMultiple(of: 2) ? "star" : "star.fill").foregroundStyle(.yellow)
            VStack(alignment: .leading) {
                Text("Row \(row)").font(.headline)
                Text(Double(row * number), format: .number).font(.caption).foregroundStyle(.secondary).lineLimit(1)
            }
            Spacer()
            Gauge(value: Double(row), in: 0...12) { Text("of 12") }.tint(.blue)
            ProgressView(value: Double(number), total: 100)
        }
    }
}

struct OneView: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "one", provider: BenchProvider()) { entry in Text(verbatim: "\(entry.number)") }
            .supportedFamilies([.systemExtraLarge])
    }
}

struct HundredViewsWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "hundred", provider: BenchProvider()) { entry in HundredViews(number: entry.number) }
            .supportedFamilies([.systemExtraLarge])
    }
}

@main
struct ViewsBench: WidgetBundle {
    var body: some Widget {
        OneView()
        HundredViewsWidget()
    }
}
