public import WidgetCore

/// A size in terminal cells.
public struct CellSize: Sendable, Hashable {
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    static let zero = CellSize(columns: 0, rows: 0)

    /// No larger than `other`, and not negative.
    func clamped(to other: CellSize) -> CellSize {
        CellSize(columns: max(0, min(columns, other.columns)), rows: max(0, min(rows, other.rows)))
    }
}

/// A place in terminal cells, from the top left.
public struct CellRect: Sendable, Hashable {
    public var column: Int
    public var row: Int
    public var size: CellSize

    public init(column: Int, row: Int, size: CellSize) {
        self.column = column
        self.row = row
        self.size = size
    }

    /// The cells that both cover.
    func intersection(_ other: CellRect) -> CellRect {
        let left = max(column, other.column)
        let top = max(row, other.row)
        let right = min(column + size.columns, other.column + other.size.columns)
        let bottom = min(row + size.rows, other.row + other.size.rows)
        return CellRect(column: left, row: top, size: CellSize(columns: max(0, right - left), rows: max(0, bottom - top)))
    }

    /// A place of `inner` within this one.
    func aligning(_ inner: CellSize, _ alignment: ViewAlignment, vertically: ViewAlignment? = nil) -> CellRect {
        let free = CellSize(columns: size.columns - inner.columns, rows: size.rows - inner.rows)
        return CellRect(column: column + alignment.leading(of: free.columns), row: row + (vertically ?? alignment).top(of: free.rows), size: inner)
    }
}

extension ViewAlignment {
    /// How much of `free` columns lies before a view.
    func leading(of free: Int) -> Int {
        switch self {
        case .leading, .topLeading, .bottomLeading, .leadingFirstTextBaseline, .leadingLastTextBaseline: 0
        case .trailing, .topTrailing, .bottomTrailing, .trailingFirstTextBaseline, .trailingLastTextBaseline: free
        case .center, .top, .bottom, .firstTextBaseline, .lastTextBaseline: free / 2
        }
    }

    /// How much of `free` rows lies above a view.
    func top(of free: Int) -> Int {
        switch self {
        case .top, .topLeading, .topTrailing, .firstTextBaseline, .leadingFirstTextBaseline, .trailingFirstTextBaseline: 0
        case .bottom, .bottomLeading, .bottomTrailing, .lastTextBaseline, .leadingLastTextBaseline, .trailingLastTextBaseline: free
        case .center, .leading, .trailing: free / 2
        }
    }
}

extension WidgetFamily {
    /// The cells that stand for the family's points, the frame included; an inline widget is one line without a frame.
    public var cells: CellSize {
        self == .accessoryInline
            ? CellSize(columns: Points.columns(Double(size.width)), rows: 1)
            : CellSize(columns: Points.columns(Double(size.width)), rows: Int((Double(size.height) / Points.perRow).rounded()))
    }
}

/// Points to cells: a cell counts as 8 by 16, about what a terminal's font has.
enum Points {
    static let perColumn = 8.0
    static let perRow = 16.0

    /// Rounded, and one column at least for more than 0 points, because views side by side must stay apart.
    static func columns(_ points: Double) -> Int { points <= 0 ? 0 : max(1, count(points / perColumn)) }

    /// Rounded, with half a row rounded down: the usual 8 points between lines of text are no row here.
    static func rows(_ points: Double) -> Int { points <= 0 ? 0 : count(points / perRow - 0.01) }

    /// Rounded, and one row at least: for the height of a view.
    static func height(_ points: Double) -> Int { points <= 0 ? 0 : max(1, rows(points)) }

    static func signedColumns(_ points: Double) -> Int { points < 0 ? -count(-points / perColumn) : count(points / perColumn) }
    static func signedRows(_ points: Double) -> Int { points < 0 ? -rows(-points) : rows(points) }

    private static func count(_ cells: Double) -> Int { Int(min(max(0, cells.rounded()), Double(SurfaceLimits.cells))) }
}

extension CellRect {
    /// Whether a cell lies within it.
    public func contains(column: Int, row: Int) -> Bool {
        column >= self.column && column < endColumn && row >= self.row && row < endRow
    }

    /// The first column behind it.
    var endColumn: Int { column + size.columns }
    /// The first row below it.
    var endRow: Int { row + size.rows }
}
