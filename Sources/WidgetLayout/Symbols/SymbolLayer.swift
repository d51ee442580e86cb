import WidgetCore

/// A part of a symbol that has a colour of its own in some rendering modes.
struct SymbolLayer: Sendable, Hashable {
    /// In a square of ``SymbolOutline/side`` units. Edges run clockwise and holes the other way.
    var outline: Outline
    /// 1, the strongest one in hierarchical mode, to 3.
    var level: Int
    /// The colour in multicolor mode; nil: the foreground's.
    var color: ViewColor.Name?
    /// In a symbol of one colour it is a hole in the layers below.
    var isHole: Bool

    init(_ outline: Outline, level: Int = 1, color: ViewColor.Name? = nil, isHole: Bool = false) {
        self.outline = outline
        self.level = level
        self.color = color
        self.isHole = isHole
    }

    /// - Parameter text: a layer of the table of outlines.
    init?(_ text: Substring) {
        guard let path = text.firstIndex(of: "M"), let level = text.first?.wholeNumberValue else { return nil }
        let marks = text[..<path].dropFirst()
        self.init(Outline(symbolPath: text[path...]), level: level, color: marks.first.flatMap { Self.colors[$0] }, isHole: marks.last == "-")
    }

    /// The letters of scripts/symbols/layers.txt.
    private static let colors: [Character: ViewColor.Name] = [
        "r": .red, "o": .orange, "y": .yellow, "g": .green, "m": .mint, "c": .cyan, "b": .blue, "i": .indigo, "p": .purple, "k": .pink, "n": .brown,
        "a": .gray, "w": .white,
    ]
}

extension [SymbolLayer] {
    /// All of them in one colour.
    var oneColor: Outline {
        reduce(into: Outline()) { outline, layer in outline.append(layer.isHole ? layer.outline.reversed : layer.outline) }
    }

    /// The smallest rectangle that holds them.
    var bounds: Rect { dropFirst().reduce(first?.outline.exactBounds ?? .zero) { $0.union($1.outline.exactBounds) } }

    func mapped(_ transform: Transform) -> [SymbolLayer] {
        map { layer in
            var layer = layer
            layer.outline = layer.outline.mapped(transform)
            return layer
        }
    }

    /// All with their edges moved outwards, in units of their square.
    func grown(by distance: Double) -> [SymbolLayer] {
        map { layer in
            var layer = layer
            layer.outline = layer.outline.grown(by: distance)
            return layer
        }
    }
}

extension Outline {
    /// - Parameter symbolPath: `M`, `L`, `Q`, `C` and `Z` with whole numbers behind them, as in SVG.
    fileprivate init(symbolPath text: Substring) {
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
