/// The advances of Inter's characters, compiled in.
///
/// A face measures as HarfBuzz does with the font's default features. Forms that depend on neighbours count too: a colon rises
/// between digits, "->" becomes an arrow. The table covers neither marks nor invisible characters.
struct FontTable: Sendable {
    /// Units of one em. The number is a common multiple of Inter's 2816 and Inter Display's 2048.
    static let unitsPerEm: Double = 22_528

    /// The first use decodes all faces, because they share most of the text.
    private static let decoded = decode()

    private let isDisplay: Bool
    /// Each class of glyphs has an advance here. A negative number marks glyphs that the face lacks.
    private let advances: [Int32]
    /// Each kind of pair has its kerning here.
    private let kernings: [Int32]

    /// Returns a cut and a weight of the font.
    static func face(isDisplay: Bool, weight: Int, isItalic: Bool) -> FontTable {
        let step = (min(max(weight, 100), 900) + 50) / 100 - 1
        return decoded.faces[(isDisplay ? 18 : 0) + (isItalic ? 9 : 0) + step]
    }

    /// Returns the advance of a character as a fraction of the font's size, or nil if the font lacks it.
    func advance(of scalar: Unicode.Scalar, tabularDigits: Bool) -> Double? {
        let glyphs = Self.decoded.glyphs
        guard let glyph = glyphs.glyph(of: scalar) else { return nil }
        let advance = advances[glyphs.advanceClass(of: glyph, isTabular: tabularDigits)]
        return advance < 0 ? nil : Double(advance) / Self.unitsPerEm
    }

    /// Returns the space added between two characters, mostly negative. Both keep the forms that they have alone.
    func kerning(_ first: Unicode.Scalar, _ second: Unicode.Scalar, tabularDigits: Bool) -> Double {
        let glyphs = Self.decoded.glyphs
        guard let left = glyphs.glyph(of: first), let right = glyphs.glyph(of: second) else { return 0 }
        return Double(kernings[glyphs.kind(ofPair: left, right, isTabular: tabularDigits)]) / Self.unitsPerEm
    }

    /// Returns the advance of each Character and the kerning towards the next, or nil if the font lacks one.
    ///
    /// Characters that join into an arrow share its advance evenly. No two covered scalars form one Character.
    func advances(of text: String, size: Double, tabularDigits: Bool) -> [Double]? {
        let glyphs = Self.decoded.glyphs
        var runs: [GlyphRun] = []
        runs.reserveCapacity(text.utf8.count)
        var sets: UInt32 = 0
        for scalar in text.unicodeScalars {
            guard let glyph = glyphs.glyph(of: scalar), advances[glyphs.advanceClass(of: glyph, isTabular: false)] >= 0 else { return nil }
            let run = glyphs.run(of: glyph, characters: 1, isDisplay: isDisplay)
            sets |= run.sets
            runs.append(run)
        }
        glyphs.applyRules(to: &runs, sets: sets, isDisplay: isDisplay)

        let scale = size / Self.unitsPerEm
        var result: [Double] = []
        result.reserveCapacity(text.utf8.count)
        for (place, run) in runs.enumerated() {
            var units = advances[glyphs.advanceClass(of: run.glyph, isTabular: tabularDigits)]
            if place + 1 < runs.count {
                units += kernings[glyphs.kind(ofPair: run.glyph, runs[place + 1].glyph, isTabular: tabularDigits)]
            }
            let share = Double(units) * scale / Double(run.characters)
            for _ in 0..<run.characters { result.append(share) }
        }
        return result
    }

    /// Reads the compiled-in text. The script that writes the text describes its encoding.
    private static func decode() -> (glyphs: GlyphTable, faces: [FontTable]) {
        var reader = NumberReader(text: InterMetrics.data)
        let glyphCount = reader.next(), characterCount = reader.next(), maskCount = reader.next(), advanceCount = reader.next()
        let leftCount = reader.next(), rightCount = reader.next(), kerningCount = reader.next()
        var glyphs = GlyphTable(&reader, glyphCount: glyphCount, characterCount: characterCount, maskCount: maskCount)
        let advances = reader.nextValuesOfFaces(advanceCount), kernings = reader.nextValuesOfFaces(kerningCount)
        glyphs.readPairs(&reader, leftCount: leftCount, rightCount: rightCount)
        return (glyphs, (0..<36).map { FontTable(isDisplay: $0 >= 18, advances: advances[$0], kernings: kernings[$0]) })
    }
}

