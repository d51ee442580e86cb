import Testing
import WidgetCore

@testable import WidgetSurfaces

@Suite("Pictures are drawn with half cells, and for terminals that take pixels as those")
struct PictureTests {
    static let red = PixelImage.Pixel(red: 255, green: 0, blue: 0)
    static let blue = PixelImage.Pixel(red: 0, green: 0, blue: 255)
    static let clear = PixelImage.Pixel(red: 9, green: 9, blue: 9, alpha: 0)
    static let digest = ContentDigest(of: [1])

    static func image(_ width: Int, _ pixels: [PixelImage.Pixel]) throws -> PixelImage {
        try #require(PixelImage(width: width, height: pixels.count / width, pixels: pixels))
    }

    static func draw(_ image: PixelImage?, points: (Int, Int), in size: CellSize, depth: SurfaceTraits.ColorDepth = .trueColor) throws -> RenderedWidget {
        let tree = ViewTree.image(ImageReference(digest: digest, width: points.0 * 2, height: points.1 * 2)).accessibilityLabel("A cat")
        let traits = SurfaceTraits(colorDepth: depth, now: now) { $0 == digest ? image : nil }
        return TerminalRenderer.view(try tree.archive(), size: size, traits: traits)
    }

    @Test("A pixel is half a cell; what is transparent stays as it is")
    func halves() throws {
        let picture = try Self.image(2, [Self.red, Self.clear, Self.blue, Self.blue])
        let drawn = try Self.draw(picture, points: (16, 16), in: CellSize(columns: 3, rows: 1))
        #expect(drawn.ansiLines(.trueColor) == ["\u{1B}[0;38;2;255;0;0;48;2;0;0;255m▀\u{1B}[0;38;2;0;0;255m▄\u{1B}[0m "])
        #expect(drawn.pictures == [PicturePlacement(image: Self.digest, place: CellRect(column: 0, row: 0, size: CellSize(columns: 2, rows: 1)))])
    }

    @Test("A larger one is the mean of its pixels")
    func mean() throws {
        let picture = try Self.image(4, Array(repeating: [Self.red, Self.blue, Self.clear, Self.red], count: 2).flatMap(\.self))
        #expect(picture.scaled(width: 2, height: 1).pixels == [.init(red: 127, green: 0, blue: 127), .init(red: 255, green: 0, blue: 0, alpha: 127)])
        #expect(picture.scaled(width: 8, height: 4).pixels.count == 32)
    }

    @Test("Where it is tight it is smaller and keeps its shape")
    func shape() throws {
        let picture = try Self.image(1, [Self.red])
        let drawn = try Self.draw(picture, points: (160, 160), in: CellSize(columns: 10, rows: 20))
        #expect(drawn.pictures.map(\.place.size) == [CellSize(columns: 10, rows: 5)])
    }

    @Test("Without colour, and without the picture, its place says what it is")
    func place() throws {
        let picture = try Self.image(1, [Self.red])
        #expect(try Self.draw(picture, points: (64, 16), in: CellSize(columns: 8, rows: 1), depth: .none).ansiLines(.none) == ["▒A cat▒▒"])
        #expect(try Self.draw(nil, points: (64, 16), in: CellSize(columns: 8, rows: 1)).pictures.isEmpty)
    }

    @Test("A private picture isn't drawn while the session is locked")
    func privacy() throws {
        let tree = ViewTree.image(ImageReference(digest: Self.digest, width: 32, height: 32)).privacySensitive()
        let picture = try Self.image(1, [Self.red])
        let traits = SurfaceTraits(colorDepth: .trueColor, now: now) { _ in picture }
        let drawn = TerminalRenderer.view(try tree.archive().redacted(.privateViews), size: CellSize(columns: 4, rows: 2), traits: traits)
        #expect(drawn.pictures.isEmpty)
        #expect(!drawn.lines.joined().contains { $0.style.foreground == .rgb(red: 255, green: 0, blue: 0) })
    }

    @Test("Sixels: six rows a band, each colour once")
    func sixel() throws {
        let picture = try Self.image(2, Array(repeating: [Self.red, Self.clear], count: 6).flatMap(\.self) + [Self.blue, Self.red])
        #expect(SixelEncoder.text(picture) == "\u{1B}P0;1;0q\"1;1;2;7#180;2;100;0;0#180~?$-#5;2;0;0;100#5@?$#180?@$-\u{1B}\\")
    }

    @Test("kitty: the file in base64, in pieces of 4,096 bytes")
    func kitty() {
        #expect(KittyGraphics.text(png: [1, 2, 3, 4], columns: 8, rows: 3) == "\u{1B}_Ga=T,f=100,q=2,C=1,c=8,r=3,m=0;AQIDBA==\u{1B}\\")
        let long = KittyGraphics.text(png: Array(repeating: 0, count: 3_075), columns: 8, rows: 3)
        #expect(long.contains(",m=1;AAAA") && long.hasSuffix("\u{1B}_Gm=0;AAAA\u{1B}\\"))
    }
}
