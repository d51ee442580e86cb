import ArgumentParser
import WidgetAPI
import WidgetCore

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
