/// Rectangles on shelves: from left to right while there is room, then a new shelf below the highest of the last.
enum BoardShelves {
    struct Place: Equatable {
        var column: Int
        var row: Int
    }

    /// Columns between two widgets.
    static let columnGap = 2
    /// Rows between two shelves.
    static let rowGap = 1

    /// Where each goes, in their order, on a board `columns` wide.
    static func places(_ sizes: [(columns: Int, rows: Int)], columns: Int) -> [Place] {
        var places: [Place] = []
        var column = 0
        var row = 0
        var height = 0
        for size in sizes {
            if column > 0, column + size.columns > columns {
                row += height + rowGap
                (column, height) = (0, 0)
            }
            places.append(Place(column: column, row: row))
            column += size.columns + columnGap
            height = max(height, size.rows)
        }
        return places
    }
}
