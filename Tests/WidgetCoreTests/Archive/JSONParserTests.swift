import Testing
import WidgetCore

@Suite("JSON is RFC 8259 and nothing more")
struct JSONParserTests {
    static func parse(_ text: String) throws(WidgetError) -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test("Values of every type")
    func values() throws {
        #expect(try Self.parse(" null\n") == .null)
        #expect(try Self.parse("[true,false,[],{}]") == .array([.boolean(true), .boolean(false), .array([]), .object(JSONObject())]))
        #expect(try Self.parse("-9223372036854775808") == .integer(.min))
        #expect(try Self.parse("9223372036854775808") == .number(9223372036854775808))
        #expect(try Self.parse("-0.5e-1") == .number(-0.05))
        #expect(try Self.parse(#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é😀""#) == .string("\"\\/\u{8}\u{C}\n\r\té😀é😀"))
        guard case .object(let object) = try Self.parse(#"{"b":1,"a":{"x":[2]}}"#) else {
            Issue.record("no object")
            return
        }
        #expect(object.keys == ["b", "a"])
        #expect(object["b"] == .integer(1))
    }

    @Test("An object of many keys is as one of few: each once, in their order")
    func manyKeys() throws {
        let members = (0..<20).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        guard case .object(let object) = try Self.parse("{\(members)}") else {
            Issue.record("no object")
            return
        }
        #expect(object.keys == (0..<20).map { "k\($0)" })
        for number in 0..<20 { #expect(object["k\(number)"] == .integer(Int64(number))) }
        #expect(object["k20"] == nil)
        for key in ["k0", "k8", "k9", "k19"] { #expect(throws: WidgetError.self) { try Self.parse("{\(members),\"\(key)\":0}") } }
    }

    @Test(
        "Anything else is refused with the byte where it breaks",
        arguments: [
            ("", "ends where a value is expected, at byte 0 (line 1)"), ("{\n\"a\":}", "a value is expected, at byte 6 (line 2)"),
            (#"{"a":1,"a":2}"#, #"the key "a" is there twice in one object, at byte 7 (line 1)"#), ("[1,]", "a value is expected, at byte 3 (line 1)"),
            ("01", "nothing may follow the value, at byte 1 (line 1)"), ("1.", "a digit is expected, at byte 2 (line 1)"),
            ("-", "a digit is expected, at byte 1 (line 1)"), ("1e999", "the number is too large, at byte 0 (line 1)"),
            ("nul", "null is expected, at byte 0 (line 1)"), ("\"a", "ends within a text, at byte 2 (line 1)"),
            ("\"\n\"", "a control character in a text is written as an escape, at byte 1 (line 1)"), (#""\x""#, "no such escape in a text, at byte 2 (line 1)"),
            (#""\ud83d""#, "half of a surrogate pair is no character, at byte 3 (line 1)"),
            (#""\ude00""#, "half of a surrogate pair is no character, at byte 3 (line 1)"),
            (#""\u12""#, "four hexadecimal digits are expected, at byte 5 (line 1)"), ("// no\n1", "a value is expected, at byte 0 (line 1)"),
            ("{'a':1}", "a key in quotes is expected, at byte 1 (line 1)"), ("NaN", "a value is expected, at byte 0 (line 1)"),
        ])
    func broken(text: String, message: String) {
        #expect(throws: WidgetError.invalid("JSON", message)) { try Self.parse(text) }
    }

    @Test("Text that isn't UTF-8 is refused")
    func utf8() {
        #expect(throws: WidgetError.invalid("JSON", "the text is not valid UTF-8, at byte 0 (line 1)")) {
            try JSONValue(parsing: [0x22, 0xC3, 0x28, 0x22])
        }
    }

    @Test("A million brackets end at the limit of depth")
    func depth() {
        #expect(throws: WidgetError.invalid("JSON", "values nest at most 200 deep, at byte 200 (line 1)")) {
            try JSONValue(parsing: [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
        }
    }

    @Test("Eight megabytes are enough")
    func size() {
        #expect(throws: WidgetError.invalid("JSON", "at most 8388608 bytes, not 8388609")) {
            try JSONValue(parsing: [UInt8](repeating: 0x20, count: (8 << 20) + 1))
        }
        let many = Array("[".utf8) + Array(repeating: Array("0,".utf8), count: 500_000).flatMap { $0 } + Array("0]".utf8)
        #expect { try JSONValue(parsing: many) } throws: { ($0 as? WidgetError)?.message.contains("at most 500000 values") == true }
    }
}
