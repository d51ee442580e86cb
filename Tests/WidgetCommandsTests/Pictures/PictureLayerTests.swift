import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetSurfaces

@testable import CommandRendering
@testable import WidgetCommands

@Suite("Pictures that lie on a full screen")
struct PictureLayerTests {
    private static func sample() throws -> (pictures: Pictures, digest: ContentDigest) {
        let png = try PNGDecoderTests.bytes(try #require(PNGSamples.samples.first { $0.name == "color8" }).base64)
        let reference = ProtoImageReference(try ImageReference(png: png))
        var pictures = Pictures()
        pictures.add([.with { ($0.reference, $0.data) = (reference, Data(png)) }])
        return (pictures, ContentDigest(of: png))
    }

    private static func terminal(_ pictures: PictureProtocol) -> TerminalTraits {
        TerminalTraits(isTerminal: true, columns: 80, rows: 24, color: .trueColor, isUnicode: true, pictures: pictures)
    }

    private static func placement(_ digest: ContentDigest, column: Int, row: Int) -> PicturePlacement {
        PicturePlacement(image: digest, place: CellRect(column: column, row: row, size: CellSize(columns: 2, rows: 1)))
    }

    @Test("kitty is given a picture once, its places as they come and go, and forgets one that nothing shows")
    func kitty() throws {
        let (pictures, digest) = try Self.sample()
        var layer = PictureLayer()
        func update(_ places: [PicturePlacement], _ pictures: Pictures) -> String {
            layer.update(to: places, terminal: Self.terminal(.kitty), pictures: pictures)
        }
        let (a, b) = (Self.placement(digest, column: 3, row: 2), Self.placement(digest, column: 9, row: 2))
        let first = update([a], pictures)
        #expect(first.hasPrefix("\u{1B}[3;4H\u{1B}[0m\u{1B}[2X\u{1B}[3;4H\u{1B}_Ga=t,f=100,q=2,i=1,m=0;"), "\(first)")
        #expect(first.hasSuffix("\u{1B}_Ga=p,q=2,C=1,i=1,p=2004,c=2,r=1\u{1B}\\"), "\(first)")
        #expect(update([a], pictures).isEmpty)
        #expect(update([a, b], pictures) == "\u{1B}[3;10H\u{1B}[0m\u{1B}[2X\u{1B}[3;10H\u{1B}_Ga=p,q=2,C=1,i=1,p=2010,c=2,r=1\u{1B}\\")
        #expect(update([b], pictures) == "\u{1B}_Ga=d,d=i,q=2,i=1,p=2004\u{1B}\\")
        #expect(update([], Pictures()) == "\u{1B}_Ga=d,d=i,q=2,i=1,p=2010\u{1B}\\\u{1B}_Ga=d,d=I,q=2,i=1\u{1B}\\")
        #expect(update([b], pictures).contains("a=t,f=100,q=2,i=2,"))
        #expect(layer.clear() == "\u{1B}_Ga=d,d=a,q=2\u{1B}\\")
        #expect(update([b], pictures).contains("a=p") && layer.leave() == "\u{1B}_Ga=d,d=A,q=2\u{1B}\\" && layer.leave().isEmpty)
    }

    @Test("Sixels are drawn where they come, once")
    func sixel() throws {
        let (pictures, digest) = try Self.sample()
        var layer = PictureLayer()
        let place = Self.placement(digest, column: 0, row: 1)
        #expect(layer.update(to: [place], terminal: Self.terminal(.sixel), pictures: pictures).contains("\u{1B}[2;1H\u{1B}P0;1;0q\"1;1;16;16"))
        #expect(layer.update(to: [place], terminal: Self.terminal(.sixel), pictures: pictures).isEmpty && layer.clear().isEmpty)
    }

    @Test("A line on which a picture lies is written around it and erases for itself; a board has those pictures alone that are to be seen whole")
    func around() throws {
        let digest = try Self.sample().digest
        let card = RenderedWidget(
            size: CellSize(columns: 6, rows: 3), lines: Array(repeating: Array(repeating: Cell(character: "x"), count: 6), count: 3),
            pictures: [Self.placement(digest, column: 2, row: 1)])
        let layout = BoardLayout(sizes: [card.size, card.size], columns: 13)
        let screen = layout.screen([0: card, 1: card], scroll: 0, height: 3, traits: SurfaceTraits(colorDepth: .trueColor, now: dates.now))
        #expect(screen.pictures == [Self.placement(digest, column: 2, row: 1), Self.placement(digest, column: 9, row: 1)])
        let lines = screen.ansiLines(.none, around: screen.pictures)
        #expect(lines[0] == "xxxxxx xxxxxx")
        #expect(lines[1] == "\u{1B}[1G\u{1B}[2Xxx\u{1B}[5G\u{1B}[5Xxx xx\u{1B}[12G\u{1B}[2Xxx", "\(lines[1])")
        let low = BoardLayout(sizes: [card.size, card.size], columns: 6).screen(
            [0: card], scroll: 0, height: 2, traits: SurfaceTraits(colorDepth: .none, now: dates.now))
        #expect(low.pictures.isEmpty)
        #expect(FullScreen.update(from: [""], to: ["x"], held: [0], behind: "P") == "\u{1B}[?2026h\u{1B}[1;1H\u{1B}[0mxP\u{1B}[?2026l")
    }
}
