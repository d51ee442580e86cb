import WidgetCore
import WidgetLayout

/// Draws a list of a ``CellBook`` on cells. Moves end at whole cells, those of large letters at half cells. A size is seen as an opacity; a blur and a turn in
/// space not at all.
struct CellFrame {
    private let entries: [CellBook.Entry]
    private(set) var canvas: Canvas
    private var large: LargeLetters
    private var rolls: [CellSpot: [RollingCharacter]] = [:]

    /// The changes of what lies within some effects.
    private struct Scope {
        var mapping = Transform.identity
        var opacity = 1.0
        var size = 1.0

        var shown: Double {
            let part = min(opacity, size)
            return part >= 0 ? min(1, part) : 0
        }

        func within(_ effect: DisplayEffect) -> Scope {
            var scope = self
            if let mapping = effect.mapping?.affine { scope.mapping = mapping.then(self.mapping) }
            switch effect {
            case .opacity(let opacity): scope.opacity *= opacity
            case .scale(let x, let y, _): scope.size = min(size, x.magnitude, y.magnitude)
            default: break
            }
            return scope
        }
    }

    init(entries: [CellBook.Entry], size: CellSize, terminal: TerminalColors) {
        self.entries = entries
        canvas = Canvas(size: size)
        canvas.fading = CellFading(terminal: terminal)
        large = LargeLetters(size: size)
    }

    mutating func draw(_ list: DisplayList) {
        let drawings = Self.drawings(of: list)
        let covered = Self.covered(drawings)
        for (index, drawing) in drawings.enumerated() where !covered.contains(index) {
            switch drawing.node.content {
            case .text(let text): draw(text, of: drawing.node, drawing.scope)
            case .shape(let shape): draw(shape, of: drawing.node, drawing.scope)
            case .picture, nil: break
            }
        }
        finishRolls()
        large.flush(on: &canvas)
    }

    /// A node that draws something.
    private typealias Drawing = (node: DisplayNode, scope: Scope)

    private static func drawings(of list: DisplayList) -> [Drawing] {
        var drawings: [Drawing] = []
        var open: [(end: Int, scope: Scope)] = []
        for (index, node) in list.nodes.enumerated() {
            while let last = open.last, last.end <= index { open.removeLast() }
            var scope = open.last?.scope ?? Scope()
            if let effect = node.effect { scope = scope.within(effect) }
            if node.end > index + 1 { open.append((node.end, scope)) }
            if node.content != nil { drawings.append((node, scope)) }
        }
        return drawings
    }

    /// The texts that aren't drawn because another one is there, on its way or fading. The letters of both together could not be read. The one that is seen
    /// better stays, or else the one in front.
    private static func covered(_ drawings: [Drawing]) -> Set<Int> {
        var texts: [(index: Int, place: CellRect, shown: Double, changes: Bool)] = []
        for (index, drawing) in drawings.enumerated() {
            // Characters that roll have the cell in turn.
            guard case .text(let text) = drawing.node.content, text.lines.count > 1 || (text.lines.first?.runs.count ?? 0) > 1 else { continue }
            let frame = drawing.scope.mapping.bounds(of: drawing.node.frame)
            let place = place(of: frame)
            let isAway = abs(frame.minX - Double(place.column) * Points.perColumn) + abs(frame.minY - Double(place.row) * Points.perRow) > 0.01
            texts.append((index, place, drawing.scope.shown, isAway || drawing.scope.shown < 1))
        }
        var covered: Set<Int> = []
        for one in texts where one.changes {
            for other in texts where other.index != one.index && !covered.contains(other.index) {
                let common = one.place.intersection(other.place).size
                guard common.columns > 0, common.rows > 0 else { continue }
                let isBehind = one.shown == other.shown ? one.index < other.index : one.shown < other.shown
                covered.insert(isBehind ? one.index : other.index)
                if isBehind { break }
            }
        }
        return covered
    }

