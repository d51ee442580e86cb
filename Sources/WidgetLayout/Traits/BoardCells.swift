/// The cells of a board, row after row, and which of them are taken: a small widget takes one, a medium one two beside each other, a large one four.
public struct BoardCells {
    private let columns: Int
    private var taken: [[Bool]] = []
    /// Rows after which a widget goes on.
    private var joined: Set<Int> = []

    public init(columns: Int) { self.columns = columns }

    public var rows: Int { taken.count }

    /// Whether a widget lies in a row and in the next one.
    public func isJoined(_ row: Int) -> Bool { joined.contains(row) }

    /// Takes the first free place, from the top and the leading edge on. So a small widget fills a hole beside larger ones that came before it.
    /// - Parameter width: in cells. A widget that is wider than the board begins at its edge.
    public mutating func take(width: Int, height: Int) -> (row: Int, column: Int) {
        let width = min(columns, max(1, width))
        var row = 0
        while true {
            while taken.count < row + height { taken.append(Array(repeating: false, count: columns)) }
            if let column = (0...columns - width).first(where: { isFree(row, $0, width, height) }) {
                for line in row..<row + height { taken[line].replaceSubrange(column..<column + width, with: repeatElement(true, count: width)) }
                joined.formUnion(row..<row + height - 1)
                return (row, column)
            }
            row += 1
        }
    }

    private func isFree(_ row: Int, _ column: Int, _ width: Int, _ height: Int) -> Bool {
        taken[row..<row + height].allSatisfy { !$0[column..<column + width].contains(true) }
    }
}
