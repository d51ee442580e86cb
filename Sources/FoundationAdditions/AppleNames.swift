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

extension AttributedString {
    /// How Markdown is read. Here it is always read as a line: blocks such as lists stay as they are.
    public struct MarkdownParsingOptions: Sendable {
        public enum InterpretedSyntax: Sendable {
            case full, inlineOnly, inlineOnlyPreservingWhitespace
        }

        public enum FailurePolicy: Sendable {
            case throwError, returnPartiallyParsedIfPossible
        }

        public var allowsExtendedAttributes: Bool
        public var interpretedSyntax: InterpretedSyntax
        public var failurePolicy: FailurePolicy
        public var languageCode: String?

        public init(
            allowsExtendedAttributes: Bool = false, interpretedSyntax: InterpretedSyntax = .full, failurePolicy: FailurePolicy = .throwError,
            languageCode: String? = nil
        ) {
            self.allowsExtendedAttributes = allowsExtendedAttributes
            self.interpretedSyntax = interpretedSyntax
            self.failurePolicy = failurePolicy
            self.languageCode = languageCode
        }
    }

    /// The text with its Markdown read. Marks that nothing closes stay as they are, so it never throws.
    public init(markdown: String, options: MarkdownParsingOptions = MarkdownParsingOptions(), baseURL: URL? = nil) throws {
        self.init()
        for run in InlineMarkdown.runs(of: markdown) {
            var part = AttributedString(run.text)
            var intent: InlinePresentationIntent = []
            if run.isBold { intent.insert(.stronglyEmphasized) }
            if run.isItalic { intent.insert(.emphasized) }
            if run.isStruckThrough { intent.insert(.strikethrough) }
            if run.isCode { intent.insert(.code) }
            if !intent.isEmpty { part.inlinePresentationIntent = intent }
            if let link = run.link { part.link = URL(string: link.absoluteString, relativeTo: baseURL)?.absoluteURL ?? link }
            append(part)
        }
    }
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
        // The style counts from now on, which is a moment later than here.
        return style.format(Date(timeIntervalSinceNow: interval + (interval > 0 ? 0.05 : 0)))
    }
}
