import Testing
import WidgetSurfaces

@Suite("Arrows go to what lies there")
struct BoardNeighbourTests {
    private static func size(_ columns: Int, _ rows: Int) -> CellSize { CellSize(columns: columns, rows: rows) }

    /// Two lines, and below them
    /// ```
    /// 2222 3333 55
    /// 2222 4444
    /// 66   77
    /// ```
    private static let layout = BoardLayout(
        sections: [[size(12, 1), size(12, 1)], [size(4, 2), size(4, 1), size(4, 1), size(2, 1)], [size(2, 1), size(4, 1)]], columns: 12)

    @Test("The places of this board")
    func places() {
        #expect(Self.layout.places.map { [$0.column, $0.row] } == [[0, 0], [0, 1], [0, 2], [5, 2], [5, 3], [10, 2], [0, 4], [3, 4]])
    }

    @Test(
        "Each arrow from each card",
        arguments: [
            (0, nil, nil, nil, 1), (1, nil, nil, 0, 2), (2, nil, 3, 1, 6), (3, 2, 5, 1, 4), (4, 2, nil, 3, 7), (5, 3, nil, 1, 4), (6, nil, 7, 2, nil),
            (7, 6, nil, 4, nil),
        ] as [(Int, Int?, Int?, Int?, Int?)])
    func arrows(from: Int, left: Int?, right: Int?, up: Int?, down: Int?) {
        let found = [BoardDirection.left, .right, .up, .down].map { Self.layout.neighbour(of: from, toward: $0) }
        #expect(found == [left, right, up, down])
    }

    @Test("An arrow leads where it points, whatever the cards, and up and down lead from any card to the top and the bottom", arguments: [UInt64(1), 2, 3])
    func direction(seed: UInt64) {
        var random = Random(state: seed)
        for _ in 0..<50 {
            let sizes = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                Self.size(Int.random(in: 1...40, using: &random), Int.random(in: 1...12, using: &random))
            }
            let layout = BoardLayout(sizes: sizes, columns: Int.random(in: 10...120, using: &random))
            for index in sizes.indices {
                let from = layout.places[index]
                for direction in BoardDirection.allCases {
                    guard let next = layout.neighbour(of: index, toward: direction).map({ layout.places[$0] }) else { continue }
                    switch direction {
                    case .left: #expect(next.column + next.size.columns <= from.column)
                    case .right: #expect(next.column >= from.column + from.size.columns)
                    case .up: #expect(next.row + next.size.rows <= from.row)
                    case .down: #expect(next.row >= from.row + from.size.rows)
                    }
                }
                var top = index
                while let next = layout.neighbour(of: top, toward: .up) { top = next }
                #expect(layout.places[top].row == 0)
                var bottom = index
                while let next = layout.neighbour(of: bottom, toward: .down) { bottom = next }
                let end = layout.places[bottom].row + layout.places[bottom].size.rows
                #expect(!layout.places.contains { $0.row >= end })
            }
        }
    }

    @Test("What isn't there has no neighbours, and no card is where none is")
    func outside() {
        #expect(Self.layout.neighbour(of: 99, toward: .up) == nil)
        #expect(Self.layout.index(atColumn: 5, row: 3) == 4)
        #expect(Self.layout.index(atColumn: 4, row: 2) == nil && Self.layout.index(atColumn: 0, row: 9) == nil)
    }
}
