import AppIntents
import SwiftUI
import WidgetKit

enum City: String, AppEnum {
    case berlin, lisbon, oslo

    static var typeDisplayRepresentation: TypeDisplayRepresentation = "City"
    static var caseDisplayRepresentations: [City: DisplayRepresentation] = [
        .berlin: "Berlin", .lisbon: "Lisbon", .oslo: "Oslo",
    ]

    var name: String { rawValue.capitalized }
}

struct SelectCityIntent: WidgetConfigurationIntent {
    static var title: LocalizedStringResource = "Select City"
    static var description = IntentDescription("Selects the city to show the weather for.")

    @Parameter(title: "City", default: .berlin)
    var city: City
}

struct Forecast: Hashable {
    var hour: Date
    var temperature: Measurement<UnitTemperature>
    var condition: Condition
}

enum Condition: String {
    case sunny, cloudy, rainy

    var symbolName: String {
        switch self {
        case .sunny: return "sun.max.fill"
        case .cloudy: return "cloud.fill"
        case .rainy: return "cloud.rain.fill"
        }
    }
}

struct WeatherEntry: TimelineEntry {
    let date: Date
    let city: City
    let current: Forecast
    let hours: [Forecast]

    var warmest: Forecast { hours.max { $0.temperature < $1.temperature } ?? current }
    var coldest: Forecast { hours.min { $0.temperature < $1.temperature } ?? current }

    static func sample(_ city: City = .berlin, at date: Date = .now) -> WeatherEntry {
        let start = Calendar.current.dateInterval(of: .hour, for: date)?.start ?? date
        let warmest = 14 + Double(city.rawValue.count) / 2
        let conditions: [Condition] = [.sunny, .sunny, .sunny, .cloudy, .cloudy, .rainy]
        let hours = conditions.enumerated().map { hour, condition -> Forecast in
            let degrees = warmest - abs(Double(hour) - 3)
            return Forecast(
                hour: start.addingTimeInterval(Double(hour) * 3600),
                temperature: Measurement(value: degrees, unit: .celsius),
                condition: condition)
        }
        return WeatherEntry(date: date, city: city, current: hours[0], hours: hours)
    }
}

struct WeatherProvider: AppIntentTimelineProvider {
    func placeholder(in context: Context) -> WeatherEntry {
        .sample()
    }

    func snapshot(for configuration: SelectCityIntent, in context: Context) async -> WeatherEntry {
        .sample(configuration.city)
    }

    func timeline(for configuration: SelectCityIntent, in context: Context) async -> Timeline<WeatherEntry> {
        let now = Date()
        let entries = (0..<4).map { hour in
            WeatherEntry.sample(configuration.city, at: Calendar.current.date(byAdding: .hour, value: hour, to: now)!)
        }
        return Timeline(entries: entries, policy: .atEnd)
    }
}

struct WeatherView: View {
    @Environment(\.widgetFamily) private var family
    @Environment(\.levelOfDetail) private var levelOfDetail
    let entry: WeatherEntry

    var body: some View {
        switch family {
        case .accessoryInline:
            Label(temperature(entry.current), systemImage: entry.current.condition.symbolName)
        case _ where levelOfDetail == .simplified:
            // Read from across a room.
            HStack {
                Text(temperature(entry.current))
                    .font(.system(size: 64, weight: .medium, design: .rounded))
                    .minimumScaleFactor(0.5)
                Spacer()
                if family == .systemMedium {
                    symbol
                        .font(.system(size: 64))
                }
            }
        case .systemMedium:
            // Large text has no room for the hours.
            ViewThatFits(in: .vertical) {
                VStack(alignment: .leading) {
                    now
                    Spacer(minLength: 0)
                    HStack {
                        ForEach(entry.hours, id: \.hour) { forecast in
                            HourView(forecast: forecast)
                                .frame(maxWidth: .infinity)
                        }
                    }
                }
                VStack(alignment: .leading) {
                    header
                    Spacer(minLength: 0)
                    HStack {
                        symbol
                        conditionName
                        Spacer()
                        range
                    }
                    .font(.caption.weight(.semibold))
                }
            }
        default:
            VStack(alignment: .leading) {
                header
                Spacer()
                condition(alignment: .leading)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        }
    }

    private var now: some View {
        HStack(alignment: .top) {
            header
            Spacer()
            condition(alignment: .trailing)
        }
    }

    private var header: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(entry.city.name)
                .font(.subheadline.weight(.semibold))
                .privacySensitive()
            Text(temperature(entry.current))
                .font(.system(size: 40, weight: .light))
                .minimumScaleFactor(0.5)
                .contentTransition(.numericText(value: entry.current.temperature.value))
                .invalidatableContent()
                .widgetAccentable()
        }
    }

    private func condition(alignment: HorizontalAlignment) -> some View {
        VStack(alignment: alignment, spacing: 2) {
            symbol
            conditionName
            range
        }
        .font(.caption.weight(.semibold))
    }

    private var conditionName: some View {
        Text(entry.current.condition.rawValue.capitalized)
    }

    private var range: some View {
        Text("H:\(temperature(entry.warmest)) L:\(temperature(entry.coldest))")
            .monospacedDigit()
            .invalidatableContent()
    }

    private var symbol: some View {
        Image(systemName: entry.current.condition.symbolName)
            .symbolRenderingMode(.multicolor)
            .imageScale(.large)
    }
}

struct HourView: View {
    let forecast: Forecast

    var body: some View {
        VStack(spacing: 4) {
            Text(forecast.hour, format: .dateTime.hour())
                .font(.caption2.weight(.semibold))
                .foregroundStyle(.secondary)
            Image(systemName: forecast.condition.symbolName)
                .symbolRenderingMode(.multicolor)
                .frame(height: 20)
            Text(temperature(forecast))
                .font(.footnote.weight(.semibold))
                .monospacedDigit()
                .invalidatableContent()
        }
        .lineLimit(1)
    }
}

/// The sky of a day or of a night.
struct SkyView: View {
    @Environment(\.colorScheme) private var colorScheme

    var body: some View {
        LinearGradient(
            colors: colorScheme == .dark
                ? [Color(red: 0.03, green: 0.05, blue: 0.15), Color(red: 0.15, green: 0.20, blue: 0.40)]
                : [Color(red: 0.16, green: 0.42, blue: 0.78), Color(red: 0.45, green: 0.70, blue: 0.92)],
            startPoint: .top, endPoint: .bottom)
    }
}

private func temperature(_ forecast: Forecast) -> String {
    forecast.temperature.formatted(.measurement(width: .narrow, numberFormatStyle: .number.precision(.fractionLength(0))))
}

@main
struct WeatherWidget: Widget {
    var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: "Weather", intent: SelectCityIntent.self, provider: WeatherProvider()) { entry in
            WeatherView(entry: entry)
                .foregroundStyle(.white)
                .containerBackground(for: .widget) {
                    SkyView()
                }
        }
        .configurationDisplayName("Weather")
        .description("The forecast for a city.")
        .supportedFamilies([.systemSmall, .systemMedium, .accessoryInline])
    }
}

#Preview(as: .systemMedium) {
    WeatherWidget()
} timeline: {
    WeatherEntry.sample(.berlin)
    WeatherEntry.sample(.lisbon)
}
