import SwiftProtobuf

/// The names of enumerations' values, in lowerCamelCase and without their enumeration's name: `systemSmall` of `WIDGET_FAMILY_SYSTEM_SMALL`.
enum EnumName {
    /// A value's name; nil: it comes from a newer daemon, and has only a number here.
    static func text<E: Enum>(_ value: E) -> String? {
        // Generated cases bear these names; one that is a word of Swift's has a "_" behind it.
        let name = "\(value)"
        if name.hasPrefix("UNRECOGNIZED") { return nil }
        return name.hasSuffix("_") ? String(name.dropLast()) : name
    }

    /// Whether a word on the command line is this name, however it is spelled: `systemSmall`, `system-small` and `SYSTEM_SMALL` are one.
    static func matches(_ argument: String, _ name: String) -> Bool { letters(argument) == letters(name) }

    private static func letters(_ name: String) -> String { name.filter { $0 != "-" && $0 != "_" }.lowercased() }
}

extension CaseIterable {
    /// The case that a word on the command line names.
    /// - Parameter name: a case's name; its spelling may differ as `EnumName.matches` allows.
    static func named(_ argument: String, _ name: (Self) -> String) -> Self? { allCases.first { EnumName.matches(argument, name($0)) } }
}
