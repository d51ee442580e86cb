import Synchronization
import WidgetCore

/// The outlines of symbols by the names of SF Symbols, drawn as Material Symbols has them.
public enum SymbolOutline {
    /// The side of the square in which outlines lie.
    static let side = 960.0

    /// Whether there is an outline of that name, or of the name without its variants.
    public static func knows(_ name: String) -> Bool { found(name, isFilled: false) != nil }

    /// - Returns: the outline; for a name that nobody knows a box.
    static func named(_ name: String, variants: ViewSymbolVariants = []) -> Outline {
        let request = Request(name: name, variants: variants)
        if let known = known.withLock({ $0[request] }) { return known }
        let key = candidates(name, variants).lazy.compactMap { found($0.name, isFilled: $0.isFilled) }.first
        let outline = key.map(outline) ?? box
        known.withLock {
            // Names come from providers.
            if $0.count >= keptOutlines { $0.removeAll() }
            $0[request] = outline
        }
        return outline
    }

    private struct Request: Hashable {
        let name: String
        let variants: ViewSymbolVariants
    }

    /// The outlines that were asked for.
    private static let known = Mutex<[Request: Outline]>([:])
    /// As many as some hundred widgets show.
    private static let keptOutlines = 1_024

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
        guard let text = index.outlines[key.name] else { return box }
        return Outline(symbolPath: text.split(separator: "\t").prefix(key.isFilled ? 1 : 2).joined())
    }

    private static let box: Outline = {
        var box = Outline.roundedRectangle(Rect(x: 120, y: 120, width: 720, height: 720), radii: CornerRadii(120))
        // Turned the other way round, the inner edge makes a hole.
        let flip = Transform(a: -1, b: 0, c: 0, d: 1, tx: side, ty: 0)
        box.append(Outline.roundedRectangle(Rect(x: 190, y: 190, width: 580, height: 580), radii: CornerRadii(60)).mapped(flip))
        return box
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