/// A glyph of a text and the count of Characters that it stands for.
private struct GlyphRun {
    var glyph: UInt16
    var characters: UInt16
    /// The bits name the sets of the rules that hold the glyph.
    var sets: UInt32
}

/// The glyphs that all faces share, and the rules that replace them between certain neighbours.
private struct GlyphTable: Sendable {
    private struct Glyph {
        /// The rules of Inter and of Inter Display have slightly different sets.
        var textSets: UInt32 = 0, displaySets: UInt32 = 0
        var advance: UInt16 = 0, left: UInt16 = 0, right: UInt16 = 0
        /// These glyphs stand beside capitals and in columns of numbers. A glyph without such a form names itself.
        var capitals: UInt16, tabular: UInt16
    }

    /// A rule matches a row of glyphs, one of each set: some behind, some that it replaces, some ahead.
    private struct Rule {
        enum Action { case keep, takeCapitals, join(UInt16) }
        let sets: [UInt32]
        let behind: Int, input: Int
        let action: Action

        func matches(_ runs: [GlyphRun], at place: Int) -> Bool {
            let start = place - behind
            guard runs[place].sets & sets[behind] != 0, start >= 0, start + sets.count <= runs.count else { return false }
            return sets.indices.allSatisfy { runs[start + $0].sets & sets[$0] != 0 }
        }
    }

    /// The stages pass over the text in turn. At each place, the first rule that matches wins.
    private struct Stage {
        var rules: [Rule] = []
        /// Glyphs outside of these sets start no rule.
        var triggers: UInt32 = 0

        init(_ reader: inout NumberReader) {
            for _ in 0..<reader.next() {
                let behind = reader.next(), input = reader.next(), ahead = reader.next()
                let sets = (0..<behind + input + ahead).map { _ in UInt32(1) << UInt32(reader.next()) }
                let code = reader.next()
                let action: Rule.Action = code == 0 ? .keep : code == 1 ? .takeCapitals : .join(UInt16(code - 2))
                rules.append(Rule(sets: sets, behind: behind, input: input, action: action))
                triggers |= sets[behind]
            }
        }
    }

    private static let noGlyph = UInt16.max

    private var glyphs: [Glyph]
    private var glyphOfScalar: [UInt16] = []
    private let stages: [Stage]
    private let triggers: UInt32
    private var rightCount = 0
    private var kinds: [UInt16] = []

    init(_ reader: inout NumberReader, glyphCount: Int, characterCount: Int, maskCount: Int) {
        glyphs = (0..<glyphCount).map { Glyph(capitals: UInt16($0), tabular: UInt16($0)) }
        let masks = (0..<maskCount).map { _ in (reader.nextMask(), reader.nextMask()) }
        var scalar = 0
        for glyph in 0..<characterCount {
            scalar += reader.next()
            while glyphOfScalar.count < scalar { glyphOfScalar.append(Self.noGlyph) }
            glyphOfScalar.append(UInt16(glyph))
        }
        for glyph in 0..<glyphCount { (glyphs[glyph].textSets, glyphs[glyph].displaySets) = masks[reader.next()] }
        for glyph in 0..<glyphCount { glyphs[glyph].advance = UInt16(reader.next()) }
        for glyph in 0..<glyphCount { glyphs[glyph].left = UInt16(reader.next()) }
        for glyph in 0..<glyphCount { glyphs[glyph].right = UInt16(reader.next()) }
        for form in [\Glyph.capitals, \Glyph.tabular] {
            var glyph = 0
            for _ in 0..<reader.next() {
                glyph += reader.next()
                glyphs[glyph][keyPath: form] = UInt16(reader.next())
            }
        }
        stages = (0..<reader.next()).map { _ in Stage(&reader) }
        triggers = stages.reduce(0) { $0 | $1.triggers }
    }

    /// Reads the kinds of pairs. A pair that the text leaves out is of kind 0, which has no kerning.
    mutating func readPairs(_ reader: inout NumberReader, leftCount: Int, rightCount: Int) {
        self.rightCount = rightCount
        kinds = Array(repeating: 0, count: leftCount * rightCount)
        for left in 0..<leftCount {
            var pair = left * rightCount
            for _ in 0..<reader.next() {
                pair += reader.next()
                kinds[pair] = UInt16(reader.next())
            }
        }
    }

    func glyph(of scalar: Unicode.Scalar) -> UInt16? {
        let value = Int(scalar.value)
        guard value < glyphOfScalar.count, glyphOfScalar[value] != Self.noGlyph else { return nil }
        return glyphOfScalar[value]
    }

