import SwiftUI
import WidgetKit

/// The total, the last drink, and buttons for the next one.
struct CaffeineView: View {
    @Environment(\.widgetFamily) private var family
    let entry: CaffeineEntry

    /// The number of lines for drinks on a large widget.
    static let drinkLines = 4

    var body: some View {
        // There is no room for the larger sizes of text.
        amounts.dynamicTypeSize(...(family == .systemLarge ? DynamicTypeSize.xxLarge : .xLarge))
    }

    @ViewBuilder private var amounts: some View {
        switch family {
        case .accessoryInline:
            Label("\(entry.amount) caffeine", systemImage: "cup.and.saucer")
                .invalidatableContent()
        case .accessoryCircular:
            Gauge(value: entry.gauged, in: 0...CaffeineEntry.dailyLimit) {
                Text("mg")
            } currentValueLabel: {
                Text(String(Int(entry.total.rounded())))
            }
            .gaugeStyle(.accessoryCircular)
            .tint(.brown)
            .invalidatableContent()
        case .accessoryRectangular:
            VStack(alignment: .leading) {
                TotalView(entry: entry)
                LastDrinkView(entry: entry)
            }
        case .systemSmall:
            VStack(alignment: .leading, spacing: 4) {
                TotalView(entry: entry)
                LastDrinkView(entry: entry)
                Spacer(minLength: 0)
                LogDrinkButton(drink: .espresso)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
        case .systemMedium: medium
        default: large
        }
    }

    private var medium: some View {
        HStack(spacing: 16) {
            VStack(alignment: .leading, spacing: 4) {
                TotalView(entry: entry)
                LastDrinkView(entry: entry)
                Spacer()
                TotalGauge(entry: entry)
            }
            VStack(spacing: 6) {
                LogDrinkButton(drink: .espresso)
                LogDrinkButton(drink: .cappuccino)
                LogDrinkButton(drink: .coldBrew)
            }
        }
    }

    private var large: some View {
        VStack(alignment: .leading, spacing: 8) {
            TotalView(entry: entry)
            LastDrinkView(entry: entry)
            TotalGauge(entry: entry)
            Divider()
            if entry.recent.isEmpty {
                VStack(spacing: 8) {
                    Image(systemName: "cup.and.saucer")
                        .font(.system(size: 34))
                        .foregroundStyle(.brown)
                    Text("No drinks yet today")
                        .font(.subheadline)
                        .foregroundStyle(.secondary)
                }
                .frame(maxWidth: .infinity, maxHeight: .infinity)
            }
            ForEach(entry.recent.prefix(Self.drinkLines), id: \.self) { record in
                HStack {
                    Text(record.drink.title)
                    Spacer()
                    Text(record.date, style: .time)
                        .foregroundStyle(.secondary)
                }
                .font(.subheadline)
                .lineLimit(1)
            }
            Spacer(minLength: 0)
            Grid(horizontalSpacing: 8, verticalSpacing: 8) {
                GridRow {
                    LogDrinkButton(drink: .espresso)
                    LogDrinkButton(drink: .cappuccino)
                }
                GridRow {
                    LogDrinkButton(drink: .coldBrew)
                    LogDrinkButton(drink: .coffee)
                }
                GridRow {
                    LogDrinkButton(drink: .blackTea)
                    LogDrinkButton(drink: .cola)
                }
            }
        }
    }
}

extension CaffeineEntry {
    /// A safe amount for an adult in a day, in milligrams, by the European Food Safety Authority: a full gauge.
    static let dailyLimit = 400.0

    var gauged: Double { min(total, Self.dailyLimit) }
    var amount: String { "\(Int(total.rounded())) mg" }
}

private struct TotalView: View {
    @Environment(\.widgetFamily) private var family
    let entry: CaffeineEntry

    var body: some View {
        VStack(alignment: .leading) {
            Text("Total Caffeine")
                .font(family == .accessoryRectangular ? .headline : .caption.weight(.semibold))
                .lineLimit(1)
                .minimumScaleFactor(0.7)
                .foregroundStyle(family == .accessoryRectangular ? Color.primary : .brown)
                .widgetAccentable()
            Text(entry.amount)
                .font(.system(.title, design: .rounded, weight: .bold))
                .monospacedDigit()
                .contentTransition(.numericText(value: entry.total))
                .minimumScaleFactor(0.6)
                .lineLimit(1)
                .invalidatableContent()
        }
    }
}

private struct TotalGauge: View {
    let entry: CaffeineEntry

    var body: some View {
        Gauge(value: entry.gauged, in: 0...CaffeineEntry.dailyLimit) { EmptyView() }
            .tint(.brown)
            .invalidatableContent()
    }
}

private struct LastDrinkView: View {
    @Environment(\.widgetFamily) private var family
    let entry: CaffeineEntry

    var body: some View {
        if let record = entry.last {
            // Side by side they don't fit a small widget.
            Group {
                if family == .systemSmall {
                    VStack(alignment: .leading, spacing: 0) { words(record) }
                } else {
                    HStack(spacing: 4) { words(record) }
                }
            }
            .font(.caption)
            .foregroundStyle(.secondary)
            .lineLimit(1)
        }
    }

    @ViewBuilder private func words(_ record: CaffeineLog.Record) -> some View {
        Text(record.drink.title)
        Text(record.date, style: .relative)
    }
}

private struct LogDrinkButton: View {
    let drink: Drink

    var body: some View {
        Button(intent: LogDrinkIntent(drink: drink)) {
            Label(drink.title, systemImage: "plus")
                .font(.caption.weight(.semibold))
                .lineLimit(1)
                .minimumScaleFactor(0.7)
                .frame(maxWidth: .infinity)
        }
        .tint(.brown)
        .accessibilityIdentifier("log-\(drink.rawValue)")
        .accessibilityLabel("Log \(drink.title), \(Int(drink.caffeine)) mg")
    }
}
