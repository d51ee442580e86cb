import SwiftUI
import WidgetKit

// The app's own types, which the listings use.

struct CaffeineLog: Hashable, Codable {
    var drink: Drink
    var date: Date
}

struct Drink: Hashable, Sendable, Codable, AppEntity {
    var id: String
    var name: String
    var caffeine: Measurement<UnitMass>

    static let espresso = Drink(id: "espresso", name: "Espresso", caffeine: Measurement(value: 68, unit: .milligrams))
    static let coffee = Drink(id: "coffee", name: "Coffee", caffeine: Measurement(value: 95, unit: .milligrams))
    static let all = [espresso, coffee]

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Drink"
    static let defaultQuery = DrinkQuery()
    var displayRepresentation: DisplayRepresentation { "\(name)" }
}

struct DrinkQuery: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [Drink] { Drink.all.filter { identifiers.contains($0.id) } }
    func suggestedEntities() async throws -> [Drink] { Drink.all }
}

struct DrinksOptionsProvider: DynamicOptionsProvider {
    func results() async throws -> [Drink] { Drink.all }
}

/// The drinks on disk: a line each.
actor DrinksLogStore {
    static let shared = DrinksLogStore()

    private var file: URL {
        let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"] ?? NSTemporaryDirectory()
        return URL(filePath: state).appending(path: "listings-drinks")
    }

    func log(drink: Drink) {
        let lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "") + drink.id + "\n"
        try? lines.write(to: file, atomically: true, encoding: .utf8)
    }

    var drinks: [Drink] {
        let lines = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return lines.split(separator: "\n").compactMap { id in Drink.all.first { $0.id == id } }
    }
}

struct CaffeineLogEntry: TimelineEntry {
    var date: Date
    var totalCaffeine: Measurement<UnitMass>
    var log: CaffeineLog?

    static let log1 = CaffeineLogEntry(date: .now, totalCaffeine: Measurement(value: 0, unit: .milligrams))
    static let log2 = CaffeineLogEntry(
        date: .now.addingTimeInterval(60), totalCaffeine: Measurement(value: 68, unit: .milligrams), log: CaffeineLog(drink: .espresso, date: .now))
    static let log3 = CaffeineLogEntry(
        date: .now.addingTimeInterval(120), totalCaffeine: Measurement(value: 163, unit: .milligrams), log: CaffeineLog(drink: .coffee, date: .now))
    static let log4 = CaffeineLogEntry(
        date: .now.addingTimeInterval(180), totalCaffeine: Measurement(value: 231, unit: .milligrams), log: CaffeineLog(drink: .espresso, date: .now))
}

extension Color {
    static let espresso = Color(red: 0.35, green: 0.2, blue: 0.1)
    static let cosmicLatte = Color(red: 1, green: 0.97, blue: 0.91)
}

extension ShapeStyle where Self == Color {
    static var espresso: Color { .espresso }
    static var cosmicLatte: Color { .cosmicLatte }
}

extension Measurement<UnitMass> {
    func formatCaffeine() -> String { formatted() }
}

extension FormatStyle where Self == Date.FormatStyle {
    static var dateformatStyle: Date.FormatStyle { Date.FormatStyle(date: .omitted, time: .shortened) }
}
