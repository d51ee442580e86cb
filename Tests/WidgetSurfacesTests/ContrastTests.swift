import Testing
import WidgetCore

@testable import WidgetSurfaces

@Suite("Text can be read on what is behind it")
struct ContrastTests {
    @Test(
        "The ratio of two colours, as WCAG gives it",
        arguments: [
            (0x000000, 0xFFFFFF, 21.0), (0xFFFFFF, 0xFFFFFF, 1.0), (0x777777, 0xFFFFFF, 4.48), (0x007AFF, 0xFFFFFF, 4.02), (0x007AFF, 0x5856D6, 1.41),
            (0xFFCC00, 0xFFFFFF, 1.51),
        ])
    func ratio(a: Int, b: Int, expected: Double) {
        #expect(abs(Contrast.ratio(Self.rgb(a), Self.rgb(b)) - expected) < 0.02)
        #expect(Contrast.ratio(Self.rgb(a), Self.rgb(b)) == Contrast.ratio(Self.rgb(b), Self.rgb(a)))
    }

    private static func rgb(_ value: Int) -> Palette.RGB { (UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)) }

    @Test("Every named colour on every other one, and on a dark and a light terminal, is readable", arguments: [SurfaceTraits.ColorDepth.trueColor, .palette])
    func named(depth: SurfaceTraits.ColorDepth) {
        let shown = Palette.shown(depth)
        for front in ViewColor.Name.allCases.compactMap(Palette.rgb(of:)) {
            for back in ViewColor.Name.allCases.compactMap(Palette.rgb(of:)) {
                let result = Contrast.readable(front, on: back, shown: shown)
                #expect(Contrast.ratio(shown(result), shown(back)) >= Contrast.leastRatio)
                if Contrast.ratio(shown(front), shown(back)) >= Contrast.leastRatio { #expect(result == front, "what can be read stays") }
            }
        }
    }

    private static func line(_ view: String, _ depth: SurfaceTraits.ColorDepth, terminalBackground: CellColor? = nil) throws -> String {
        let widget = TerminalRenderer.view(try archive(view), size: CellSize(columns: 1, rows: 1), traits: traits(depth))
        return widget.ansiLines(depth, terminalBackground: terminalBackground)[0]
    }

    @Test("Blue on indigo is a lighter blue; white on blue stays white")
    func background() throws {
        let blue = try Self.line(#"{"text": "x", "color": "blue", "background": "indigo"}"#, .trueColor)
        #expect(blue.contains("38;2;143;196;255;48;2;88;86;214"), "\(blue)")
        let white = try Self.line(#"{"text": "x", "color": "white", "background": "blue"}"#, .trueColor)
        #expect(white.contains("38;2;255;255;255;48;2;0;122;255"))
        let sixteen = try Self.line(#"{"text": "x", "color": "blue", "background": "indigo"}"#, .sixteen)
        #expect(sixteen == "\u{1B}[0;97;44mx\u{1B}[0m")
    }

    @Test("Yellow is darker on a light terminal, navy lighter on a dark one; where the terminal doesn't say, both stay")
    func ground() throws {
        let yellow = #"{"text": "x", "color": "yellow"}"#
        let navy = ##"{"text": "x", "color": "#000060"}"##
        #expect(try Self.line(yellow, .trueColor) == "\u{1B}[0;38;2;255;204;0mx\u{1B}[0m")
        #expect(try Self.line(yellow, .trueColor, terminalBackground: .named(.black)) == "\u{1B}[0;38;2;255;204;0mx\u{1B}[0m")
        #expect(try Self.line(yellow, .trueColor, terminalBackground: .named(.white)).contains("38;2;175;140;0"))
        #expect(try Self.line(navy, .trueColor, terminalBackground: .named(.white)).contains("0;0;96"))
        #expect(try Self.line(navy, .trueColor, terminalBackground: .named(.black)).contains("38;2;95;95;155"))
        #expect(try Self.line(yellow, .sixteen, terminalBackground: .named(.white)) == "\u{1B}[0;93mx\u{1B}[0m", "the user's theme decides")
    }
}
