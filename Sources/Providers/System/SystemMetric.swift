import WidgetProviderKit

/// The figure that the widget shows.
enum SystemMetric: String, CaseIterable {
    case overview, cpu, memory, disk, battery, network, load, uptime

    static let parameter = ParameterDefinition(
        name: "metric", type: .text, title: "Metric", description: "One figure, or an overview of all", isRequired: true,
        defaultValue: .text(SystemMetric.overview.rawValue), options: allCases.map { .text($0.rawValue) })

    /// Each figure of the overview, the most telling first.
    static let figures: [SystemMetric] = [.cpu, .memory, .disk, .battery, .network, .load, .uptime]

    var title: String {
        switch self {
        case .overview: "System"
        case .cpu: "CPU"
        case .memory: "Memory"
        case .disk: "Disk"
        case .battery: "Battery"
        case .network: "Network"
        case .load: "Load"
        case .uptime: "Uptime"
        }
    }
}
