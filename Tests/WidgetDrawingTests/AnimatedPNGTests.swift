import CommandRendering
import Testing

@testable import WidgetDrawing

/// Pictures that move.
@Suite struct AnimatedPNGTests {
    /// The names of a file's chunks.
    private func chunks(_ file: [UInt8]) -> [String] {
        var names: [String] = []
        var position = 8
        while position + 8 <= file.count {
            let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: file[position + 4..<position + 8], as: UTF8.self))
            position += 12 + length
        }
        return names
    }

    private let red: [UInt8] = [255, 0, 0, 255, 255, 0, 0, 255]
    private let blue: [UInt8] = [0, 0, 255, 255, 0, 0, 255, 255]

    @Test func theFirstPictureIsAnyReadersAndTheOthersFollow() throws {
        let file = try #require(PNGFile.animation(width: 2, height: 1, frames: [red, blue, red], milliseconds: 33))
        #expect(chunks(file) == ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"])
        let first = Surface(try #require(PNGReader(file).surface))
        #expect(first.rgba == red)
    }

    @Test func picturesAreNumberedAndHaveTheirTime() throws {
        let file = try #require(PNGFile.animation(width: 2, height: 1, frames: [red, blue], milliseconds: 33))
        func number(_ chunk: ArraySlice<UInt8>) -> Int { chunk.reduce(0) { $0 << 8 | Int($1) } }
        var sequence: [Int] = []
        var position = 8
        while position + 8 <= file.count {
            let length = number(file[position..<position + 4])
            let (name, contents) = (String(decoding: file[position + 4..<position + 8], as: UTF8.self), position + 8)
            if name == "acTL" { #expect(number(file[contents..<contents + 4]) == 2) }
            if name == "fcTL" || name == "fdAT" { sequence.append(number(file[contents..<contents + 4])) }
            if name == "fcTL" {
                #expect(number(file[contents + 20..<contents + 22]) == 33)
                #expect(number(file[contents + 22..<contents + 24]) == 1_000)
            }
            position += 12 + length
        }
        #expect(sequence == [0, 1, 2])
    }

    @Test func aPictureWithoutItsPixelsIsNone() { #expect(PNGFile.animation(width: 2, height: 1, frames: [red, [0]], milliseconds: 33) == nil) }
}
