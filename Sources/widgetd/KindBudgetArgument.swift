import ArgumentParser
import WidgetCore

/// `KIND=PER_DAY` or `KIND=PER_DAY/SAVED` on the command line.
struct KindBudgetArgument {
    let kind: String
    let perDay: Int
    /// Nil: as many as every widget.
    let saved: Int?

    /// - Throws: `ValidationError` with the part that is wrong and its limit.
    init(parsing argument: String) throws {
        guard let equals = argument.lastIndex(of: "="), equals > argument.startIndex else {
            throw ValidationError("write KIND=PER_DAY or KIND=PER_DAY/SAVED, as weather=24/4")
        }
        let numbers = argument[argument.index(after: equals)...].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        kind = String(argument[..<equals])
        perDay = try Self.number(numbers[0], "PER_DAY", Limits.reloadsPerDay)
        saved = numbers.count == 2 ? try Self.number(numbers[1], "SAVED", Limits.savedReloads) : nil
    }

    private static func number(_ text: Substring, _ name: String, _ limit: Int) throws -> Int {
        guard let number = Int(text), (1...limit).contains(number) else { throw ValidationError("\(name) is '\(text)'; write a number from 1 to \(limit)") }
        return number
    }
}