    func run(of glyph: UInt16, characters: UInt16, isDisplay: Bool) -> GlyphRun {
        let sets = isDisplay ? glyphs[Int(glyph)].displaySets : glyphs[Int(glyph)].textSets
        return GlyphRun(glyph: glyph, characters: characters, sets: sets)
    }

    func advanceClass(of glyph: UInt16, isTabular: Bool) -> Int {
        Int(shown(glyph, isTabular: isTabular).advance)
    }

    func kind(ofPair left: UInt16, _ right: UInt16, isTabular: Bool) -> Int {
        Int(kinds[Int(shown(left, isTabular: isTabular).left) * rightCount + Int(shown(right, isTabular: isTabular).right)])
    }

    private func shown(_ glyph: UInt16, isTabular: Bool) -> Glyph {
        let glyph = glyphs[Int(glyph)]
        return isTabular ? glyphs[Int(glyph.tabular)] : glyph
    }

    /// Replaces glyphs that have another form beside their neighbours. A text without such glyphs returns at once.
    func applyRules(to runs: inout [GlyphRun], sets: UInt32, isDisplay: Bool) {
        guard sets & triggers != 0 else { return }
        for stage in stages {
            var place = 0
            while place < runs.count {
                if runs[place].sets & stage.triggers != 0, let rule = stage.rules.first(where: { $0.matches(runs, at: place) }) {
                    place += apply(rule, to: &runs, at: place, isDisplay: isDisplay)
                } else {
                    place += 1
                }
            }
        }
    }

    /// Carries out a rule and returns the count of glyphs that are done.
    private func apply(_ rule: Rule, to runs: inout [GlyphRun], at place: Int, isDisplay: Bool) -> Int {
        let input = runs[place..<place + rule.input]
        let characters = input.reduce(0) { $0 + $1.characters }
        switch rule.action {
        case .keep:
            return rule.input
        case .takeCapitals:
            runs[place] = run(of: glyphs[Int(runs[place].glyph)].capitals, characters: characters, isDisplay: isDisplay)
        case .join(let glyph):
            runs.replaceSubrange(input.indices, with: CollectionOfOne(run(of: glyph, characters: characters, isDisplay: isDisplay)))
        }
        return 1
    }
}

/// Reads the numbers of the compiled-in text in their order.
private struct NumberReader {
    private let bytes: [UInt8]
    private var position = 0

    init(text: StaticString) {
        bytes = text.withUTF8Buffer { Array($0) }
    }

    /// Reads a number. Symbols of 61 and more continue it, a smaller one ends it.
    mutating func next() -> Int {
        var value = 0
        while position < bytes.count {
            let byte = Int(bytes[position])
            position += 1
            let symbol = byte < 92 ? byte - 35 : byte - 36
            if symbol < 61 { return value * 61 + symbol }
            value = value * 30 + symbol - 60
        }
        return value
    }

    mutating func nextMask() -> UInt32 {
        let low = next()
        return UInt32(low | next() << 15)
    }

    private mutating func nextSigned() -> Int {
        let folded = next()
        return folded & 1 == 0 ? folded / 2 : -(folded + 1) / 2
    }

    /// Reads a count of values and returns them for each face, in units of `FontTable.unitsPerEm`.
    mutating func nextValuesOfFaces(_ count: Int) -> [[Int32]] {
        var masters: [Int] = []
        masters.reserveCapacity(count * 16)
        for index in 0..<count * 16 {
            let before = index % 16 == 0 ? 0 : index % 4 == 0 ? masters[index - 4] : masters[index - 1]
            masters.append(before + nextSigned())
        }
        return (0..<36).map { face in
            (0..<count).map { Int32(Self.value(masters, from: $0 * 16 + face / 9 * 4, step: face % 9) * (face < 18 ? 8 : 11)) }
        }
    }

    /// Returns the value of a weight from 0 to 8. The masters are Thin, Regular, Black for the weights between, and Black itself.
    private static func value(_ masters: [Int], from first: Int, step: Int) -> Int {
        switch step {
        case 0..<3: masters[first] + nearest((masters[first + 1] - masters[first]) * step, of: 3)
        case 3..<8: masters[first + 1] + nearest((masters[first + 2] - masters[first + 1]) * (step - 3), of: 5)
        default: masters[first + 3]
        }
    }

    /// Returns the whole number next to a quotient. Thirds and fifths never lie halfway.
    @inline(__always)
    private static func nearest(_ value: Int, of divisor: Int) -> Int {
        (value + (value < 0 ? -(divisor / 2) : divisor / 2)) / divisor
    }
}
