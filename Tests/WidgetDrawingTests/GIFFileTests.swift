import CommandRendering
import Testing

@testable import WidgetDrawing

/// Animated GIFs, read as the format's specification says.
@Suite struct GIFFileTests {
    /// Frames with as many shades as codes of all sizes need.
    private static func frames(_ width: Int, _ height: Int, _ count: Int) -> [[UInt8]] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { frame in
            (0..<width * height).flatMap { pixel -> [UInt8] in
                pixel % 7 < 4 ? [UInt8(frame * 80), 0x20, 0xE0, 0xFF] : [UInt8.random(in: 0...255, using: &random), UInt8(pixel & 0xFF), 0x40, 0xFF]
            }
        }
    }

    @Test func theFramesAreThoseThatWereWritten() throws {
        let (width, height) = (90, 70)
        let frames = Self.frames(width, height, 3)
        let file = try #require(GIFFile.bytes(width: width, height: height, frames: frames, milliseconds: 30, rest: 1_500))
        let read = try GIFReader(file)
        #expect(read.width == width && read.height == height)
        #expect(read.frames.count == 3)
        #expect(read.pauses == [3, 3, 150])
        for (frame, pixels) in zip(frames, read.frames) {
            #expect(pixels.count == width * height * 3)
            // A palette of 256 colours, each of five bits a channel.
            for pixel in stride(from: 0, to: pixels.count / 3, by: 11) {
                for channel in 0..<3 { #expect(abs(Int(pixels[pixel * 3 + channel]) - Int(frame[pixel * 4 + channel])) < 48) }
            }
        }
    }

    @Test func whatIsTransparentIsWhite() throws {
        let file = try #require(GIFFile.bytes(width: 2, height: 1, frames: [[9, 9, 9, 0, 0, 0, 0, 255]], milliseconds: 30, rest: 30))
        #expect(try GIFReader(file).frames == [[255, 255, 255, 0, 0, 0]])
    }

    @Test func framesAreAskedForOneAfterTheOtherAndOnce() throws {
        var asked: [Int] = []
        let frames = (0..<3).lazy.map { number in
            asked.append(number)
            return [UInt8](repeating: UInt8(number * 100), count: 4)
        }
        #expect(GIFFile.bytes(width: 1, height: 1, frames: frames, milliseconds: 30, rest: 30) != nil)
        #expect(asked == [0, 1, 2])
        #expect(PNGFile.animation(width: 1, height: 1, frames: frames, milliseconds: 30) != nil)
        #expect(asked == [0, 1, 2, 0, 1, 2])
    }

    @Test func aFrameOfTheWrongSizeIsRefused() {
        #expect(GIFFile.bytes(width: 2, height: 2, frames: [[0, 0, 0, 0]], milliseconds: 30, rest: 30) == nil)
        #expect(GIFFile.bytes(width: 0, height: 2, frames: [[]], milliseconds: 30, rest: 30) == nil)
    }
}

/// Reads GIFs with one table of 256 colours.
private struct GIFReader {
    private(set) var width = 0
    private(set) var height = 0
    /// Three bytes a pixel.
    private(set) var frames: [[UInt8]] = []
    /// Hundredths of a second.
    private(set) var pauses: [Int] = []

    struct Broken: Error {}

    init(_ bytes: [UInt8]) throws {
        func word(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
        guard bytes.starts(with: Array("GIF89a".utf8)), bytes[10] == 0xF7 else { throw Broken() }
        (width, height) = (word(6), word(8))
        let table = Array(bytes[13..<781])
        var at = 781
        func skipBlocks() { while bytes[at] != 0 { at += Int(bytes[at]) + 1 } }
        while bytes[at] != 0x3B {
            if bytes[at] == 0x21 {
                if bytes[at + 1] == 0xF9 { pauses.append(word(at + 4)) }
                at += 2
                skipBlocks()
                at += 1
            } else if bytes[at] == 0x2C {
                at += 11
                var data: [UInt8] = []
                while bytes[at] != 0 {
                    data += bytes[at + 1...at + Int(bytes[at])]
                    at += Int(bytes[at]) + 1
                }
                at += 1
                frames.append(try Self.indices(data).flatMap { table[Int($0) * 3..<Int($0) * 3 + 3] })
            } else {
                throw Broken()
            }
        }
    }

    private static func indices(_ data: [UInt8]) throws -> [UInt8] {
        var (buffer, bits, size, position) = (0, 0, 9, 0)
        func code() throws -> Int {
            while bits < size {
                guard position < data.count else { throw Broken() }
                buffer |= Int(data[position]) << bits
                bits += 8
                position += 1
            }
            defer { (buffer, bits) = (buffer >> size, bits - size) }
            return buffer & (1 << size - 1)
        }
        var strings: [[UInt8]] = []
        var (result, last): ([UInt8], [UInt8]?) = ([], nil)
        while true {
            let next = try code()
            if next == 257 { return result }
            if next == 256 {
                strings = (0..<258).map { [UInt8($0 & 0xFF)] }
                (size, last) = (9, nil)
                continue
            }
            if let last { strings.append(last + [next < strings.count ? strings[next][0] : last[0]]) }
            guard next < strings.count else { throw Broken() }
            result += strings[next]
            last = strings[next]
            if strings.count == 1 << size - 1 + 1, size < 12 { size += 1 }
        }
    }
}
