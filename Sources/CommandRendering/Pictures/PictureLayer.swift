import WidgetCore
package import WidgetSurfaces

/// The pictures that lie on a full screen, by the terminal's own protocol. One that stays where it is isn't drawn again, and kitty is sent each once.
package struct PictureLayer {
    /// On the screen.
    private var shown: [PicturePlacement] = []
    /// kitty's numbers of the pictures that it has.
    private var numbers: [ContentDigest: Int] = [:]
    /// A number is used once, so that nothing older is left under it in the terminal.
    private var lastNumber = 0

    /// Nothing is shown.
    package init() {}

    /// The bytes that turn this screen's pictures into the next one's. They are written behind its lines, which have erased what sixels left.
    /// - Parameter pictures: all that may be shown again; kitty forgets the others.
    package mutating func update(to placements: [PicturePlacement], terminal: TerminalTraits, pictures: Pictures) -> String {
        var text = ""
        for placement in shown where !placements.contains(placement) {
            if let number = numbers[placement.image] { text += KittyGraphics.removal(number: number, placement: Self.number(of: placement)) }
        }
        for (digest, number) in numbers where pictures.png(digest) == nil {
            text += KittyGraphics.deletion(number: number)
            numbers[digest] = nil
        }
        for placement in placements where !shown.contains(placement) {
            guard let picture = sequence(placement, terminal, pictures) else { continue }
            let place = placement.place
            for row in place.row..<place.row + place.size.rows { text += "\u{1B}[\(row + 1);\(place.column + 1)H\u{1B}[0m\u{1B}[\(place.size.columns)X" }
            text += "\u{1B}[\(place.row + 1);\(place.column + 1)H" + picture
        }
        shown = placements
        return text
    }

    /// The screen is erased. These bytes remove kitty's pictures from it too.
    package mutating func clear() -> String {
        shown = []
        return numbers.isEmpty ? "" : KittyGraphics.removalOfAll
    }

    /// The terminal is given back. These bytes delete the pictures that kitty was sent.
    package mutating func leave() -> String {
        defer { self = PictureLayer() }
        return numbers.isEmpty ? "" : KittyGraphics.deletionOfAll
    }

    private mutating func sequence(_ placement: PicturePlacement, _ terminal: TerminalTraits, _ pictures: Pictures) -> String? {
        let size = placement.place.size
        switch terminal.pictures {
        case .blocks: return nil
        case .kitty:
            guard let png = pictures.png(placement.image) else { return nil }
            var text = ""
            if numbers[placement.image] == nil {
                lastNumber += 1
                numbers[placement.image] = lastNumber
                text = KittyGraphics.transmission(png: png, number: lastNumber)
            }
            guard let number = numbers[placement.image] else { return nil }
            return text + KittyGraphics.placement(number: number, placement: Self.number(of: placement), columns: size.columns, rows: size.rows)
        case .sixel:
            let cell = terminal.cellPixels
            return pictures.image(placement.image).map {
                SixelEncoder.text($0.scaled(width: size.columns * cell.width, height: size.rows * cell.height))
            }
        }
    }

    /// Each place of one picture has a number of its own.
    private static func number(of placement: PicturePlacement) -> Int { placement.place.row * RenderingLimits.maximumColumns + placement.place.column + 1 }
}
