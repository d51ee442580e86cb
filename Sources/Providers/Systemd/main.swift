import WidgetProviderKit

ProviderMain.run(widgets: [
    AppIntentConfiguration(kind: "systemd", parameters: [SystemdProvider.parameter], provider: SystemdProvider()) { entry, context in
        SystemdView(entry: entry, family: context.family).body
    }
    .configurationDisplayName("Services")
    .description("Units that failed, and what systemd is doing just now")
    .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryInline, .accessoryRectangular, .accessoryCircular])
])
