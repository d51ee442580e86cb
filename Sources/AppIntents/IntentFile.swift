import WidgetCore

/// A file as a parameter: it is kept by its path.
public struct IntentFile: _IntentValue, Hashable {
    public let filename: String
    public let fileURL: URL?
    public let type: UTType?
    private let content: Data?

    /// The file's bytes; empty: it can't be read any more.
    public var data: Data { content ?? fileURL.flatMap { try? Data(contentsOf: $0) } ?? Data() }

    /// Content that is in no file: it isn't kept.
    public init(data: Data, filename: String, type: UTType? = nil) {
        (self.filename, self.type, fileURL, content) = (filename, type, nil, data)
    }

    public init(fileURL: URL, filename: String? = nil, type: UTType? = nil) {
        (self.filename, self.type, self.fileURL, content) = (filename ?? fileURL.lastPathComponent, type, fileURL, nil)
    }

    public var _archived: _ArchivedIntentValue? { fileURL.map { _ArchivedIntentValue(.text($0.path)) } }

    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> IntentFile {
        guard let path = archived?.text, path.hasPrefix("/") else { throw IntentParameterError("needs the absolute path of a file") }
        return IntentFile(fileURL: URL(filePath: path))
    }

    public static var _valueType: _IntentValueType { _IntentValueType(.text) }
}

extension IntentParameter {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil, supportedContentTypes: [UTType],
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) { self.init(title: title, description: description, default: defaultValue) }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil, supportedTypeIdentifiers: [String],
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) { self.init(title: title, description: description, default: defaultValue) }
}

/// A type of files.
public struct UTType: Hashable, Sendable {
    public let identifier: String

    public init?(_ identifier: String) {
        guard !identifier.isEmpty else { return nil }
        self.identifier = identifier
    }

    private init(known identifier: String) { self.identifier = identifier }

    public static let item = UTType(known: "public.item")
    public static let data = UTType(known: "public.data")
    public static let image = UTType(known: "public.image")
    public static let jpeg = UTType(known: "public.jpeg")
    public static let png = UTType(known: "public.png")
    public static let gif = UTType(known: "com.compuserve.gif")
    public static let heic = UTType(known: "public.heic")
    public static let text = UTType(known: "public.text")
    public static let plainText = UTType(known: "public.plain-text")
    public static let json = UTType(known: "public.json")
    public static let pdf = UTType(known: "com.adobe.pdf")
    public static let url = UTType(known: "public.url")
    public static let movie = UTType(known: "public.movie")
    public static let audio = UTType(known: "public.audio")
}

/// How many entities people choose.
public struct IntentCollectionSize: Hashable, Sendable, ExpressibleByIntegerLiteral {
    let range: ClosedRange<Int>

    public init(exactly count: Int) { range = max(0, count)...max(0, count) }
    public init(min: Int, max: Int) { range = Swift.max(0, min)...Swift.max(0, min, max) }
    public init(integerLiteral value: Int) { self.init(exactly: value) }
}

/// The family of a widget, for parameters that depend on it.
public enum IntentWidgetFamily: Hashable, Sendable, CaseIterable {
    case systemSmall, systemMedium, systemLarge, systemExtraLarge, accessoryCorner, accessoryCircular, accessoryRectangular, accessoryInline
}

extension IntentParameter {
    /// - Parameter size: has no effect: people choose how many they want.
    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil, size: IntentCollectionSize,
        inputConnectionBehavior: InputConnectionBehavior = .default, query: Query
    ) { self.init(title: title, description: description, default: defaultValue, query: query) }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil, size: IntentCollectionSize,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) { self.init(title: title, description: description, default: defaultValue) }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        size: [IntentWidgetFamily: IntentCollectionSize], inputConnectionBehavior: InputConnectionBehavior = .default
    ) { self.init(title: title, description: description, default: defaultValue) }

    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        size: [IntentWidgetFamily: IntentCollectionSize], inputConnectionBehavior: InputConnectionBehavior = .default, query: Query
    ) { self.init(title: title, description: description, default: defaultValue, query: query) }
}
