import ArgumentParser
import WidgetAPI
import WidgetCore

/// A date to come, on the command line: how far away it is (`90s`, `30min`, `6h`, `2d`, `1w`), or a date of RFC 3339.
struct FutureArgument: ExpressibleByArgument {
    private enum Value {
        case after(Milliseconds)
        case at(Timestamp)
    }

    private let value: Value

    private static let units: [(name: String, seconds: Int64)] = [
        ("s", 1), ("sec", 1), ("m", 60), ("min", 60), ("h", 3_600), ("d", 86_400), ("w", 604_800),
    ]
    /// Far more than any command takes, and far from an overflow.
    private static let mostSeconds: Int64 = 100 * 366 * 86_400

    init?(argument: String) {
        if let date = Timestamp(rfc3339: argument) {
            value = .at(date)
            return
        }
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        let unit = argument[digits.endIndex...].drop { $0 == " " }
        guard let count = Int64(digits), let seconds = Self.units.first(where: { $0.name == unit })?.seconds else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: seconds)
        guard !overflow, product <= Self.mostSeconds else { return nil }
        value = .after(.seconds(product))
    }

    /// - Parameter now: from when a distance is counted.
    func date(from now: Timestamp) -> Timestamp {
        switch value {
        case .after(let distance): now + distance
        case .at(let date): date
        }
    }
}

/// A family on the command line: WidgetKit's name, which JSON has too, or the short one.
struct FamilyArgument: ExpressibleByArgument {
    let family: WidgetFamily

    init?(argument: String) {
        guard let family = WidgetFamily.named(argument, \.name) ?? .named(argument, \.shortName) else { return nil }
        self.family = family
    }

    var defaultValueDescription: String { family.shortName }
    static var allValueStrings: [String] { WidgetFamily.allCases.map(\.shortName) }

    var proto: ProtoWidgetFamily { ProtoWidgetFamily(rawValue: family.rawValue) ?? .unspecified }
}
