import WidgetProviderKit

ProviderMain.run(
    widgets: [
        StaticConfiguration(kind: CaffeineProvider.kind, provider: CaffeineProvider()) { entry, context in
            CaffeineView(entry: entry, family: context.family).body
        }
        .configurationDisplayName("Caffeine")
        .description("The caffeine in your body, and a button for the next drink")
        .supportedFamilies([.systemSmall, .systemMedium, .systemLarge, .accessoryInline, .accessoryRectangular, .accessoryCircular])
    ],
    controls: [
        AppIntentControlConfiguration(kind: LogDrinkControl.kind, parameters: LogDrinkControl.parameters, provider: LogDrinkControl()) { value in
            ControlWidgetButton(
                value.drink.title, symbol: "cup.and.saucer", status: value.status, tint: .named(.brown), action: LogDrinkIntent(drink: value.drink))
        }
        .displayName("Log a drink").description("Notes that you have a drink now").actionHint("Log the drink")
    ],
    intents: [LogDrinkIntent.self])
