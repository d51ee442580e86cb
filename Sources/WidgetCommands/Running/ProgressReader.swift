/// Reads a command's progress from its output: the last `42%`, `42,5 %` or `3/7` that stands in a line, or curl's meter.
///
/// Bytes come as they come; a line ends with a line feed or, as progress bars are drawn anew, with a carriage return or where the cursor is moved. Other
/// control sequences of terminals are skipped, and so is what is drawn on the alternate screen, by programs that take the whole terminal.
struct ProgressReader {
    /// 0 to 1; nil: nothing has been said yet.
    private(set) var fraction: Double?
    private var line: [UInt8] = []
    private var escape = Escape.none
    /// The parameters of the sequence that has begun.
    private var parameters: [UInt8] = []
    private var isAlternateScreen = false

    private enum Escape {
        /// `string` is a title or the like, which ends with BEL or ESC \.
        case none, begun, sequence, string
    }

    /// A progress that is further than this from a line's beginning isn't looked for.
    static let lineBytes = 4_096
    /// Parameters beyond this are of no sequence that means anything here.
    private static let parameterBytes = 64

    mutating func read(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            switch (escape, byte) {
            case (.string, 0x07): escape = .none
            case (_, 0x1B): escape = .begun
            case (.string, _): break
            case (.begun, UInt8(ascii: "[")): (escape, parameters) = (.sequence, [])
            case (.begun, UInt8(ascii: "]")), (.begun, UInt8(ascii: "P")), (.begun, UInt8(ascii: "_")), (.begun, UInt8(ascii: "^")): escape = .string
            case (.begun, _): escape = .none
            case (.sequence, 0x40...0x7E):
                escape = .none
                end(sequence: byte)
            case (.sequence, _): if parameters.count < Self.parameterBytes { parameters.append(byte) }
            case (.none, UInt8(ascii: "\n")), (.none, UInt8(ascii: "\r")): endLine()
            case (.none, _): if !isAlternateScreen, line.count < Self.lineBytes { line.append(byte) }
            }
        }
        // A bar without an end of line is looked at as far as it has come.
        if let found = Self.progress(in: line) { fraction = found }
    }

    private mutating func end(sequence final: UInt8) {
        switch final {
        // Up, down, back, to a line's beginning, to a column or a row.
        case UInt8(ascii: "A"), UInt8(ascii: "B"), UInt8(ascii: "D")...UInt8(ascii: "H"), UInt8(ascii: "d"), UInt8(ascii: "f"): endLine()
        // Forward, over what stands there.
        case UInt8(ascii: "C"): if !isAlternateScreen, line.count < Self.lineBytes { line.append(UInt8(ascii: " ")) }
        case UInt8(ascii: "h"), UInt8(ascii: "l"):
            guard parameters.first == UInt8(ascii: "?") else { return }
            let modes = parameters.dropFirst().split(separator: UInt8(ascii: ";")).map { String(decoding: $0, as: UTF8.self) }
            guard modes.contains(where: { ["47", "1047", "1049"].contains($0) }) else { return }
            endLine()
            isAlternateScreen = final == UInt8(ascii: "h")
        default: break
        }
    }

    private mutating func endLine() {
        if let found = Self.progress(in: line) { fraction = found }
        line.removeAll(keepingCapacity: true)
    }

    /// The overall percentage in a line of curl's meter: twelve columns, of which the first, third and fifth are percentages and three are times.
    private static func curlProgress(in line: [UInt8]) -> Double? {
        let columns = line.split(separator: UInt8(ascii: " "))
        guard columns.count == 12, columns[8...10].allSatisfy({ $0.contains(UInt8(ascii: ":")) }) else { return nil }
        let percentages = [0, 2, 4].compactMap { Int(String(decoding: columns[$0], as: UTF8.self)) }
        // Where the size isn't known, the first is 100 all the time and the others are 0.
        guard percentages.count == 3, percentages.allSatisfy({ (0...100).contains($0) }), percentages[1] + percentages[2] > 0 else { return nil }
        return Double(percentages[0]) / 100
    }

    /// The last progress in a line; a percentage counts more than a fraction, which may be a date or a path.
    static func progress(in line: [UInt8]) -> Double? {
        if let found = curlProgress(in: line) { return found }
        var (percentage, fraction): (Double?, Double?)
        var index = 0
        while index < line.count {
            guard line[index].isDigit, !isWithinWord(line, index) else {
                index += 1
                continue
            }
            let (number, end) = number(in: line, from: index)
            let next = end + spaceLength(line[end...])
            if next < line.count, line[next] == UInt8(ascii: "%"), number <= 100 {
                percentage = number / 100
            } else if end < line.count, line[end] == UInt8(ascii: "/"), end + 1 < line.count, line[end + 1].isDigit {
                let (whole, wholeEnd) = Self.number(in: line, from: end + 1)
                let ends = wholeEnd == line.count || !line[wholeEnd].isWordByte && line[wholeEnd] != UInt8(ascii: "/")
                if ends, whole > 1, number <= whole { fraction = number / whole }
                index = wholeEnd
                continue
            }
            index = max(end, index + 1)
        }
        return percentage ?? fraction
    }

    /// Whether what is at `index` belongs to a word or a number before it.
    private static func isWithinWord(_ line: [UInt8], _ index: Int) -> Bool {
        guard index > 0 else { return false }
        return line[index - 1].isWordByte || index > 1 && line[index - 1] == UInt8(ascii: ",") && line[index - 2].isDigit
    }

    /// Bytes of the one space that may stand before a percent sign: an ordinary one, U+00A0 or U+202F.
    private static func spaceLength(_ rest: ArraySlice<UInt8>) -> Int {
        [[0x20], [0xC2, 0xA0], [0xE2, 0x80, 0xAF]].first { rest.starts(with: $0) }?.count ?? 0
    }

    /// A number with or without decimals, and where it ends. The decimal sign is a dot or a comma.
    private static func number(in line: [UInt8], from start: Int) -> (Double, Int) {
        var (value, scale, index) = (0.0, 0.0, start)
        while index < line.count {
            if line[index].isDigit {
                value = value * 10 + Double(line[index] - UInt8(ascii: "0"))
                scale *= 10
            } else if line[index] == UInt8(ascii: ".") || line[index] == UInt8(ascii: ","), scale == 0, index + 1 < line.count, line[index + 1].isDigit {
                scale = 1
            } else {
                break
            }
            index += 1
        }
        return (scale > 1 ? value / scale : value, index)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    /// Characters behind which a number doesn't begin a progress: a letter, a digit, a dot, a slash, a hyphen, an underscore, or any character beyond ASCII.
    fileprivate var isWordByte: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || ".-_/".utf8.contains(self) || self >= 0x80
    }
}
