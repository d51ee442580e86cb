import WidgetProviderKit

ProviderMain.run(
    widgets: [
        StaticConfiguration(kind: "caffeine", provider: CaffeineProvider()) { entry, context in
            CaffeineView(entry: entry, family: context.family).body
        }
        .configurationDisplayName("Caffeine")
        .description("The caffeine in your body, and a button for the next drink")
        .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryInline, .accessoryRectangular, .accessoryCircular])
    ],
    intents: [LogDrinkIntent.self])
