/// A word, a number or a sign of an animation's text.
struct SpecToken: Equatable {
    enum Kind: Equatable {
        case name
        case number(Double)
        case dot, comma, colon, open, close
        case end
    }

    let kind: Kind
    /// As it is written.
    let text: String
    /// Its first character, counted from 1.
    let position: Int

    /// How an error names it.
    var found: String { kind == .end ? "the end" : "\"\(text)\"" }
}

extension SpecToken {
    /// The tokens of `text`, an end behind them.
    static func all(in text: String) throws -> [SpecToken] {
        let scalars = Array(text.unicodeScalars.prefix(PlotLimits.specCharacters + 1))
        guard scalars.count <= PlotLimits.specCharacters else {
            throw AnimationSpecError(PlotLimits.specCharacters + 1, "an animation has at most \(PlotLimits.specCharacters) characters")
        }
        var tokens: [SpecToken] = []
        var index = 0
        while index < scalars.count {
            guard !" \t\n\r".unicodeScalars.contains(scalars[index]) else {
                index += 1
                continue
            }
            let token = try token(in: scalars, at: index)
            tokens.append(token)
            index += token.text.unicodeScalars.count
        }
        return tokens + [SpecToken(kind: .end, text: "", position: scalars.count + 1)]
    }

    private static func token(in scalars: [Unicode.Scalar], at index: Int) throws -> SpecToken {
        let scalar = scalars[index]
        let next = index + 1 < scalars.count ? scalars[index + 1] : " "
        if let sign = signs[scalar] {
            if scalar == ".", next.isDigit { throw AnimationSpecError(index + 1, "a number begins with a digit: 0.\(next), not .\(next)") }
            return SpecToken(kind: sign, text: String(Character(scalar)), position: index + 1)
        }
        if scalar.isDigit || (scalar == "-" || scalar == "+") && next.isDigit { return try number(in: scalars, at: index) }
        if scalar.isLetter {
            return SpecToken(kind: .name, text: String(scalars[index...].prefix { $0.isLetter || $0.isDigit }), position: index + 1)
        }
        let found = (0x21...0x7E).contains(scalar.value) ? "\"\(scalar)\"" : "U+" + String(scalar.value, radix: 16, uppercase: true)
        throw AnimationSpecError(index + 1, "\(found) means nothing here; write an animation as in code, such as .spring(duration: 0.4, bounce: 0.2)")
    }

    private static let signs: [Unicode.Scalar: Kind] = [".": .dot, ",": .comma, ":": .colon, "(": .open, ")": .close]

    /// Digits, with a fraction and an exponent where there are such.
    private static func number(in scalars: [Unicode.Scalar], at start: Int) throws -> SpecToken {
        var end = start + 1
        func scalar(_ offset: Int) -> Unicode.Scalar { end + offset < scalars.count ? scalars[end + offset] : " " }
        while scalar(0).isLetter || scalar(0).isDigit || scalar(0) == "." && scalar(1).isDigit
            || (scalar(0) == "-" || scalar(0) == "+") && scalars[end - 1].isExponent
        {
            end += 1
        }
        let text = String(scalars[start..<end])
        guard !text.contains("x"), !text.contains("X"), let value = Double(text.filter { $0 != "_" }) else {
            throw AnimationSpecError(start + 1, "\"\(text)\" is not a number")
        }
        guard value.isFinite else { throw AnimationSpecError(start + 1, "\"\(text)\" is larger than any number") }
        return SpecToken(kind: .number(value), text: text, position: start + 1)
    }
}

extension String {
    fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
        var view = UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" }
    fileprivate var isExponent: Bool { self == "e" || self == "E" }
}
