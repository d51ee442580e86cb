/// Swift source without its comments and without the text of its strings, so that braces and words in it are code.
struct SwiftCode {
    /// The code. Comments and strings are blank; lines stay where they are.
    let bytes: [UInt8]

    init(_ source: String) {
        var scanner = Scanner(bytes: Array(source.utf8))
        scanner.code(until: nil)
        bytes = scanner.bytes
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The place behind the bracket that closes the one at `start`.
    func end(of start: Int) -> Int {
        var depth = 0
        for place in start..<bytes.count {
            if "([{".utf8.contains(bytes[place]) { depth += 1 }
            if ")]}".utf8.contains(bytes[place]) { depth -= 1 }
            if depth == 0 { return place + 1 }
        }
        return bytes.count
    }

    /// The places behind each occurrence of a word, where no letter stands before it.
    func places(behind word: String) -> [Int] {
        let word = Array(word.utf8)
        guard let first = word.first, bytes.count >= word.count else { return [] }
        return (0...bytes.count - word.count).compactMap { place in
            guard bytes[place] == first, bytes[place..<place + word.count].elementsEqual(word) else { return nil }
            return place > 0 && Self.isOfName(bytes[place - 1]) ? nil : place + word.count
        }
    }

    static func isOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private struct Scanner {
        var bytes: [UInt8]
        var place = 0

        func isAt(_ text: String, _ place: Int) -> Bool {
            place + text.utf8.count <= bytes.count && bytes[place..<place + text.utf8.count].elementsEqual(text.utf8)
        }

        mutating func blank(_ count: Int = 1) {
            for _ in 0..<min(count, bytes.count - place) {
                if bytes[place] != UInt8(ascii: "\n") { bytes[place] = UInt8(ascii: " ") }
                place += 1
            }
        }

        /// Goes through code to its end, or behind the bracket that closes it.
        mutating func code(until close: UInt8?) {
            var depth = 0
            while place < bytes.count {
                if isAt("//", place) {
                    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { blank() }
                } else if isAt("/*", place) {
                    while place < bytes.count, !isAt("*/", place) { blank() }
                    blank(2)
                } else if let marks = stringMarks() {
                    string(marks)
                } else {
                    if bytes[place] == UInt8(ascii: "(") { depth += 1 }
                    if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
                    place += 1
                    if bytes[place - 1] == close, depth < 0 { return }
                }
            }
        }

        /// The number signs before a string's quote here; nil: no string begins here.
        func stringMarks() -> Int? {
            var quote = place
            while quote < bytes.count, bytes[quote] == UInt8(ascii: "#") { quote += 1 }
            return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? quote - place : nil
        }

        mutating func string(_ marks: Int) {
            let signs = String(repeating: "#", count: marks)
            blank(marks)
            let quote = isAt("\"\"\"", place) ? "\"\"\"" : "\""
            blank(quote.utf8.count)
            while place < bytes.count, !isAt(quote + signs, place) {
                if isAt("\\" + signs + "(", place) {
                    blank(marks + 1)
                    place += 1
                    code(until: UInt8(ascii: ")"))
                } else if isAt("\\" + signs, place) {
                    blank(marks + 2)
                } else {
                    blank()
                }
            }
            blank(quote.utf8.count + marks)
        }
    }
}
