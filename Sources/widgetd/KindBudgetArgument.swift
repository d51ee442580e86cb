import ArgumentParser
import WidgetCore

/// `KIND=PER_DAY` or `KIND=PER_DAY/SAVED` on the command line.
struct KindBudgetArgument: ExpressibleByArgument {
    let kind: String
    let perDay: Int
    let saved: Int?

    init?(argument: String) {
        guard let equals = argument.lastIndex(of: "=") else { return nil }
        let numbers = argument[argument.index(after: equals)...].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let perDay = numbers.first.flatMap({ Int($0) }) else { return nil }
        kind = String(argument[..<equals])
        self.perDay = perDay
        if numbers.count == 2 {
            guard let saved = Int(numbers[1]) else { return nil }
            self.saved = saved
        } else {
            saved = nil
        }
    }
}
