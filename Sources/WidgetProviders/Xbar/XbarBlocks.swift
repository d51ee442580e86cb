/// The output of a plugin that stays: blocks, each begun by a line `~~~`, of which the last that has anything in it is what it shows.
struct XbarBlocks {
    private var line: [UInt8] = []
    private var current: [UInt8] = []
    private var last: [UInt8] = []
    private let limit: Int

    /// - Parameter limit: bytes of a block.
    init(limit: Int) { self.limit = limit }

    /// What it shows: the newest block, as far as it has come, or while that is empty the one before.
    var shown: [UInt8] {
        let newest = current + line
        return newest.contains { $0 > UInt8(ascii: " ") } ? newest : last
    }

    /// The last block that another one follows and that has anything in it; while there is none, the newest as far as it has come.
    var whole: [UInt8] { last.isEmpty ? shown : last }

    /// A block has more bytes than it may.
    var isOver: Bool { current.count + line.count > limit }

    mutating func push(_ bytes: some Sequence<UInt8>) {
        for byte in bytes where !isOver {
            line.append(byte)
            guard byte == UInt8(ascii: "\n") else { continue }
            if line.filter({ $0 > UInt8(ascii: " ") }) == Array("~~~".utf8) {
                last = current.contains { $0 > UInt8(ascii: " ") } ? current : last
                current = []
            } else {
                current += line
            }
            line = []
        }
    }
}
