import WidgetCore

/// A filled shape on a grid of cells, to quarters of a cell. Pure.
struct ShapeCells {
    /// A cell as it is to be coloured.
    enum Fill: Sendable, Hashable {
        case none, whole
        /// A character that fills some of the quarters.
        case part(String)
    }

    let shape: ViewShape
    let size: CellSize

    func fill(column: Int, row: Int) -> Fill {
        let quarters = [(0, 0), (1, 0), (0, 1), (1, 1)].map { x, y in
            contains((Double(column) + 0.25 + 0.5 * Double(x)) * Points.perColumn, (Double(row) + 0.25 + 0.5 * Double(y)) * Points.perRow)
        }
        if quarters.allSatisfy(\.self) { return .whole }
        if !quarters.contains(true) { return .none }
        return .part(QuarterCell.character(topLeft: quarters[0], topRight: quarters[1], bottomLeft: quarters[2], bottomRight: quarters[3]))
    }

    /// In points from the top left. A circle is as large as fits, in the middle.
    private func contains(_ x: Double, _ y: Double) -> Bool {
        let (width, height) = (Double(size.columns) * Points.perColumn, Double(size.rows) * Points.perRow)
        let radius: Double
        var inset = (x: 0.0, y: 0.0)
        switch shape.form {
        case .rectangle, .path: return true
        case .ellipse:
            let (x, y) = (x / width - 0.5, y / height - 0.5)
            return x * x + y * y <= 0.25
        case .unevenRoundedRectangle(let radii):
            let corner = y < height / 2 ? (x < width / 2 ? radii.topLeading : radii.topTrailing) : (x < width / 2 ? radii.bottomLeading : radii.bottomTrailing)
            radius = min(max(0, corner), width / 2, height / 2)
        // As a widget's own corners.
        case .containerRelative: radius = min(16, width / 2, height / 2)
        case .roundedRectangle(let corner): radius = min(max(0, corner), width / 2, height / 2)
        case .capsule: radius = min(width, height) / 2
        case .circle:
            radius = min(width, height) / 2
            inset = (width / 2 - radius, height / 2 - radius)
        }
        // The distance to the rectangle of the corners' centres.
        let dx = max(inset.x + radius - x, x - (width - inset.x - radius), 0)
        let dy = max(inset.y + radius - y, y - (height - inset.y - radius), 0)
        return dx * dx + dy * dy <= radius * radius || radius == 0
    }
}
