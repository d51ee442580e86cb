import WidgetProviderKit

/// How full the batteries are, and for how long.
struct PowerView {
    var readings: PowerReadings
    var family: WidgetFamily

    /// Batteries that a family has room for.
    private var shown: [Battery] { Array(readings.batteries.prefix(family == .systemSmall || family == .accessoryRectangular ? 2 : 6)) }

    var body: ViewTree {
        guard let first = readings.batteries.first else {
            let text = readings.isOnMains == true ? "On mains" : "No battery"
            return family == .accessoryInline ? .label(text, systemImage: "powerplug") : .vstack([.image(systemName: "powerplug").font(.title), .text(text)])
        }
        switch family {
        case .accessoryInline: return .label("\(first.percent) %\(short(first))", systemImage: symbol(first))
        case .accessoryCircular:
            return .gauge(Double(first.percent), in: 0...100, label: "Battery", currentValueLabel: "\(first.percent)", style: .circular).tint(color(first))
        case .systemSmall where readings.batteries.count == 1:
            return .vstack(
                alignment: .leading, spacing: 4,
                [.image(systemName: symbol(first)).foregroundStyle(color(first)), figure(first).font(.largeTitle), bar(first), line(first)])
        default: return .vstack(alignment: .leading, spacing: 6, shown.flatMap { [row($0), bar($0)] + (family == .systemSmall ? [] : [line($0)]) })
        }
    }

    private func row(_ battery: Battery) -> ViewTree {
        .hstack(
            spacing: 4,
            [.image(systemName: symbol(battery)).foregroundStyle(color(battery)), .text(battery.name).font(.headline).lineLimit(1), .spacer(), figure(battery)])
    }

    private func figure(_ battery: Battery) -> ViewTree { .text("\(battery.percent) %").monospacedDigit() }
    private func bar(_ battery: Battery) -> ViewTree { .progress(Double(battery.percent) / 100).tint(color(battery)) }

    private func line(_ battery: Battery) -> ViewTree {
        let words =
            switch battery.status {
            case .charging: battery.seconds.map { "full in \(Self.time($0))" } ?? "charging"
            case .discharging: battery.seconds.map { "\(Self.time($0)) left" } ?? "on battery"
            case .full: "full"
            case .notCharging: "not charging"
            case .unknown: "no news"
            }
        return .text(words).font(.caption).foregroundStyle(.secondary).lineLimit(1)
    }

    private func short(_ battery: Battery) -> String { battery.seconds.map { ", \(Self.time($0))" } ?? "" }

    private func symbol(_ battery: Battery) -> String {
        if battery.status == .charging { return "battery.100percent.bolt" }
        return battery.percent <= 20 ? "battery.25percent" : battery.percent <= 60 ? "battery.50percent" : "battery.100percent"
    }

    private func color(_ battery: Battery) -> ViewColor.Name {
        battery.status == .charging ? .green : battery.percent <= 10 ? .red : battery.percent <= 20 ? .orange : .accent
    }

    /// `3 h 20 min`, `12 min`.
    static func time(_ seconds: Int) -> String {
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return hours > 0 ? "\(hours) h \(minutes) min" : "\(minutes) min"
    }
}
