import Glibc
import WidgetProviderKit

/// A button for one drink, with the caffeine that is in the body now.
struct LogDrinkControl: AppIntentControlValueProvider {
    struct Value {
        var drink: Drink
        /// Milligrams in the body.
        var total: Double

        var status: String { "\(Int(total.rounded())) mg" }
    }

    static let kind = "log-drink"

    static let parameters = [
        ParameterDefinition(
            name: "drink", type: .text, title: "Drink", isRequired: true, defaultValue: .text(Drink.espresso.rawValue),
            options: Drink.allCases.map { .text($0.rawValue) })
    ]

    func previewValue(configuration: Parameters) -> Value { Value(drink: drink(configuration), total: 77) }

    func currentValue(configuration: Parameters) throws -> Value {
        let log = try CaffeineStore.standard(environment: environmentVariable).load()
        return Value(drink: drink(configuration), total: log.total(at: LogDrinkIntent.now))
    }

    private func drink(_ configuration: Parameters) -> Drink { configuration.text("drink").flatMap(Drink.init(rawValue:)) ?? .espresso }
}
