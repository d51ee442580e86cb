/// Messages in an input, each after its length in two bytes.
enum Pieces {
    /// More in one input teach nothing.
    static let most = 16

    static func split(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        var (pieces, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], bytes)
        while rest.count >= 2, pieces.count < most {
            let length = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
            rest = rest.dropFirst(2)
            pieces.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return pieces
    }

    static func join(_ pieces: [[UInt8]]) -> [UInt8] {
        pieces.flatMap { [UInt8(truncatingIfNeeded: $0.count), UInt8(truncatingIfNeeded: $0.count >> 8)] + $0 }
    }
}

/// How far the session has come when the input begins.
enum Stage: UInt8, CaseIterable {
    /// Nothing was said.
    case stranger
    /// Both have said hello and where they stand.
    case met
    /// It waits for a snapshot.
    case wanting
}