    /// The cells that are nearest to a frame.
    private static func place(of frame: Rect) -> CellRect {
        CellRect(
            column: cell(frame.minX, Points.perColumn), row: cell(frame.minY, Points.perRow),
            size: CellSize(columns: cell(frame.size.width, Points.perColumn), rows: cell(frame.size.height, Points.perRow)))
    }

    private mutating func draw(_ shape: DisplayShape, of node: DisplayNode, _ scope: Scope) {
        guard case .drawing(var drawing, let clip)? = entry(shape.symbol) else { return }
        var numbers: [Double] = []
        for case .move(let point) in shape.outline.elements { numbers.append(point.x / CellBook.unit) }
        if numbers.count == drawing.numbers.count { drawing.numbers = numbers }
        let middle = scope.mapping.apply(Point(x: node.frame.midX, y: node.frame.midY))
        let size = node.frame.size
        let place = Self.place(of: Rect(x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width, height: size.height))
        guard place.size.columns > 0, place.size.rows > 0 else { return }
        large.flush(on: &canvas)
        canvas.fading?.opacity = scope.shown
        drawing.draw(on: &canvas, in: place, clip: clip)
    }

    private mutating func draw(_ text: DisplayText, of node: DisplayNode, _ scope: Scope) {
        let isAlone = text.lines.count == 1 && text.lines[0].runs.count == 1
        for line in text.lines {
            for run in line.runs {
                guard case .letters(var style, let scale, let clip)? = entry(run.font.name) else { continue }
                style.isDim = run.tracking >= 0.5
                let height = Points.perRow * Double(max(1, scale * BigFont.height / 2))
                let middle = Point(x: run.x + run.width / 2, y: line.baseline + height / 2)
                let moved = scope.mapping.apply(middle)
                let (x, y) = (moved.x - run.width / 2, moved.y - height / 2)
                canvas.fading?.opacity = scope.shown
                if scale > 0 {
                    // A letter that rolls is seen only within its line.
                    let rows = isAlone ? Self.cell(node.frame.minY, Points.perRow)..<Self.cell(node.frame.maxY, Points.perRow) : nil
                    large.add(run.text, scale: scale, x: x, y: y, style: style, opacity: scope.shown, clip: clip, rows: rows)
                    continue
                }
                large.flush(on: &canvas)
                let character = TextCharacter(text: run.text, width: Self.cell(run.width, Points.perColumn))
                let shift = moved.y - middle.y
                if isAlone, shift.magnitude <= RollingCharacter.reach, shift != 0 || scope.shown < 1 {
                    let spot = CellSpot(column: Self.cell(x, Points.perColumn), row: Self.cell(line.baseline, Points.perRow))
                    rolls[spot, default: []].append(
                        RollingCharacter(character: character, style: style, clip: clip, shift: shift, opacity: scope.shown))
                } else {
                    canvas.write([character], column: Self.cell(x, Points.perColumn), row: Self.cell(y, Points.perRow), style: style, clip: clip)
                }
            }
        }
    }

    /// Draws one of the characters that roll in a cell.
    private mutating func finishRolls() {
        for (spot, characters) in rolls {
            if characters.count == 2, let digit = RollingCharacter.digit(from: characters[0], to: characters[1]) {
                canvas.fading?.opacity = 1
                canvas.write([digit], column: spot.column, row: spot.row, style: characters[1].style, clip: characters[1].clip)
                continue
            }
            for roll in characters {
                canvas.fading?.opacity = roll.opacity
                canvas.write([roll.character], column: spot.column, row: spot.row, style: roll.style, clip: roll.clip)
            }
        }
        rolls = [:]
    }

    private func entry(_ number: String) -> CellBook.Entry? { Int(number).flatMap { entries.indices.contains($0) ? entries[$0] : nil } }

    /// The cell that is nearest; one far away for what no number says.
    private static func cell(_ points: Double, _ unit: Double) -> Int { points.magnitude < farthest ? Int((points / unit).rounded()) : Int(farthest) }
    private static let farthest = 1e6
}

