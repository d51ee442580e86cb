/// The lines of a table in the program, sorted by their keys.
///
/// A line is found by bisection, so that nothing has to be read when the program starts.
struct SymbolRecords: Sendable {
    private let table: StaticString

    /// - Parameter table: lines of ASCII, each with a tab behind its key.
    init(_ table: StaticString) { self.table = table }

    /// The fields behind a key, as the table has them between its tabs; nil: the table has no such key.
    func fields(of key: some StringProtocol) -> [Substring]? {
        let found: String? = table.withUTF8Buffer { bytes in
            guard let range = line(of: Array(key.utf8), in: bytes) else { return nil }
            return String(decoding: bytes[range], as: UTF8.self)
        }
        return found?.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().map { $0 }
    }

    /// Whether a line has this key.
    func contains(_ key: some StringProtocol) -> Bool { table.withUTF8Buffer { line(of: Array(key.utf8), in: $0) != nil } }

    private func line(of key: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        let (newline, tab) = (UInt8(ascii: "\n"), UInt8(ascii: "\t"))
        var (low, high) = (0, bytes.count)
        while low < high {
            // Both ends lie at the beginnings of lines.
            var start = (low + high) / 2
            while start > low, bytes[start - 1] != newline { start -= 1 }
            let end = bytes[start..<high].firstIndex(of: newline) ?? high
            let name = bytes[start..<(bytes[start..<end].firstIndex(of: tab) ?? end)]
            if name.elementsEqual(key) { return start..<end }
            if name.lexicographicallyPrecedes(key) { low = end + 1 } else { high = start }
        }
        return nil
    }
}
