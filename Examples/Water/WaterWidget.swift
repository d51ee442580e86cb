import AppIntents
import SwiftUI
import WidgetKit

@MainActor
final class WaterStore {
    static let shared = WaterStore()
    private let defaults = UserDefaults(suiteName: "group.example.water") ?? .standard

    var glasses: Int {
        get { defaults.integer(forKey: "glasses") }
        set { defaults.set(newValue, forKey: "glasses") }
    }
}

struct DrinkGlassIntent: AppIntent {
    static let title: LocalizedStringResource = "Drink a Glass"

    @MainActor
    func perform() async throws -> some IntentResult & ProvidesDialog {
        WaterStore.shared.glasses += 1
        return .result(dialog: "One more glass of water.")
    }
}

struct WaterEntry: TimelineEntry {
    let date: Date
    let glasses: Int
    static let goal = 8
    var fraction: Double { min(1, Double(glasses) / Double(Self.goal)) }
}

struct WaterProvider: TimelineProvider {
    func placeholder(in context: Context) -> WaterEntry { WaterEntry(date: .now, glasses: 3) }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (WaterEntry) -> Void) {
        completion(WaterEntry(date: .now, glasses: 5))
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<WaterEntry>) -> Void) {
        Task { @MainActor in
            let now = WaterEntry(date: .now, glasses: WaterStore.shared.glasses)
            let tomorrow = Calendar.current.startOfDay(for: .now).addingTimeInterval(86_400)
            completion(Timeline(entries: [now, WaterEntry(date: tomorrow, glasses: 0)], policy: .after(tomorrow)))
        }
    }
}

struct WaterView: View {
    @Environment(\.widgetFamily) private var family
    @Environment(\.widgetRenderingMode) private var renderingMode
    let entry: WaterEntry

    var body: some View {
        switch family {
        case .accessoryCircular:
            Gauge(value: entry.fraction) {
                Image(systemName: "drop.fill")
            } currentValueLabel: {
                Text("\(entry.glasses)")
            }
            .gaugeStyle(.accessoryCircular)
            .tint(Gradient(colors: [.mint, .blue]))
        case .accessoryRectangular:
            VStack(alignment: .leading) {
                Label("Water", systemImage: "drop.fill")
                    .font(.headline)
                    .widgetAccentable()
                ProgressView(value: entry.fraction) {
                    Text("\(entry.glasses) of \(WaterEntry.goal) glasses")
                }
            }
        default:
            VStack {
                ZStack {
                    Circle()
                        .stroke(.quaternary, lineWidth: 10)
                    Circle()
                        .trim(from: 0, to: entry.fraction)
                        .stroke(ringStyle, style: StrokeStyle(lineWidth: 10, lineCap: .round))
                        .rotationEffect(.degrees(-90))
                    VStack(spacing: 0) {
                        Text(entry.glasses, format: .number)
                            .font(.system(.title, design: .rounded, weight: .bold))
                            .contentTransition(.numericText(value: Double(entry.glasses)))
                        Text("of \(WaterEntry.goal)")
                            .font(.caption2)
                            .foregroundStyle(.secondary)
                    }
                }
                .padding(5)
                .invalidatableContent()
                Button(intent: DrinkGlassIntent()) {
                    Label("Drink", systemImage: "plus")
                        .frame(maxWidth: .infinity)
                }
                .buttonStyle(.borderedProminent)
                .controlSize(.small)
                .tint(.blue)
            }
        }
    }

    private var ringStyle: some ShapeStyle {
        renderingMode == .fullColor ? AnyShapeStyle(.blue.gradient) : AnyShapeStyle(.primary)
    }
}

struct WaterWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Water", provider: WaterProvider()) { entry in
            WaterView(entry: entry)
                .containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("Water")
        .description("Eight glasses a day.")
        .supportedFamilies([.systemSmall, .accessoryCircular, .accessoryRectangular])
    }
}

struct WaterControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "WaterControl") {
            ControlWidgetButton(action: DrinkGlassIntent()) {
                Label("Drink a Glass", systemImage: "drop.fill")
            }
        }
        .displayName("Drink")
        .description("Counts a glass of water.")
    }
}

@main
struct WaterBundle: WidgetBundle {
    var body: some Widget {
        WaterWidget()
        WaterControl()
    }
}
