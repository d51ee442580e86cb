import Glibc
import WidgetProviderKit

/// Logs a drink, now.
struct LogDrinkIntent: AppIntent {
    var drink: Drink

    init(drink: Drink) {
        self.drink = drink
    }

    init(parameters: Parameters) throws {
        let name = parameters.text("drink") ?? ""
        guard let drink = Drink(rawValue: name) else {
            throw WidgetError.invalid("drink", "must be one of \(Drink.allCases.map(\.rawValue).joined(separator: ", ")), not \"\(name)\"")
        }
        self.drink = drink
    }

    var parameters: Parameters { ["drink": .text(drink.rawValue)] }

    func perform(in context: IntentContext) throws {
        try perform(key: context.idempotencyKey, at: Self.now, in: try .standard(environment: environmentVariable))
        // It may have been tapped on the widget or on a control: both show it. Where the daemon can't be asked, its own reload after an action is left.
        try? WidgetCenter.reloadTimelines(ofKind: CaffeineProvider.kind)
        try? ControlCenter.reloadControls(ofKind: LogDrinkControl.kind)
    }

    static var now: Timestamp {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Timestamp(milliseconds: Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000)
    }

    /// Once for each key.
    func perform(key: String, at date: Timestamp, in store: CaffeineStore) throws {
        // A key may hold anything; in the file it must not end its field.
        let field = key.filter { $0 != "\t" && !$0.isNewline }
        try store.update { $0.log(drink, at: date, key: field) }
    }
}

/// A variable of this program's environment.
func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
