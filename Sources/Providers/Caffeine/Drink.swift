/// Drinks, with the caffeine of a usual serving: rounded from the U.S. Department of Agriculture's FoodData Central.
enum Drink: String, CaseIterable {
    case espresso
    case cappuccino
    case coldBrew
    case coffee
    case blackTea
    case cola

    var title: String {
        switch self {
        case .espresso: "Espresso"
        case .cappuccino: "Cappuccino"
        case .coldBrew: "Cold Brew"
        case .coffee: "Coffee"
        case .blackTea: "Black Tea"
        case .cola: "Cola"
        }
    }

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
