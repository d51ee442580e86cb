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

/// The beginning of an input: a byte.
struct Opening {
    /// How far the session has come.
    enum Stage: UInt8, CaseIterable {
        /// Nothing was said.
        case stranger
        /// Both have said hello and where they stand.
        case met
        /// It waits for a snapshot.
        case wanting
    }

    private static let sealing: UInt8 = 0x80

    var stage: Stage
    /// Transactions get the chain hashes that they must have: a liar can reckon, and without them a change of any byte would end at this one check.
    var isSealing: Bool

    init(_ stage: Stage, isSealing: Bool = false) {
        self.stage = stage
        self.isSealing = isSealing
    }

    init(byte: UInt8) {
        stage = Stage.allCases[Int(byte & ~Self.sealing) % Stage.allCases.count]
        isSealing = byte & Self.sealing != 0
    }

    var byte: UInt8 { stage.rawValue | (isSealing ? Self.sealing : 0) }
}
