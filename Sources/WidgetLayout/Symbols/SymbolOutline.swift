import Synchronization
import WidgetCore

/// A symbol by its name among SF Symbols, drawn as Material Symbols has it.
public struct SymbolOutline: Sendable, Hashable {
    /// In a square of ``side`` units.
    let outline: Outline
    /// In sizes of the font.
    let width: Double
    /// Between its left and its right edge.
    private let middle: Double

    /// The side of the square in which outlines lie.
    static let side = 960.0

    private init(_ outline: Outline) {
        self.outline = outline
        let bounds = outline.exactBounds
        middle = bounds.midX
        width = SymbolBox.width(ofOutline: bounds.size.width / Self.side * SymbolBox.drawnSide)
    }

    /// The symbol as it is read from the right.
    var mirrored: SymbolOutline { SymbolOutline(outline.mapped(Transform(a: -1, b: 0, c: 0, d: 1, tx: Self.side, ty: 0))) }

    /// The outline in a room, as large as fits, with its middle in that of the room.
    func placed(in room: Rect) -> Outline {
        let size = min(room.size.width / width, room.size.height / SymbolBox.height)
        let factor = size * SymbolBox.drawnSide / Self.side
        return outline.mapped(
            Transform.translation(x: -middle, y: -Self.side / 2).then(.scale(x: factor, y: factor)).then(.translation(x: room.midX, y: room.midY)))
    }

    /// Whether there is an outline of that name, or of the name without its variants.
    public static func knows(_ name: String) -> Bool { found(name, isFilled: false) != nil }

    /// - Returns: the symbol; for a name that nobody knows a box.
    static func named(_ name: String, variants: ViewSymbolVariants = []) -> SymbolOutline {
        let request = Request(name: name, variants: variants)
        if let known = known.withLock({ $0[request] }) { return known }
        let key = candidates(name, variants).lazy.compactMap { found($0.name, isFilled: $0.isFilled) }.first
        let symbol = key.map { SymbolOutline(outline($0)) } ?? unknown
        known.withLock {
            // Names come from providers.
            if $0.count >= keptSymbols { $0.removeAll() }
            $0[request] = symbol
        }
        return symbol
    }

    private struct Request: Hashable {
        let name: String
        let variants: ViewSymbolVariants
    }

    /// The symbols that were asked for.
    private static let known = Mutex<[Request: SymbolOutline]>([:])
    /// As many as some hundred widgets show.
    private static let keptSymbols = 1_024

    /// The names to look for, the most exact one first.
    private static func candidates(_ name: String, _ variants: ViewSymbolVariants) -> [(name: String, isFilled: Bool)] {
        var (base, isFilled) = (name, variants.contains(.fill))
        if base.hasSuffix(".fill") { (base, isFilled) = (String(base.dropLast(5)), true) }
        base = base.replacing(".fill.", with: ".")
        var names: [String] = []
        for (variant, suffix) in [(ViewSymbolVariants.circle, ".circle"), (.square, ".square"), (.rectangle, ".rectangle"), (.slash, ".slash")]
        where variants.contains(variant) && !base.hasSuffix(suffix) {
            names.append(base + suffix)
        }
        names.append(base)
        return names.map { ($0, isFilled) }
    }

    /// An outline in the table: with its holes, as a line drawing, or filled, without them.
    private struct Key {
        let name: Substring
        let isFilled: Bool
    }

    /// The key of a name's outline. If there is none, suffixes after a dot are dropped one by one, because they name variants.
    private static func found(_ name: String, isFilled: Bool) -> Key? {
        var rest = name[...]
        while !rest.isEmpty {
            if let keys = index.names[rest] {
                if isFilled, let filled = keys.filled { return Key(name: filled, isFilled: true) }
                return Key(name: keys.outlined, isFilled: false)
            }
            rest = rest[..<(rest.lastIndex(of: ".") ?? rest.startIndex)]
        }
        return nil
    }

    private static func outline(_ key: Key) -> Outline {
        guard let text = index.outlines[key.name] else { return unknown.outline }
        return Outline(symbolPath: text.split(separator: "\t").prefix(key.isFilled ? 1 : 2).joined())
    }

    /// A box.
    static let unknown: SymbolOutline = {
        var box = Outline.roundedRectangle(Rect(x: 120, y: 120, width: 720, height: 720), radii: CornerRadii(120))
        // Turned the other way round, the inner edge makes a hole.
        let flip = Transform(a: -1, b: 0, c: 0, d: 1, tx: side, ty: 0)
        box.append(Outline.roundedRectangle(Rect(x: 190, y: 190, width: 580, height: 580), radii: CornerRadii(60)).mapped(flip))
        return SymbolOutline(box)
    }()

    private struct Index {
        var names: [Substring: (outlined: Substring, filled: Substring?)] = [:]
        var outlines: [Substring: Substring] = [:]

        init() {
            for line in SymbolOutlines.names.description.split(separator: "\n") {
                let parts = line.split(separator: "\t")
                guard parts.count > 1 else { continue }
                names[parts[0]] = (parts[1], parts.count > 2 ? (parts[2] == "=" ? parts[1] : parts[2]) : nil)
            }
            for line in SymbolOutlines.outlines.description.split(separator: "\n") {
                guard let tab = line.firstIndex(of: "\t") else { continue }
                outlines[line[..<tab]] = line[line.index(after: tab)...]
            }
        }
    }

    private static let index = Index()
}

extension Outline {
    /// - Parameter symbolPath: `M`, `L`, `Q`, `C` and `Z` with whole numbers behind them, as in SVG.
    fileprivate init(symbolPath text: String) {
        self.init()
        var (numbers, command, number, isNegative, hasNumber): ([Double], UInt8, Double, Bool, Bool) = ([], 0, 0, false, false)
        func point(_ index: Int) -> Point { Point(x: numbers[index], y: numbers[index + 1]) }
        func endNumber() {
            if hasNumber { numbers.append(isNegative ? -number : number) }
            (number, isNegative, hasNumber) = (0, false, false)
        }
        func endCommand() {
            switch command {
            case UInt8(ascii: "M") where numbers.count == 2: move(to: point(0))
            case UInt8(ascii: "L") where numbers.count == 2: line(to: point(0))
            case UInt8(ascii: "Q") where numbers.count == 4: quadCurve(to: point(2), control: point(0))
            case UInt8(ascii: "C") where numbers.count == 6: curve(to: point(4), control1: point(0), control2: point(2))
            case UInt8(ascii: "Z"): close()
            default: break
            }
            numbers.removeAll(keepingCapacity: true)
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): (number, hasNumber) = (number * 10 + Double(byte - UInt8(ascii: "0")), true)
            case UInt8(ascii: "-"):
                endNumber()
                isNegative = true
            case UInt8(ascii: " "): endNumber()
            default:
                endNumber()
                endCommand()
                command = byte
            }
        }
        endNumber()
        endCommand()
    }
}
