import AppIntents
import SwiftUI
import WidgetKit

// Bring widgets to life.

enum A5 {
    struct Background: View {
        var body: some View {
            Text("Caffeine")
                .containerBackground(for: .widget) {
                    Color.cosmicLatte
                }
        }
    }
}

enum A7 {
    struct TotalCaffeineView: View {
        let totalCaffeine: Measurement<UnitMass>

        var body: some View {
            VStack(alignment: .leading) {
                Text("Total Caffeine")
                    .font(.caption)

                Text(totalCaffeine.formatted())
                    .font(.title)
                    .minimumScaleFactor(0.8)
                    .contentTransition(.numericText(value: totalCaffeine.value))
            }
            .foregroundColor(.espresso)
            .bold()
            .frame(maxWidth: .infinity, alignment: .leading)
        }
    }
}

enum A8 {
    struct LastDrinkView: View {
        let log: CaffeineLog

        var body: some View {
            VStack(alignment: .leading) {
                Text(log.drink.name)
                    .bold()
                Text("\(log.date, format: Self.dateFormatStyle) · \(caffeineAmount)")
            }
            .font(.caption)
            .id(log)
            .transition(.push(from: .bottom))
        }

        var caffeineAmount: String {
            log.drink.caffeine.formatted()
        }

        static var dateFormatStyle = Date.FormatStyle(
            date: .omitted, time: .shortened)
    }
}

enum A9 {
    struct LastDrinkView: View {
        let log: CaffeineLog

        var body: some View {
            VStack(alignment: .leading) {
                Text(log.drink.name)
                    .bold()
                Text("\(log.date, format: Self.dateFormatStyle) · \(caffeineAmount)")
            }
            .font(.caption)
            .id(log)
            .transition(.push(from: .bottom))
            .animation(.smooth(duration: 1.8), value: log)
        }

        var caffeineAmount: String {
            log.drink.caffeine.formatted()
        }

        static var dateFormatStyle = Date.FormatStyle(
            date: .omitted, time: .shortened)
    }
}

enum A10 {
    static func reload() {
        WidgetCenter.shared.reloadTimelines(ofKind: "LocationForecast")
    }
}

struct LogDrinkIntent: AppIntent {
    static var title: LocalizedStringResource = "Log a drink"
    static var description = IntentDescription("Log a drink and its caffeine amount.")

    @Parameter(title: "Drink", optionsProvider: DrinksOptionsProvider())
    var drink: Drink

    init() {}

    init(drink: Drink) {
        self.drink = drink
    }

    func perform() async throws -> some IntentResult {
        await DrinksLogStore.shared.log(drink: drink)
        return .result()
    }
}

enum A12 {
    struct LogDrinkView: View {
        var body: some View {
            Button(intent: LogDrinkIntent(drink: .espresso)) {
                Label("Espresso", systemImage: "plus")
                    .font(.caption)
            }
            .tint(.espresso)
        }
    }
}

enum A13 {
    struct TotalCaffeineView: View {
        let totalCaffeine: Measurement<UnitMass>

        var body: some View {
            VStack(alignment: .leading) {
                Text("Total Caffeine")
                    .font(.caption)

                Text(totalCaffeine.formatted())
                    .font(.title)
                    .minimumScaleFactor(0.8)
                    .contentTransition(.numericText(value: totalCaffeine.value))
                    .invalidatableContent()
            }
            .foregroundColor(.espresso)
            .bold()
            .frame(maxWidth: .infinity, alignment: .leading)
        }
    }
}
