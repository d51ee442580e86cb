import Foundation
import WidgetCore

/// The drinks of the last days, and how much of their caffeine is left.
struct CaffeineLog: Equatable {
    struct Record: Hashable {
        var date: Date
        var drink: Drink
        /// The key of the request that logged it. A repeated request logs nothing more.
        var key: String
    }

    /// The half-life of caffeine in seconds: about five hours in healthy adults.
    static let halfLife: TimeInterval = 5 * 3_600
    /// After this many half-lives a thousandth is left, and the record is removed.
    static let keptHalfLives = 10.0
    /// The most records: more than anyone should drink in that time.
    static let limit = 500

    /// The oldest first.
    var records: [Record] = []

    /// Milligrams in the body.
    func total(at date: Date) -> Double {
        records.reduce(0) { total, record in
            guard record.date <= date else { return total }
            return total + record.drink.caffeine * exp2(-date.timeIntervalSince(record.date) / Self.halfLife)
        }
    }

    /// The last drink before a date.
    func last(at date: Date) -> Record? { records.last { $0.date <= date } }

    /// Adds a drink, and removes records that are too old to count. It returns false where this request was logged before.
    mutating func log(_ drink: Drink, at date: Date, key: String) -> Bool {
        guard key.isEmpty || !records.contains(where: { $0.key == key }) else { return false }
        let oldest = date - Self.keptHalfLives * Self.halfLife
        records.removeAll { $0.date < oldest }
        records.append(Record(date: date, drink: drink, key: key))
        records.sort { $0.date < $1.date }
        records.removeFirst(max(0, records.count - Self.limit))
        return true
    }
}

extension CaffeineLog {
    /// The first line of the file: what it is, and the version of its format.
    static let header = "widgetd-caffeine 1"

    /// One line for each drink: milliseconds since 1970, drink, key.
    var text: String {
        records.reduce(into: Self.header + "\n") { text, record in
            text += "\(Int64((record.date.timeIntervalSince1970 * 1_000).rounded()))\t\(record.drink.rawValue)\t\(record.key)\n"
        }
    }

    /// - Throws: DATA_LOSS that names the line.
    init(text: String) throws {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popFirst() == Self.header[...] else { throw WidgetError(.dataLoss, "line 1 isn't \"\(Self.header)\"") }
        for (index, line) in lines.enumerated() where !line.isEmpty {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3, let milliseconds = Int64(fields[0]), let drink = Drink(rawValue: String(fields[1])) else {
                throw WidgetError(.dataLoss, "line \(index + 2) is no drink: \(line.prefix(64))")
            }
            records.append(Record(date: Date(timeIntervalSince1970: Double(milliseconds) / 1_000), drink: drink, key: String(fields[2])))
        }
    }
}
