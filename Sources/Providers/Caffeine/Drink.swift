import AppIntents

/// Drinks, with the caffeine of a usual serving: rounded from the U.S. Department of Agriculture's FoodData Central.
enum Drink: String, AppEnum {
    case espresso
    case cappuccino
    case coldBrew
    case coffee
    case blackTea
    case cola

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Drink"
    static let caseDisplayRepresentations: [Drink: DisplayRepresentation] = [
        .espresso: "Espresso",
        .cappuccino: "Cappuccino",
        .coldBrew: "Cold Brew",
        .coffee: "Coffee",
        .blackTea: "Black Tea",
        .cola: "Cola",
    ]

    var title: String { String(localized: localizedStringResource) }

    /// Milligrams.
    var caffeine: Double {
        switch self {
        case .espresso: 63
        case .cappuccino: 63
        case .coldBrew: 153
        case .coffee: 95
        case .blackTea: 47
        case .cola: 34
        }
    }
}
