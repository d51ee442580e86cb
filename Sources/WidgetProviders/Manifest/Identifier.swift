import WidgetCore

/// The ids of providers and kinds.
enum Identifier {
    /// A provider's.
    static let form = "[a-z0-9][a-z0-9._-]{0,63}"
    /// A kind's.
    static let kindForm = "[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}"

    /// Whether `id` has the ``kindForm``.
    static func isKind(_ id: String) -> Bool {
        guard let first = id.utf8.first, isLetterOrDigit(first) || isCapital(first), id.utf8.count <= Limits.identifierBytes else { return false }
        return id.utf8.allSatisfy { isLetterOrDigit($0) || isCapital($0) || isSeparator($0) }
    }

    /// Whether `id` has the ``form``.
    static func isValid(_ id: String) -> Bool {
        guard let first = id.utf8.first, isLetterOrDigit(first), id.utf8.count <= Limits.identifierBytes else { return false }
        return id.utf8.allSatisfy { isLetterOrDigit($0) || isSeparator($0) }
    }

    /// Whether `name` has the form of a parameter's name: `[a-z][a-zA-Z0-9_-]{0,63}`.
    static func isParameterName(_ name: String) -> Bool {
        guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
        guard name.utf8.count <= Limits.identifierBytes else { return false }
        return name.utf8.allSatisfy { byte in
            isLetterOrDigit(byte) || isCapital(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
    }

    /// An id made of `name`: in lower case, with hyphens for characters that an id can't have. Nil where nothing is left.
    static func nearest(to name: String) -> String? {
        let bytes = name.lowercased().utf8.map { isLetterOrDigit($0) || isSeparator($0) ? $0 : UInt8(ascii: "-") }
        let id = String(decoding: bytes.drop { !isLetterOrDigit($0) }.prefix(Limits.identifierBytes), as: UTF8.self)
        return id.isEmpty ? nil : id
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    private static func isSeparator(_ byte: UInt8) -> Bool { [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-")].contains(byte) }
}
