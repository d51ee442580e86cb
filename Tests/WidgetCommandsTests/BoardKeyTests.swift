import CommandRendering
import Testing

@testable import WidgetCommands

@Suite("Keys and the mouse, as terminals send them")
struct BoardKeyTests {
    private static func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.keys(Array(text.utf8))
    }

    @Test(
        "Keys",
        arguments: [
            ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[C\u{1B}[D", [.right, .left]), ("\t\u{1B}[Z", [.next, .previous]), ("\r ", [.enter, .enter]),
            ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[1;5C", [.right]), ("\u{1B}[1;2C\u{1B}[1;2A", [.later, .earlier]),
            ("\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}[1~\u{1B}[4~", [.home, .end, .home, .home, .end]), ("3q", [.digit(3), .letter("q")]), ("\u{1B}", []),
            ("\u{1B}[", []),
            ("\u{1B}[200~x", [.letter("x")]), ("\u{1B}x", [.letter("x")]), ("é", []), ("0", []),
            ("<>[]", [.letter("<"), .letter(">"), .letter("["), .letter("]")]),
        ] as [(String, [Key])])
    func keys(text: String, keys: [Key]) {
        #expect(Self.keys(text) == keys)
    }

    @Test(
        "The mouse: the left button and the wheel, in the new form and the old one; letting go, moving and other buttons are nothing",
        arguments: [
            ("\u{1B}[<0;10;3M", [.click(column: 9, row: 2)]), ("\u{1B}[<0;10;3m", []),
            ("\u{1B}[<64;1;1M\u{1B}[<65;3;2M", [.wheel(isDown: false, column: 0, row: 0), .wheel(isDown: true, column: 2, row: 1)]),
            ("\u{1B}[<2;10;3M", []), ("\u{1B}[<35;10;3M", []), ("\u{1B}[<16;300;200M", [.click(column: 299, row: 199)]),
            ("\u{1B}[M *#", [.click(column: 9, row: 2)]),
            ("\u{1B}[M#*#q", [.letter("q")]), ("\u{1B}[<0;0;0M", []), ("\u{1B}[<;;M\u{1B}[<M", []),
        ] as [(String, [Key])])
    func mouse(text: String, keys: [Key]) {
        #expect(Self.keys(text) == keys)
    }

    @Test("The terminal's background, however many digits it has; other answers and what is no answer are passed over")
    func background() {
        #expect(Self.keys("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\q") == [.background(red: 255, green: 128, blue: 0), .letter("q")])
        #expect(Self.keys("\u{1B}]11;rgb:f/8/0\u{7}") == [.background(red: 255, green: 136, blue: 0)])
        #expect(Self.keys("\u{1B}]10;rgb:ff/ff/ff\u{7}\u{1B}]11;rgb:x/y/z\u{7}\u{1B}]11;rgb:ff/ff\u{7}x") == [.letter("x")])
    }

    @Test("How the terminal takes pictures: kitty's if it says so before its attributes, else what these say")
    func pictures() {
        func answer(_ text: String) -> PictureProtocol? {
            var answer = PictureAnswer()
            return Self.keys(text).reduce(nil) { answer.take($1) ?? $0 }
        }
        #expect(Self.keys("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c") == [.graphics(isTaken: true), .attributes([62, 4])])
        #expect(answer("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c") == .kitty)
        #expect(answer("\u{1B}_Gi=31;OK\u{1B}\\") == nil, "the attributes end it")
        #expect(answer("\u{1B}_Gi=31;EINVAL:no\u{1B}\\\u{1B}[?62;4c") == .sixel)
        #expect(answer("\u{1B}[?63;1;2;4;6c") == .sixel && answer("\u{1B}[?64;14;41c") == .blocks)
        for (environment, isAsked) in [
            (["TERM": "xterm"], true), (["TERM": "linux"], false), (["TERM": "xterm", "TMUX": "x"], false), (["TERM": "screen"], false),
            (["TERM": "xterm", "WIDGETCTL_PICTURES": "blocks"], false),
        ] { #expect(PictureProtocol.isAsked { environment[$0] } == isAsked, "\(environment)") }
    }

    @Test("What comes in pieces is put together, wherever it is cut")
    func pieces() {
        let text = Array("\u{1B}[<0;10;3Mq\u{1B}[A\u{1B}]11;rgb:00/00/00\u{1B}\\\u{1B}[M *#".utf8)
        for cut in text.indices {
            var decoder = KeyDecoder()
            let keys = decoder.keys(Array(text[..<cut])) + decoder.keys(Array(text[cut...]))
            #expect(keys == [.click(column: 9, row: 2), .letter("q"), .up, .background(red: 0, green: 0, blue: 0), .click(column: 9, row: 2)], "cut at \(cut)")
        }
    }

    @Test("What begins like a sequence and never ends holds nothing up for long")
    func endless() {
        var decoder = KeyDecoder()
        _ = decoder.keys(Array("\u{1B}]".utf8) + Array(repeating: UInt8(ascii: "x"), count: 1_000))
        #expect(decoder.keys(Array("q".utf8)) == [.letter("q")])
    }
}
