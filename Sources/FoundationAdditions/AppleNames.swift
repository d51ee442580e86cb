import Foundation

// Names that Foundation has on Apple's platforms alone.

public let NSEC_PER_SEC: UInt64 = 1_000_000_000
public let NSEC_PER_MSEC: UInt64 = 1_000_000
public let NSEC_PER_USEC: UInt64 = 1_000
public let USEC_PER_SEC: UInt64 = 1_000_000
public let MSEC_PER_SEC: UInt64 = 1_000

extension CGFloat {
    public init(truncating number: NSNumber) { self.init(number.doubleValue) }
}

extension AttributedString {
    /// The text without its attributes, which only Apple's platforms know.
    public init(_ string: NSAttributedString) { self.init(string.string) }
}

extension URL {
    /// The user's own documents.
    public static var documentsDirectory: URL {
        FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first ?? FileManager.default.homeDirectoryForCurrentUser
    }
}

/// Runs `body`: objects are released when nothing refers to them.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

/// How long ago a date is, or how far away: `in 2 hours`.
public final class RelativeDateTimeFormatter: Formatter {
    public enum UnitsStyle: Int, Sendable {
        case full, spellOut, short, abbreviated
    }

    public enum DateTimeStyle: Int, Sendable {
        case numeric, named
    }

    public var dateTimeStyle = DateTimeStyle.numeric
    public var unitsStyle = UnitsStyle.full
    public var locale: Locale? = .autoupdatingCurrent
    public var calendar: Calendar? = .autoupdatingCurrent

    public func localizedString(for date: Date, relativeTo reference: Date) -> String { string(date.timeIntervalSince(reference)) }
    public func localizedString(fromTimeInterval interval: TimeInterval) -> String { string(interval) }
    public func localizedString(from components: DateComponents) -> String {
        let now = Date()
        return localizedString(for: (calendar ?? .current).date(byAdding: components, to: now) ?? now, relativeTo: now)
    }

    public override func string(for object: Any?) -> String? { (object as? Date).map { localizedString(for: $0, relativeTo: Date()) } }

    private func string(_ interval: TimeInterval) -> String {
        let units: Date.RelativeFormatStyle.UnitsStyle =
            switch unitsStyle {
            case .full: .wide
            case .spellOut: .spellOut
            case .short: .abbreviated
            case .abbreviated: .narrow
            }
        let style = Date.RelativeFormatStyle(
            presentation: dateTimeStyle == .named ? .named : .numeric, unitsStyle: units, locale: locale ?? .current, calendar: calendar ?? .current)
        // The style reads the clock itself, a moment later than this line.
        return style.format(Date(timeIntervalSinceNow: interval + (interval > 0 ? 0.05 : 0)))
    }
}

extension FileManager {
    /// The folder that a group of programs shares: the identifier's name in the user's data directory (XDG_DATA_HOME). It is created if it is missing.
    /// - Parameter groupIdentifier: such as `group.org.example.drinks`. One that isn't the name of a single folder gives nil.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard !groupIdentifier.isEmpty, !groupIdentifier.contains("/"), groupIdentifier != ".", groupIdentifier != ".." else { return nil }
        let environment = ProcessInfo.processInfo.environment
        let data: URL
        if let directory = environment["XDG_DATA_HOME"], directory.hasPrefix("/") {
            data = URL(filePath: directory)
        } else {
            data = homeDirectoryForCurrentUser.appending(path: ".local/share")
        }
        let url = data.appending(path: groupIdentifier)
        try? createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }
}
