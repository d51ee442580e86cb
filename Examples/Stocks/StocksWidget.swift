import AppIntents
import Charts
import SwiftUI
import WidgetKit

struct Quote: Identifiable {
    let id = UUID()
    var time: Date
    var price: Double
}

struct Company: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Company"
    static let defaultQuery = CompanyQuery()
    static let all = [
        Company(id: "ACME", name: "Acme Corporation", price: 180), Company(id: "GLBX", name: "Globex", price: 64),
        Company(id: "INIT", name: "Initech", price: 12), Company(id: "UMBR", name: "Umbrella", price: 310),
    ]

    let id: String
    let name: String
    let price: Double

    var displayRepresentation: DisplayRepresentation { DisplayRepresentation(title: "\(name)", subtitle: "\(id)") }
}

struct CompanyQuery: EntityStringQuery {
    func entities(for identifiers: [Company.ID]) async throws -> [Company] {
        Company.all.filter { identifiers.contains($0.id) }
    }

    func entities(matching string: String) async throws -> [Company] {
        Company.all.filter { $0.name.localizedCaseInsensitiveContains(string) }
    }

    func suggestedEntities() async throws -> [Company] {
        Array(Company.all.prefix(3))
    }

    func defaultResult() async -> Company? {
        Company.all.first
    }
}

struct SelectCompanyIntent: WidgetConfigurationIntent {
    static let title: LocalizedStringResource = "Select Company"
    static let description = IntentDescription("The company whose stock is shown.")

    @Parameter(title: "Company")
    var company: Company?
}

struct StocksEntry: TimelineEntry {
    let date: Date
    let company: Company
    let quotes: [Quote]

    var last: Double { quotes.last?.price ?? 0 }
    var change: Double { (last / (quotes.first?.price ?? last)) - 1 }

    init(date: Date, company: Company) {
        self.date = date
        self.company = company
        let start = Calendar.current.startOfDay(for: date).addingTimeInterval(9 * 3600)
        quotes = (0..<24).map { step in
            Quote(time: start.addingTimeInterval(Double(step) * 1200), price: company.price + Double(step) / 3 + 4 * sin(Double(step) / 2.5))
        }
    }
}

struct StocksProvider: AppIntentTimelineProvider {
    func placeholder(in context: Context) -> StocksEntry {
        StocksEntry(date: .now, company: Company.all[0])
    }

    func snapshot(for configuration: SelectCompanyIntent, in context: Context) async -> StocksEntry {
        StocksEntry(date: .now, company: configuration.company ?? Company.all[0])
    }

    func timeline(for configuration: SelectCompanyIntent, in context: Context) async -> Timeline<StocksEntry> {
        let entry = await snapshot(for: configuration, in: context)
        return Timeline(entries: [entry], policy: .after(.now.advanced(by: 30 * 60)))
    }
}

extension Color {
    static func trend(_ change: Double) -> Color { change < 0 ? .red : .green }
}

struct StocksView: View {
    @Environment(\.widgetFamily) var widgetFamily
    @Environment(\.widgetRenderingMode) var widgetRenderingMode
    var entry: StocksEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            HStack(alignment: .firstTextBaseline, spacing: 4) {
                Image(systemName: entry.change < 0 ? "arrowtriangle.down.fill" : "arrowtriangle.up.fill")
                    .font(.caption2)
                    .foregroundColor(.trend(entry.change))
                Text(entry.company.id)
                    .font(.headline)
                if widgetFamily != .systemSmall {
                    Text(entry.company.name)
                        .font(.caption)
                        .foregroundStyle(.secondary)
                }
            }
            .lineLimit(1)
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
                    .font(.title3.weight(.semibold).monospacedDigit())
                    .minimumScaleFactor(0.6)
                    .invalidatableContent()
                Spacer()
                Text(entry.change, format: .percent.precision(.fractionLength(1)).sign(strategy: .always()))
                    .font(.footnote.weight(.semibold).monospacedDigit())
                    .foregroundStyle(widgetRenderingMode == .fullColor ? .white : .primary)
                    .padding(.horizontal, 7)
                    .padding(.vertical, 2)
                    .background {
                        // In one colour a number on a filled badge would not be seen.
                        if widgetRenderingMode == .fullColor {
                            RoundedRectangle(cornerRadius: 5).fill(Color.trend(entry.change))
                        } else {
                            RoundedRectangle(cornerRadius: 5).strokeBorder(lineWidth: 1)
                        }
                    }
            }
            .lineLimit(1)
        }
    }
}

@main
struct StocksWidget: Widget {
    var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: "Stocks", intent: SelectCompanyIntent.self, provider: StocksProvider()) { entry in
            StocksView(entry: entry)
                .containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("Stocks")
        .description("The day of a share.")
        .supportedFamilies([.systemMedium, .systemSmall])
    }
}

#Preview("Medium", as: .systemMedium, widget: { StocksWidget() }, timeline: { StocksEntry(date: .now, company: Company.all[0]) })
