extension JSONValue {
    /// The value that `bytes` are, by RFC 8259 and nothing more: no comments, no trailing commas, valid UTF-8, each key of an object once.
    /// - Throws: INVALID_ARGUMENT with the byte's offset and line, and over ``Limits/scriptBytes``, ``Limits/scriptDepth`` or ``Limits/scriptValues``.
    public init(parsing bytes: [UInt8]) throws(WidgetError) {
        guard bytes.count <= Limits.scriptBytes else {
            throw .invalid("JSON", "at most \(Limits.scriptBytes) bytes, not \(bytes.count)")
        }
        var parser = JSONParser(bytes: bytes)
        do {
            self = try parser.document()
        } catch {
            let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw .invalid("JSON", "\(error.message), at byte \(error.offset) (line \(line))")
        }
    }
}

/// Recursive descent over bytes. Its depth is bounded by ``Limits/scriptDepth``, and so is the stack that it takes.
private struct JSONParser {
    fileprivate struct Problem: Error {
        var offset: Int
        var message: String
    }

    var bytes: [UInt8]
    var position = 0
    var values = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(Problem) -> JSONValue {
        skipSpace()
        let value = try value(depth: 1)
        skipSpace()
        guard position == bytes.count else { throw problem("nothing may follow the value") }
        return value
    }

    private mutating func value(depth: Int) throws(Problem) -> JSONValue {
        guard depth <= Limits.scriptDepth else { throw problem("values nest at most \(Limits.scriptDepth) deep") }
        values += 1
        guard values <= Limits.scriptValues else { throw problem("at most \(Limits.scriptValues) values") }
        switch peek {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try literal("false", .boolean(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return try number()
        case nil: throw problem("ends where a value is expected")
        default: throw problem("a value is expected")
        }
    }

    private mutating func object(depth: Int) throws(Problem) -> JSONObject {
        var object = JSONObject()
        position += 1
        skipSpace()
        if skip("}") { return object }
        while true {
            let start = position
            guard peek == UInt8(ascii: "\"") else { throw problem("a key in quotes is expected") }
            let key = try string()
            skipSpace()
            guard skip(":") else { throw problem("\":\" is expected after a key") }
            skipSpace()
            guard object.insert(try value(depth: depth + 1), for: key) else {
                position = start
                throw problem("the key \(JSONText.quoted(String(key.prefix(64)))) is there twice in one object")
            }
            skipSpace()
            if skip("}") { return object }
            guard skip(",") else { throw problem("\",\" or \"}\" is expected") }
            skipSpace()
        }
    }

    private mutating func array(depth: Int) throws(Problem) -> [JSONValue] {
        var array: [JSONValue] = []
        position += 1
        skipSpace()
        if skip("]") { return array }
        while true {
            array.append(try value(depth: depth + 1))
            skipSpace()
            if skip("]") { return array }
            guard skip(",") else { throw problem("\",\" or \"]\" is expected") }
            skipSpace()
        }
    }

    private mutating func literal(_ name: StaticString, _ value: JSONValue) throws(Problem) -> JSONValue {
        let text = name.description
        guard bytes[position...].starts(with: text.utf8) else { throw problem("\(text) is expected") }
        position += text.utf8.count
        return value
    }

    private mutating func number() throws(Problem) -> JSONValue {
        let start = position
        var isWhole = true
        _ = skip("-")
        if !skip("0") { try digits() }
        if skip(".") {
            isWhole = false
            try digits()
        }
        if skip("e") || skip("E") {
            isWhole = false
            if !skip("+") { _ = skip("-") }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else {
            position = start
            throw problem("the number is too large")
        }
        return .number(number)
    }

    /// At least one digit.
    private mutating func digits() throws(Problem) {
        let start = position
        while let byte = peek, Self.isDigit(byte) { position += 1 }
        guard position > start else { throw problem("a digit is expected") }
    }

    private mutating func string() throws(Problem) -> String {
        let start = position
        position += 1
        if let plain = plainString() { return plain }
        var text: [UInt8] = []
        while true {
            let run = position
            while let byte = peek, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
            text += bytes[run..<position]
            switch peek {
            case UInt8(ascii: "\""):
                position += 1
                guard let string = String(validating: text, as: UTF8.self) else {
                    position = start
                    throw problem("the text is not valid UTF-8")
                }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case nil: throw problem("ends within a text")
            default: throw problem("a control character in a text is written as an escape")
            }
        }
    }

    /// A text of printable ASCII without an escape, as most are; nil, and nothing is read: it isn't one.
    private mutating func plainString() -> String? {
        var end = position
        while end < bytes.count, case let byte = bytes[end], byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
        defer { position = end + 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    private mutating func escape(into text: inout [UInt8]) throws(Problem) {
        position += 1
        let mark = peek
        position += 1
        switch mark {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): if let mark { text.append(mark) }
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += Array(String(Character(try unicodeEscape())).utf8)
        default:
            position -= 1
            throw problem("no such escape in a text")
        }
    }

    /// The character of `\uXXXX`, or of two of them that are a surrogate pair.
    private mutating func unicodeEscape() throws(Problem) -> Unicode.Scalar {
        let start = position
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800...0xDBFF).contains(first), skip("\\"), skip("u") else {
            position = start
            throw problem("half of a surrogate pair is no character")
        }
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else {
            position = start
            throw problem("half of a surrogate pair is no character")
        }
        return scalar
    }

    private mutating func hexadecimal() throws(Problem) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw problem("four hexadecimal digits are expected") }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
        guard let byte = peek, UInt32(byte) == mark.value else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func problem(_ message: String) -> Problem { Problem(offset: position, message: message) }
}
