/// A drawing of dots in a terminal: eight in each cell as Braille patterns, or one in each as ASCII.
struct DotCanvas {
    let columns: Int
    let rows: Int
    let isUnicode: Bool
    /// Of each cell, the dots that are set, by Braille's bits, and the curve that was there last.
    private var dots: [UInt8]
    private var curves: [Int]

    /// Dots beside and above each other in a cell.
    private var cell: (width: Int, height: Int) { isUnicode ? (2, 4) : (1, 1) }
    var width: Int { columns * cell.width }
    var height: Int { rows * cell.height }

    init(columns: Int, rows: Int, isUnicode: Bool) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        self.isUnicode = isUnicode
        dots = Array(repeating: 0, count: self.columns * self.rows)
        curves = Array(repeating: 0, count: self.columns * self.rows)
    }

    /// Braille's bits: of the left dots from the top down, then of the right ones.
    private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

    /// Sets a dot, counted from the top left; what is outside is left out.
    mutating func set(_ x: Int, _ y: Int, curve: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        let index = y / cell.height * columns + x / cell.width
        dots[index] |= Self.bits[x % cell.width][y % cell.height]
        curves[index] = curve
    }

    /// Sets the dots of a line.
    mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), curve: Int) {
        let steps = max(abs(end.x - start.x), abs(end.y - start.y))
        for step in 0...steps {
            // Halves away from zero, so that a line is the same from either end.
            func between(_ from: Int, _ to: Int) -> Int { steps == 0 ? from : Int((Double(from) + Double((to - from) * step) / Double(steps)).rounded()) }
            set(between(start.x, end.x), between(start.y, end.y), curve: curve)
        }
    }

    /// What a cell shows, and the curve that it belongs to; nil: nothing.
    func cell(column: Int, row: Int) -> (character: Character, curve: Int)? {
        let index = row * columns + column
        guard dots[index] != 0 else { return nil }
        guard isUnicode else { return ("*", curves[index]) }
        return (Unicode.Scalar(0x2800 + UInt32(dots[index])).map { Character($0) } ?? "*", curves[index])
    }
}