private struct CellSpot: Hashable {
    var column: Int
    var row: Int
}

/// A character of one row on its way up or down. There is no room for half of it, so a digit goes through the digits between.
private struct RollingCharacter {
    var character: TextCharacter
    var style: CellStyle
    var clip: CellRect
    /// Points from its place, downwards.
    var shift: Double
    var opacity: Double

    /// Points that a character may be away and yet belong to its row.
    static let reach = 10.0

    /// The digit that is seen between two; nil: they aren't digits.
    static func digit(from old: RollingCharacter, to new: RollingCharacter) -> TextCharacter? {
        guard let from = Int(old.character.text), let to = Int(new.character.text), (0...9).contains(from), (0...9).contains(to) else { return nil }
        let distance = old.shift.magnitude + new.shift.magnitude
        guard distance > 0 else { return nil }
        let part = old.shift.magnitude / distance
        // A character that comes from below counts up. Over 9 and 0 it goes only where that is the shorter way: 3 becomes 2 in one step.
        let way = to - from
        let isUp = new.shift > old.shift
        let over = way + (isUp ? 10 : -10)
        let steps = (isUp ? way > 0 : way < 0) || way.magnitude < over.magnitude ? way : over
        return TextCharacter(text: "\((from + Int((part * Double(steps)).rounded()) + 10) % 10)", width: 1)
    }
}

/// Large letters as quarters of cells, so that they can be half a cell away from where they stand.
private struct LargeLetters {
    private struct Quarters {
        var filled: [Bool] = [false, false, false, false]
        var style: CellStyle
        var opacity: Double
        var clip: CellRect
    }

    /// Two opacities whose ratio is larger are different.
    private static let unlike = 1.25

    private let size: CellSize
    private var cells: [Int: Quarters] = [:]

    init(size: CellSize) { self.size = size }

    /// - Parameter rows: those in which it is seen; nil: all.
    mutating func add(
        _ text: String, scale: Int, x: Double, y: Double, style: CellStyle, opacity: Double, clip: CellRect, rows: Range<Int>?
    ) {
        guard let glyph = BigFont.glyph(text), x.magnitude < 1e5, y.magnitude < 1e5 else { return }
        let (left, top) = (Int((x / (Points.perColumn / 2)).rounded()), Int((y / (Points.perRow / 2)).rounded()))
        for (down, pixels) in glyph.enumerated() {
            for (across, isSet) in pixels.enumerated() where isSet {
                for (dx, dy) in (0..<scale * scale).map({ ($0 % scale, $0 / scale) }) {
                    let (pixelX, pixelY) = (left + across * scale + dx, top + down * scale + dy)
                    let (column, row) = (pixelX >> 1, pixelY >> 1)
                    guard (0..<size.columns).contains(column), (0..<size.rows).contains(row), rows?.contains(row) ?? true else { continue }
                    var cell = cells[row * size.columns + column] ?? Quarters(style: style, opacity: opacity, clip: clip)
                    // A cell has one colour: a letter that is seen less than another one is left out.
                    if opacity * Self.unlike < cell.opacity { continue }
                    if opacity > cell.opacity * Self.unlike { cell.filled = [false, false, false, false] }
                    if opacity > cell.opacity { (cell.style, cell.opacity) = (style, opacity) }
                    cell.filled[(pixelX & 1) + 2 * (pixelY & 1)] = true
                    cells[row * size.columns + column] = cell
                }
            }
        }
    }

    /// Draws what has gathered.
    mutating func flush(on canvas: inout Canvas) {
        guard !cells.isEmpty else { return }
        for (position, cell) in cells {
            canvas.fading?.opacity = cell.opacity
            let text = QuarterCell.character(
                topLeft: cell.filled[0], topRight: cell.filled[1], bottomLeft: cell.filled[2], bottomRight: cell.filled[3])
            canvas.write(
                [TextCharacter(text: text, width: 1)], column: position % size.columns, row: position / size.columns, style: cell.style, clip: cell.clip)
        }
        cells = [:]
    }
}
