import SwiftUI
import WidgetKit

/// The batteries' charge, and how long each lasts.
struct PowerView: View {
    @Environment(\.widgetFamily) private var family
    let readings: PowerReadings

    var body: some View {
        // There is no room for the larger sizes of text.
        charge.dynamicTypeSize(...DynamicTypeSize.xLarge)
    }

    @ViewBuilder private var charge: some View {
        if let first = readings.batteries.first {
            switch family {
            case .accessoryInline: Label(first.summary, systemImage: first.symbol)
            case .accessoryCircular:
                Gauge(value: Double(first.percent), in: 0...100) {
                    Text("Battery")
                } currentValueLabel: {
                    Text(String(first.percent))
                }
                .gaugeStyle(.accessoryCircular)
                .tint(first.color)
            case .systemSmall where readings.batteries.count == 1: SingleBatteryView(battery: first)
            default: list
            }
        } else if family == .accessoryInline {
            Label(withoutBattery, systemImage: "powerplug")
        } else if family == .accessoryCircular {
            ZStack {
                AccessoryWidgetBackground()
                Image(systemName: "powerplug")
                    .font(.title2)
            }
            .accessibilityLabel(withoutBattery)
        } else {
            VStack {
                Image(systemName: "powerplug")
                    .font(.title)
                Text(withoutBattery)
            }
        }
    }

    private var withoutBattery: String { readings.isOnMains == true ? "On mains" : "No battery" }

    private var list: some View {
        VStack(alignment: .leading, spacing: 6) {
            ForEach(Array(readings.batteries.prefix(family == .systemMedium ? 6 : 2).enumerated()), id: \.offset) { _, battery in
                HStack(spacing: 4) {
                    Image(systemName: battery.symbol)
                        .foregroundStyle(battery.color)
                    Text(battery.name)
                        .font(.headline)
                        .lineLimit(1)
                    Spacer()
                    PercentText(battery: battery)
                }
                BatteryBar(battery: battery)
                if family != .systemSmall { StatusText(battery: battery) }
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: family == .accessoryRectangular ? .leading : .topLeading)
    }
}

private struct SingleBatteryView: View {
    let battery: Battery

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Image(systemName: battery.symbol)
                .font(.title3)
                .foregroundStyle(battery.color)
            Spacer(minLength: 0)
            PercentText(battery: battery)
                .font(.system(.largeTitle, design: .rounded, weight: .semibold))
            BatteryBar(battery: battery)
            StatusText(battery: battery)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

private struct PercentText: View {
    let battery: Battery

    var body: some View {
        Text(verbatim: "\(battery.percent) %")
            .monospacedDigit()
    }
}

private struct BatteryBar: View {
    let battery: Battery

    var body: some View {
        ProgressView(value: Double(battery.percent) / 100)
            .tint(battery.color)
    }
}

private struct StatusText: View {
    let battery: Battery

    var body: some View {
        Text(battery.words)
            .font(.caption)
            .foregroundStyle(.secondary)
            .lineLimit(1)
    }
}

extension Battery {
    fileprivate var summary: String { "\(percent) %" + (seconds.map { ", \(Self.time($0))" } ?? "") }

    fileprivate var words: String {
        switch status {
        case .charging: seconds.map { "full in \(Self.time($0))" } ?? "charging"
        case .discharging: seconds.map { "\(Self.time($0)) left" } ?? "on battery"
        case .full: "full"
        case .notCharging: "not charging"
        case .unknown: "unknown"
        }
    }

    fileprivate var symbol: String {
        if status == .charging { return "battery.100percent.bolt" }
        return percent <= 20 ? "battery.25percent" : percent <= 60 ? "battery.50percent" : "battery.100percent"
    }

    fileprivate var color: Color {
        status == .charging ? .green : percent <= 10 ? .red : percent <= 20 ? .orange : .accentColor
    }

    /// `3 h 20 min`, `12 min`.
    static func time(_ seconds: Int) -> String {
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return hours > 0 ? "\(hours) h \(minutes) min" : "\(minutes) min"
    }
}
