import Synchronization

/// The files of catalogues, as Xcode writes them.
package enum ResourceFile {
    private static let firstProblem = Mutex<String?>(nil)

    /// The fault of the first file that couldn't be read; nil: there is none. Views may need that file, so none is archived while there is a fault.
    package static var problem: String? { firstProblem.withLock { $0 } }

    /// The content of a file in JSON; nil: there is no such file, or it is broken.
    package static func decoded<T: Decodable>(_ type: T.Type, at url: URL) -> T? {
        guard let data = try? Data(contentsOf: url) else { return nil }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            firstProblem.withLock { if $0 == nil { $0 = "\(url.path) is broken: \(words(for: error)); mend it, and build again" } }
            return nil
        }
    }

    private static func words(for error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "it has no \"\(key.stringValue)\""
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")) is of another type"
        default: "it isn't JSON"
        }
    }
}
