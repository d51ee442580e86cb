/// Reads how far a command has come from what it prints: the last `42%`, `42.5 %` or `3/7` that stands in a line.
///
/// Bytes come as they come; a line ends with a line feed or, as progress bars are drawn anew, with a carriage return. Control sequences of terminals are skipped.
struct ProgressReader {
    /// 0 to 1; nil: nothing has been said yet.
    private(set) var fraction: Double?
    private var line: [UInt8] = []
    private var escape = Escape.none

    private enum Escape {
        case none, begun, sequence
    }

    /// A progress that is further than this from a line's beginning isn't looked for.
    static let lineBytes = 4_096

    mutating func read(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            switch (escape, byte) {
            case (.begun, UInt8(ascii: "[")): escape = .sequence
            case (.begun, _): escape = .none
            case (.sequence, 0x40...0x7E): escape = .none
            case (.sequence, _): break
            case (.none, 0x1B): escape = .begun
            case (.none, UInt8(ascii: "\n")), (.none, UInt8(ascii: "\r")): endLine()
            case (.none, _): if line.count < Self.lineBytes { line.append(byte) }
            }
        }
        // A bar without an end of line is looked at as far as it has come.
        if let found = Self.progress(in: line) { fraction = found }
    }

    private mutating func endLine() {
        if let found = Self.progress(in: line) { fraction = found }
        line.removeAll(keepingCapacity: true)
    }

    /// The last progress in a line; a percentage counts more than a fraction, which may be a date or a path.
    static func progress(in line: [UInt8]) -> Double? {
        var (percentage, fraction): (Double?, Double?)
        var index = 0
        while index < line.count {
            guard line[index].isDigit, index == 0 || !line[index - 1].isWordByte else {
                index += 1
                continue
            }
            let (number, end) = number(in: line, from: index)
            var next = end
            if next < line.count, line[next] == UInt8(ascii: " ") { next += 1 }
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

    /// A number with or without decimals, and where it ends.
    private static func number(in line: [UInt8], from start: Int) -> (Double, Int) {
        var (value, scale, index) = (0.0, 0.0, start)
        while index < line.count {
            if line[index].isDigit {
                value = value * 10 + Double(line[index] - UInt8(ascii: "0"))
                scale *= 10
            } else if line[index] == UInt8(ascii: "."), scale == 0, index + 1 < line.count, line[index + 1].isDigit {
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
    /// What a number isn't the beginning of a progress behind: a letter, a digit, a dot, a slash or a hyphen.
    fileprivate var isWordByte: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || ".-_/".utf8.contains(self) || self >= 0x80
    }
}
