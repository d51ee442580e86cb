import Charts
import SwiftUI
import WidgetKit

struct Quote: Identifiable {
    let id = UUID()
    var time: Date
    var price: Double
}

struct StocksEntry: TimelineEntry {
    let date: Date
    let symbol: String
    let quotes: [Quote]

    var last: Double { quotes.last?.price ?? 0 }
    var change: Double { (last / (quotes.first?.price ?? last)) - 1 }

    static let sample: StocksEntry = {
        let start = Calendar.current.startOfDay(for: .now).addingTimeInterval(9 * 3600)
        let quotes = (0..<24).map { step in
            Quote(time: start.addingTimeInterval(Double(step) * 1200), price: 180 + Double(step) / 3 + 4 * sin(Double(step) / 2.5))
        }
        return StocksEntry(date: .now, symbol: "ACME", quotes: quotes)
    }()
}

struct StocksProvider: TimelineProvider {
    func placeholder(in context: Context) -> StocksEntry { .sample }

    func getSnapshot(in context: Context, completion: @escaping (StocksEntry) -> Void) {
        completion(.sample)
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<StocksEntry>) -> Void) {
        Task {
            let entry = StocksEntry(date: .now, symbol: "ACME", quotes: StocksEntry.sample.quotes)
            completion(Timeline(entries: [entry], policy: .after(.now.advanced(by: 15 * 60))))
        }
    }
}

extension Color {
    static func trend(_ change: Double) -> Color { change < 0 ? .red : .green }
}

struct StocksView: View {
    @Environment(\.widgetFamily) var widgetFamily
    var entry: StocksEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            HStack(alignment: .firstTextBaseline) {
                Text(entry.symbol).font(.headline)
                Spacer()
                Image(systemName: entry.change < 0 ? "arrow.down.right" : "arrow.up.right")
                    .font(.caption.bold())
                    .foregroundColor(.trend(entry.change))
            }
            Chart(entry.quotes) { quote in
                AreaMark(x: .value("Time", quote.time), y: .value("Price", quote.price))
                    .foregroundStyle(.linearGradient(colors: [.trend(entry.change).opacity(0.4), .clear], startPoint: .top, endPoint: .bottom))
                LineMark(x: .value("Time", quote.time), y: .value("Price", quote.price))
                    .foregroundStyle(Color.trend(entry.change))
                    .lineStyle(StrokeStyle(lineWidth: 2, lineCap: .round))
                    .interpolationMethod(.catmullRom)
            }
            .chartXAxis(.hidden)
            .chartYAxis(widgetFamily == .systemSmall ? .hidden : .automatic)
            .chartYScale(domain: .automatic(includesZero: false))
            HStack {
                Text(entry.last, format: .currency(code: "USD"))
                    .font(.title3.monospacedDigit())
                    .minimumScaleFactor(0.6)
                Spacer()
                Text(entry.change, format: .percent.precision(.fractionLength(1)))
                    .font(.caption)
                    .padding(.horizontal, 6)
                    .padding(.vertical, 2)
                    .background(Color.trend(entry.change).opacity(0.2), in: Capsule())
            }
            .lineLimit(1)
        }
    }
}

@main
struct StocksWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Stocks", provider: StocksProvider()) { entry in
            StocksView(entry: entry)
                .containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("Stocks")
        .description("The day of a share.")
        .supportedFamilies([.systemMedium, .systemSmall])
        .contentMarginsDisabled()
    }
}

#Preview("Medium", as: .systemMedium, widget: { StocksWidget() }, timeline: { StocksEntry.sample })
