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

    public var _kept: _KeptValue? { fileURL.map { _KeptValue(.text($0.path)) } }

    public static func _read(_ kept: _KeptValue?) async throws -> IntentFile {
        guard let path = kept?.text, path.hasPrefix("/") else { throw IntentParameterError("needs the absolute path of a file") }
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
