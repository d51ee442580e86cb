import WidgetCore

/// The form of a symbol: an outline of the table, or one within a circle or the like, or crossed out.
indirect enum SymbolForm {
    /// The keys of its two looks; nil: it has no filled one.
    case drawn(outlined: Substring, filled: Substring?)
    case enclosed(SymbolForm, SymbolEnclosure)
    case slashed(SymbolForm)

    /// A name with its variants behind it, and without `fill`, as the table has them.
    static func name(_ name: String, _ variants: ViewSymbolVariants) -> String {
        var base = name.hasSuffix(".fill") ? String(name.dropLast(5)) : name
        // Some names have the word within, and others have their variants behind it.
        if !names.contains(base) { base = base.replacing(".fill.", with: ".") }
        let order: [(ViewSymbolVariants, String)] = [(.slash, "slash"), (.circle, "circle"), (.square, "square"), (.rectangle, "rectangle")]
        for (variant, suffix) in order where variants.contains(variant) && !base.hasSuffix("." + suffix) { base += "." + suffix }
        return base
    }

    /// The form of a name. If there is none, words behind dots are dropped one by one, because they name variants.
    static func found(_ name: String) -> SymbolForm? {
        var rest = name[...]
        while !rest.isEmpty {
            if let form = exactly(rest) { return form }
            rest = rest[..<(rest.lastIndex(of: ".") ?? rest.startIndex)]
        }
        return nil
    }

    private static let names = SymbolRecords(SymbolOutlines.names)
    private static let outlines = SymbolRecords(SymbolOutlines.outlines)

    private static func exactly(_ name: Substring) -> SymbolForm? {
        if let keys = names.fields(of: name), let outlined = keys.first { return .drawn(outlined: outlined, filled: keys.dropFirst().first) }
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let variant = name[name.index(after: dot)...]
        if variant == "slash" { return exactly(name[..<dot]).map(SymbolForm.slashed) }
        guard let enclosure = SymbolEnclosure(rawValue: String(variant)) else { return nil }
        return exactly(name[..<dot]).map { .enclosed($0, enclosure) }
    }

    /// - Parameter isFilled: the filled look, if the symbol has one.
    func layers(isFilled: Bool, _ weight: SymbolWeight) -> [SymbolLayer] { layers(isFilled: isFilled, weight, growth: weight.growth) }

    /// - Parameter growth: of the table's outlines, in units of their square.
    private func layers(isFilled: Bool, _ weight: SymbolWeight, growth: Double) -> [SymbolLayer] {
        switch self {
        case .drawn(let outlined, let filled):
            let fields = Self.outlines.fields(of: isFilled ? filled ?? outlined : outlined) ?? []
            return fields.compactMap { SymbolLayer($0) }.grown(by: growth)
        case .enclosed(let form, let enclosure):
            // SF Symbols puts the filled look into a circle, also where the circle is a line.
            let plain = form.layers(isFilled: true, weight, growth: 0)
            let placement = enclosure.placement(of: plain.bounds)
            // The sign's lines are a little thinner than the circle's.
            let growth = (enclosure.signLine * weight.width / placement.a - SymbolWeight.drawnWidth) / 2
            let sign = form.layers(isFilled: true, weight, growth: growth).oneColor.mapped(placement)
            return [
                SymbolLayer(enclosure.outline(isFilled: isFilled, line: weight.width), level: 2), SymbolLayer(sign, level: 1, isHole: isFilled),
            ]
        case .slashed(let form): return SymbolSlash(line: weight.width).layers(over: form.layers(isFilled: isFilled, weight, growth: growth))
        }
    }
}

/// The lines of a table in the program, sorted by their keys.
///
/// A line is found by bisection, so that nothing has to be read when the program starts.
struct SymbolRecords: Sendable {
    private let table: StaticString

    /// - Parameter table: lines of ASCII, each with a tab behind its key.
    init(_ table: StaticString) { self.table = table }

    /// The fields behind a key, as the table has them between its tabs; nil: the table has no such key.
    func fields(of key: some StringProtocol) -> [Substring]? {
        let found: String? = table.withUTF8Buffer { bytes in
            guard let range = line(of: Array(key.utf8), in: bytes) else { return nil }
            return String(decoding: bytes[range], as: UTF8.self)
        }
        return found?.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().map { $0 }
    }

    /// Whether a line has this key.
    func contains(_ key: some StringProtocol) -> Bool { table.withUTF8Buffer { line(of: Array(key.utf8), in: $0) != nil } }

    private func line(of key: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        let (newline, tab) = (UInt8(ascii: "\n"), UInt8(ascii: "\t"))
        var (low, high) = (0, bytes.count)
        while low < high {
            // Both ends lie at the beginnings of lines.
            var start = (low + high) / 2
            while start > low, bytes[start - 1] != newline { start -= 1 }
            let end = bytes[start..<high].firstIndex(of: newline) ?? high
            let name = bytes[start..<(bytes[start..<end].firstIndex(of: tab) ?? end)]
            if name.elementsEqual(key) { return start..<end }
            if name.lexicographicallyPrecedes(key) { low = end + 1 } else { high = start }
        }
        return nil
    }
}
