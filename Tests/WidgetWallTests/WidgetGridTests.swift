import Testing
import WidgetCore
import WidgetLayout

@testable import WidgetWall

@Suite("The grid of widgets") struct WidgetGridTests {
    @Test("Small and medium widgets stand in rows, and a large one is as high as two small ones and what is between them")
    func families() {
        let grid = WidgetGrid(grid: [.systemSmall, .systemSmall, .systemMedium, .systemLarge], columns: 4, spacing: 22)
        #expect(
            grid.frames == [
                Rect(x: 0, y: 0, width: 158, height: 158), Rect(x: 180, y: 0, width: 158, height: 158), Rect(x: 360, y: 0, width: 338, height: 158),
                Rect(x: 0, y: 196, width: 338, height: 354),
            ])
        #expect(grid.size == Size(width: 698, height: 550))
    }

    @Test("A small widget goes into a gap that a larger one has left")
    func gaps() {
        let grid = WidgetGrid(grid: [.systemSmall, .systemMedium, .systemSmall], columns: 2, spacing: 22)
        #expect(grid.frames.map(\.origin) == [Point(x: 0, y: 0), Point(x: 0, y: 196), Point(x: 180, y: 0)])
    }

    @Test("Columns that no widget takes are no part of the size, and a widget that is wider than all columns still has its place")
    func columns() {
        #expect(WidgetGrid(grid: [.systemSmall], columns: 4, spacing: 22).size == Size(width: 158, height: 158))
        #expect(WidgetGrid(grid: [.systemMedium], columns: 1, spacing: 22).frames == [Rect(x: 0, y: 0, width: 338, height: 158)])
        #expect(WidgetGrid(grid: [], columns: 4, spacing: 22).size == .zero)
        #expect(WidgetGrid.columns(in: 1_920, spacing: 22) == 10)
        #expect(WidgetGrid.columns(in: 20, spacing: 22) == 1)
    }

    @Test("With less space between them widgets shrink by as much, so that none overlap")
    func spacing() {
        let grid = WidgetGrid(grid: [.systemMedium, .systemMedium, .systemLarge], columns: 4, spacing: 6)
        #expect(grid.frames[0].size == Size(width: 322, height: 158))
        for (index, frame) in grid.frames.enumerated() {
            for other in grid.frames[..<index] { #expect(frame.intersection(other).isEmpty) }
        }
    }

    @Test("In a panel widgets stand one after the other, in the middle of its height")
    func row() {
        let grid = WidgetGrid(row: [.accessoryRectangular, .accessoryInline], isVertical: false, spacing: 8)
        #expect(grid.frames == [Rect(x: 0, y: 0, width: 160, height: 72), Rect(x: 168, y: 23, width: 234, height: 26)])
        #expect(grid.size == Size(width: 402, height: 72))
        #expect(WidgetGrid(row: [.systemSmall, .systemSmall], isVertical: true, spacing: 8).size == Size(width: 158, height: 324))
    }

    @Test("A widget that is dropped goes before or behind the nearest one")
    func drop() {
        let grid = WidgetGrid(grid: [.systemSmall, .systemSmall, .systemSmall], columns: 3, spacing: 22)
        #expect(grid.place(at: Point(x: 30, y: 80)) == 0)
        #expect(grid.place(at: Point(x: 130, y: 80)) == 1)
        #expect(grid.place(at: Point(x: 500, y: 80)) == 3)
        #expect(WidgetGrid(grid: [], columns: 3, spacing: 22).place(at: .zero) == 0)
    }
}
