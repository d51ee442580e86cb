package import WidgetCore

/// A file with 32 random bytes that are made once and stay on this machine: hexadecimal digits, mode 0600.
package struct SecretFile {
    private static let count = 32
    private let directory: String
    private let name: String
    private var path: String { "\(directory)/\(name)" }

    package init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    /// The bytes, which are made where there is no file.
    /// - Throws: FAILED_PRECONDITION where the file is damaged or others may read it; UNAVAILABLE where it can't be read or written.
    package func open() throws(WidgetError) -> [UInt8] {
        if let bytes = try read() { return bytes }
        var random = SystemRandomNumberGenerator()
        let digits = (0..<Self.count).map { _ in
            let byte = UInt8.random(in: 0...255, using: &random)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        _ = try NewFile(directory: directory, name: name, mode: 0o600).write(digits.joined() + "\n")
        guard let bytes = try read() else { throw WidgetError(.unavailable, "\(path) came and went while it was made; start again") }
        return bytes
    }

    /// - Returns: nil where there is no file.
    private func read() throws(WidgetError) -> [UInt8]? {
        let file: PrivateFile
        do {
            file = try PrivateFile(path: path)
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
        try file.requirePrivacy()
        let digits = try file.text().filter { !$0.isWhitespace }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
        guard bytes.count == Self.count, digits.count == 2 * Self.count else {
            throw WidgetError(
                .failedPrecondition,
                "\(path) isn't \(Self.count) bytes in hexadecimal; restore it from a backup, or take it away: then all Web Push endpoints get new keys")
        }
        return bytes
    }
}
