import ArgumentParser
import Glibc
import WidgetCore

/// How long a Live Activity stays active, such as `8h`, `90min` or `2d`. With `never` the daemon doesn't end it.
struct ActivityAgeArgument: CustomStringConvertible {
    /// `nil` for `never`.
    let age: Milliseconds?

    init(_ age: Milliseconds?) { self.age = age }

    private static let units: [(name: String, seconds: Int64)] = [("min", 60), ("h", 3_600), ("d", 86_400)]
    /// 366 days. `never` stands for longer times.
    private static let mostSeconds: Int64 = 366 * 86_400

    /// - Throws: `ValidationError` that says which values are allowed.
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

    /// The argument as a user writes it.
    var description: String {
        guard let age, let unit = Self.units.last(where: { age.count % ($0.seconds * 1_000) == 0 }) else { return "never" }
        return "\(age.count / (unit.seconds * 1_000))\(unit.name)"
    }
}

/// `KIND=PER_DAY` or `KIND=PER_DAY/SAVED` on the command line.
struct KindBudgetArgument {
    let kind: String
    let perDay: Int
    /// `nil` uses the number that applies to every widget.
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

/// The machine's name without its domain.
enum HostName {
    static var current: String {
        var buffer = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard gethostname(&buffer, buffer.count) == 0 else { return "this machine" }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).prefix { $0 != "." }
        return name.isEmpty ? "this machine" : String(name)
    }
}

/// A path of the command line, from the root.
enum AbsolutePath {
    static func of(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        guard let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        return String(cString: directory) + "/" + path
    }
}
