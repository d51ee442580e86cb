import ArgumentParser
import WidgetCore

/// How long a Live Activity is active: `8h`, `90min`, `2d`, or `never` for as long as it takes.
struct ActivityAgeArgument: CustomStringConvertible {
    /// Nil: it isn't ended for its age.
    let age: Milliseconds?

    init(_ age: Milliseconds?) { self.age = age }

    private static let units: [(name: String, seconds: Int64)] = [("min", 60), ("h", 3_600), ("d", 86_400)]
    /// A year: who wants more wants `never`.
    private static let mostSeconds: Int64 = 366 * 86_400

    /// - Throws: `ValidationError` that says what would do.
    init(parsing argument: String) throws {
        if argument == "never" {
            age = nil
            return
        }
        guard let unit = Self.units.first(where: { argument.hasSuffix($0.name) }), let count = Int64(argument.dropLast(unit.name.count)), count > 0,
            count <= Self.mostSeconds / unit.seconds
        else { throw ValidationError("write 1min to 366d, as 90min, 8h or 2d, or never") }
        age = .seconds(count * unit.seconds)
    }

    /// As it is written.
    var description: String {
        guard let age, let unit = Self.units.last(where: { age.count % ($0.seconds * 1_000) == 0 }) else { return "never" }
        return "\(age.count / (unit.seconds * 1_000))\(unit.name)"
    }
}
