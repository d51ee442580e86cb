import WidgetCore

/// A round gauge as a ring with its value inside, in dots of braille. Pure.
struct GaugeRing {
    /// With the row for the label, where that is below.
    let size: CellSize
    /// The ring alone.
    let ring: CellSize
    /// In the ring's middle row.
    let value: [TextCharacter]
    /// The row of the label from the ring's top; nil: there is no room for it.
    let labelRow: Int?

    /// Rows of the smallest ring that is seen as one, and of the largest, where a view takes all the room.
    static let rows = 3...7
    static let leastColumns = 5

    /// Nil: there is no room for one, and its value is a text.
    init?(value: [TextCharacter], label: [TextCharacter], in offer: CellSize, grows: Bool) {
        guard offer.rows >= Self.rows.lowerBound, offer.columns >= Self.leastColumns else { return nil }
        let most = min(grows ? Self.rows.upperBound : Self.rows.lowerBound, (offer.columns + 1) / 2)
        func cells(_ rows: Int) -> CellSize { CellSize(columns: min(offer.columns, 2 * rows + 1), rows: rows) }
        var ring = cells(min(offer.rows, most))
        let isInside = ring.rows >= 5 && label.width <= Self.inside(ring) - 2
        let isBelow = !label.isEmpty && !isInside && offer.rows > Self.rows.lowerBound
        if isBelow { ring = cells(min(offer.rows - 1, most)) }
        // `42 %` is `42%` where it is narrow.
        let value = value.width <= Self.inside(ring) ? value : value.filter { !$0.isSpace }
        guard value.width <= Self.inside(ring) else { return nil }
        self.ring = ring
        self.value = value
        labelRow = label.isEmpty ? nil : isBelow ? ring.rows : isInside ? ring.rows / 2 + 1 : nil
        size = CellSize(columns: isBelow ? max(ring.columns, min(label.width, offer.columns)) : ring.columns, rows: ring.rows + (isBelow ? 1 : 0))
    }

    /// Columns within a ring in its middle row.
    private static func inside(_ ring: CellSize) -> Int { ring.columns - 2 * (ring.rows > 5 ? 2 : 1) }

    /// Braille's dots, from left to right and from above.
    private static let dots: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// The characters of a ring, row by row, and whether they belong to what is filled; nil: nothing is drawn there.
    static func cells(_ ring: CellSize, fraction: Double) -> [(text: String, isFilled: Bool)?] {
        let (width, height) = (Double(ring.columns * 2), Double(ring.rows * 4))
        let inner = 1 - (ring.rows > 5 ? 2.6 : 1.7) / (height / 2)
        return (0..<ring.rows * ring.columns).map { position in
            let (column, row) = (position % ring.columns, position / ring.columns)
            var bits: (filled: UInt32, track: UInt32) = (0, 0)
            for (number, bit) in dots.enumerated() {
                let x = (Double(column * 2 + number % 2) + 0.5) / width * 2 - 1
                let y = (Double(row * 4 + number / 2) + 0.5) / height * 2 - 1
                let distance = (x * x + y * y).squareRoot()
                guard distance <= 1, distance >= inner else { continue }
                if turn(x, y) < fraction { bits.filled |= bit } else { bits.track |= bit }
            }
            guard bits.filled | bits.track != 0 else { return nil }
            // A cell has one colour.
            let isFilled = bits.filled.nonzeroBitCount >= max(1, bits.track.nonzeroBitCount)
            return Unicode.Scalar(0x2800 | bits.filled | bits.track).map { (String(Character($0)), isFilled) }
        }
    }

    /// How far around a point lies, clockwise from the top, 0 to 1. The arc tangent is approximated to a quarter of a degree.
    private static func turn(_ x: Double, _ y: Double) -> Double {
        let (along, across) = (max(abs(x), abs(y)), min(abs(x), abs(y)))
        let ratio = along > 0 ? across / along : 0
        let eighth = ratio * (0.25 + 0.0869 * (1 - ratio)) / 2
        let quarter = abs(x) < abs(y) ? eighth : 0.25 - eighth
        return switch (x >= 0, y < 0) {
        case (true, true): quarter
        case (true, false): 0.5 - quarter
        case (false, false): 0.5 + quarter
        case (false, true): 1 - quarter
        }
    }
}
