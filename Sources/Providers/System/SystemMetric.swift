import AppIntents
import SwiftUI

/// The figure that the widget shows.
enum SystemMetric: String, AppEnum {
    case overview, cpu, memory, disk, battery, network, load, uptime

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Metric"
    static let caseDisplayRepresentations: [SystemMetric: DisplayRepresentation] = [
        .overview: "System",
        .cpu: "CPU",
        .memory: "Memory",
        .disk: "Disk",
        .battery: "Battery",
        .network: "Network",
        .load: "Load",
        .uptime: "Uptime",
    ]

    /// Each figure of the overview, the most telling first.
    static let figures: [SystemMetric] = [.cpu, .memory, .disk, .battery, .network, .load, .uptime]

    var title: String { String(localized: localizedStringResource) }

    var symbol: String {
        switch self {
        case .overview, .cpu: "cpu"
        case .memory: "memorychip"
        case .disk: "internaldrive"
        case .battery: "battery.100"
        case .network: "network"
        case .load: "gauge"
        case .uptime: "clock"
        }
    }

    /// Red where something runs out: room on a disk, charge in a battery.
    func color(_ fraction: Double) -> Color {
        let used = self == .battery ? 1 - fraction : fraction
        return used >= 0.9 ? .red : used >= 0.7 ? .orange : .green
    }
}

/// Each figure of a machine, as people read it.
extension SystemReadings {
    func value(of metric: SystemMetric) -> String? {
        switch metric {
        case .overview: nil
        case .cpu: cpu.map(SystemFormat.percent)
        case .memory: memory.map { SystemFormat.percent($0.fraction) }
        case .disk: disk.map { SystemFormat.percent($0.fraction) }
        case .battery: battery.map { "\($0.level) %\($0.isCharging ? " ⚡" : "")" }
        case .network: network.map { "↓ \(SystemFormat.rate($0.received)) ↑ \(SystemFormat.rate($0.sent))" }
        case .load: load.map { SystemFormat.load($0.one) }
        case .uptime: uptime.map(SystemFormat.uptime)
        }
    }

    func detail(of metric: SystemMetric) -> String? {
        switch metric {
        case .memory: memory.map { "\(SystemFormat.bytes($0.used)) of \(SystemFormat.bytes($0.total))" }
        case .disk: disk.map { "\(SystemFormat.bytes($0.used)) of \(SystemFormat.bytes($0.total))" }
        case .load: load.map { "5 min \(SystemFormat.load($0.five)), 15 min \(SystemFormat.load($0.fifteen))" }
        case .battery: battery.map { $0.isCharging ? "charging" : "on battery" }
        default: nil
        }
    }

    /// A fraction from 0 to 1. Nil where the figure has no bounds, or the machine doesn't have it.
    func fraction(of metric: SystemMetric) -> Double? {
        switch metric {
        case .cpu: cpu
        case .memory: memory?.fraction
        case .disk: disk?.fraction
        case .battery: battery.map { Double($0.level) / 100 }
        default: nil
        }
    }
}

/// Figures as people read them.
enum SystemFormat {
    /// `42 %`.
    static func percent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded())) %" }

    /// `6.2 GiB`.
    static func bytes(_ bytes: UInt64) -> String { scaled(Double(bytes), by: 1_024, units: ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]) }

    /// `48 kB/s`; network rates count in thousands.
    static func rate(_ bytes: Double) -> String { scaled(bytes, by: 1_000, units: ["B/s", "kB/s", "MB/s", "GB/s", "TB/s"]) }

    /// `0.42`.
    static func load(_ load: Double) -> String { decimals(load, 2) }

    /// `3 d 4 h`, `4 h 12 min`, `12 min`.
    static func uptime(_ seconds: Int) -> String {
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
        if days > 0 { return "\(days) d \(hours) h" }
        return hours > 0 ? "\(hours) h \(minutes) min" : "\(minutes) min"
    }

    private static func scaled(_ value: Double, by step: Double, units: [String]) -> String {
        var value = max(0, value)
        var unit = 0
        while value >= step, unit < units.count - 1 {
            value /= step
            unit += 1
        }
        return "\(unit > 0 && value < 10 ? decimals(value, 1) : "\(Int(value.rounded()))") \(units[unit])"
    }

    private static func decimals(_ value: Double, _ places: Int) -> String {
        let scale = places == 1 ? 10 : 100
        let scaled = Int((value * Double(scale)).rounded())
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.utf8.count) + fraction
    }
}
