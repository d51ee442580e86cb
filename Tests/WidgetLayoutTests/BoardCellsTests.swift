import Testing
import WidgetLayout

@Suite struct BoardCellsTests {
    private func places(_ sizes: [(width: Int, height: Int)]) -> (cells: BoardCells, places: [[Int]]) {
        var cells = BoardCells(columns: 4)
        let places = sizes.map { size in
            let place = cells.take(width: size.width, height: size.height)
            return [place.row, place.column]
        }
        return (cells, places)
    }

    @Test func twoSmallWidgetsAreAsWideAsAMediumOne() {
        #expect(places([(2, 1), (1, 1), (1, 1), (1, 1), (2, 1), (1, 1)]).places == [[0, 0], [0, 2], [0, 3], [1, 0], [1, 1], [1, 3]])
    }

    @Test func twoRowsLieBesideALargeWidget() {
        let (cells, places) = places([(2, 2), (2, 1), (1, 1), (1, 1), (2, 1)])
        #expect(places == [[0, 0], [0, 2], [1, 2], [1, 3], [2, 0]])
        #expect(cells.rows == 3)
        #expect((0..<3).map { cells.isJoined($0) } == [true, false, false])
    }

    @Test func aSmallWidgetFillsAHoleBeforeIt() {
        #expect(places([(2, 1), (1, 1), (2, 1), (1, 1)]).places == [[0, 0], [0, 2], [1, 0], [0, 3]])
    }

    @Test func whatIsWiderThanTheBoardBeginsAtItsEdge() {
        #expect(places([(1, 1), (9, 1)]).places == [[0, 0], [1, 0]])
    }
}
