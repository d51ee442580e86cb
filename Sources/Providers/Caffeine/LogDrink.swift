import AppIntents
import SwiftUI
import WidgetKit

/// Logs a drink, now.
struct LogDrinkIntent: AppIntent {
    static let title: LocalizedStringResource = "Log a drink"
    static let description = IntentDescription("Notes that you have a drink now")

    @Parameter(title: "Drink")
    var drink: Drink

    init() {}

    init(drink: Drink) { self.drink = drink }

    func perform() async throws -> some IntentResult {
        try CaffeineStore.standard().log(drink, at: .now, key: idempotencyKey ?? "")
        // The user may have tapped the widget or the control, and both show the log. If this request doesn't reach the daemon, its own reload after an action
        // still updates what was tapped.
        WidgetCenter.shared.reloadTimelines(ofKind: CaffeineWidget.kind)
        ControlCenter.shared.reloadControls(ofKind: LogDrinkControl.kind)
        return .result()
    }
}

/// Chooses the drink of a control.
struct DrinkConfigurationIntent: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Drink"

    @Parameter(title: "Drink", default: .espresso)
    var drink: Drink
}

/// A button for one drink, with the caffeine that is in the body now.
struct LogDrinkControl: ControlWidget {
    nonisolated static let kind = "log-drink"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, provider: Provider()) { value in
            ControlWidgetButton(action: LogDrinkIntent(drink: value.drink)) {
                Label(value.drink.title, systemImage: "cup.and.saucer")
            }
            .tint(.brown)
            .controlWidgetStatus("\(value.amount)")
            .controlWidgetActionHint("Log the drink")
        }
        .displayName("Log a drink")
        .description("Notes that you have a drink now")
    }
}

extension LogDrinkControl {
    struct Value {
        let drink: Drink
        /// Milligrams in the body.
        let total: Double

        var amount: String { "\(Int(total.rounded())) mg" }
    }

    struct Provider: AppIntentControlValueProvider {
        func previewValue(configuration: DrinkConfigurationIntent) -> Value { Value(drink: configuration.drink, total: 77) }

        func currentValue(configuration: DrinkConfigurationIntent) async throws -> Value {
            Value(drink: configuration.drink, total: try CaffeineStore.standard().load().total(at: .now))
        }
    }
}
