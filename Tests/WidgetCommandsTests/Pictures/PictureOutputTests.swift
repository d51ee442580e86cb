import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetSurfaces

@testable import CommandRendering

@Suite("A terminal is given pictures as it takes them")
struct PictureOutputTests {
    static func of(_ environment: [String: String], isTerminal: Bool = true) -> PictureProtocol {
        PictureProtocol.of(isTerminal: isTerminal) { environment[$0] }
    }

    @Test("kitty, foot and wezterm are known; what isn't known, and what is within tmux, is given half blocks")
    func protocols() {
        #expect(Self.of(["TERM": "xterm-kitty"]) == .kitty)
        #expect(Self.of(["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"]) == .kitty)
        #expect(Self.of(["TERM": "foot"]) == .sixel)
        #expect(Self.of(["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"]) == .sixel)
        #expect(Self.of(["TERM": "xterm-256color"]) == .blocks)
        #expect(Self.of(["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"]) == .blocks)
        #expect(Self.of(["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"]) == .blocks)
        #expect(Self.of(["TERM": "xterm", "WIDGETCTL_PICTURES": "sixel"]) == .sixel)
        #expect(Self.of(["TERM": "foot", "WIDGETCTL_PICTURES": "blocks"]) == .blocks)
        #expect(Self.of(["TERM": "foot", "WIDGETCTL_PICTURES": "sixel"], isTerminal: false) == .blocks)
    }

    /// A card of three rows with a picture of two columns and one row in its middle.
    private func drawn(_ digest: ContentDigest) -> RenderedWidget {
        let place = CellRect(column: 1, row: 1, size: CellSize(columns: 2, rows: 1))
        let line = Array(repeating: Cell(character: "x"), count: 4)
        return RenderedWidget(
            size: CellSize(columns: 4, rows: 3), lines: [line, line, line], pictures: [PicturePlacement(image: digest, place: place)])
    }

    private func terminal(_ pictures: PictureProtocol, rows: Int = 24) -> TerminalTraits {
        TerminalTraits(isTerminal: true, columns: 80, rows: rows, color: .trueColor, isUnicode: true, pictures: pictures)
    }

    private func sample() throws -> (pictures: Pictures, digest: ContentDigest) {
        let png = try PNGDecoderTests.bytes(try #require(PNGSamples.samples.first { $0.name == "color8" }).base64)
        let blob = ProtoImageBlob.with {
            if let reference = try? ImageReference(png: png) { $0.reference = ProtoImageReference(reference) }
            $0.data = Data(png)
        }
        var pictures = Pictures()
        pictures.add([blob])
        return (pictures, ContentDigest(of: png))
    }

    @Test("kitty's picture is drawn over blanks from the last line, and the cursor is put back")
    func kitty() throws {
        let (pictures, digest) = try sample()
        let lines = PictureOutput(terminal: terminal(.kitty), pictures: pictures).lines(drawn(digest))
        #expect(lines[1] == "x  x")
        #expect(lines[2].hasPrefix("xxxx\u{1B}7\u{1B}[1A\u{1B}[2G\u{1B}_Ga=T,f=100,q=2,C=1,c=2,r=1,m=0;"))
        #expect(lines[2].hasSuffix("\u{1B}\\\u{1B}8"))
    }

    @Test("Sixels have the pixels of their cells; a terminal that is too low, and a picture that isn't there, stay with half blocks")
    func others() throws {
        let (pictures, digest) = try sample()
        #expect(PictureOutput(terminal: terminal(.sixel), pictures: pictures).lines(drawn(digest))[2].contains("\u{1B}P0;1;0q\"1;1;16;16"))
        #expect(PictureOutput(terminal: terminal(.kitty, rows: 3), pictures: pictures).lines(drawn(digest)) == ["xxxx", "xxxx", "xxxx"])
        #expect(PictureOutput(terminal: terminal(.kitty), pictures: Pictures()).lines(drawn(digest)) == ["xxxx", "xxxx", "xxxx"])
        #expect(PictureOutput(terminal: terminal(.blocks), pictures: pictures).lines(drawn(digest)) == ["xxxx", "xxxx", "xxxx"])
    }

    @Test("A picture whose bytes aren't what names them isn't taken")
    func forged() throws {
        let digest = ContentDigest(of: [1])
        var pictures = Pictures()
        pictures.add([
            .with {
                $0.reference = ProtoImageReference(ImageReference(digest: digest, width: 9, height: 7))
                $0.data = Data((try? PNGDecoderTests.bytes(PNGSamples.samples[0].base64)) ?? [])
            }
        ])
        #expect(pictures.image(digest) == nil)
    }
}
