import WidgetProviderKit

let provider = SystemProvider(source: .live)

ProviderMain.run(widgets: [
    AppIntentConfiguration(kind: "system", parameters: [SystemMetric.parameter], provider: provider) { entry, context in
        SystemView(entry: entry, family: context.family).body
    }
    .configurationDisplayName("System")
    .description("Processor, memory, disk, battery, network, load and uptime of this machine")
    .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryInline, .accessoryRectangular, .accessoryCircular])
])
