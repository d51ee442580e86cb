import CZlib
import Testing

@testable import MotionCommands
@testable import WidgetCommands

/// Reads a PNG as a viewer does: each chunk's sum, zlib's stream, each row's filter.
struct PNGReader {
    let width: Int
    let height: Int
    private(set) var pixels: [UInt8] = []

    init(_ bytes: [UInt8]) throws {
        func number(_ place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
        try #require(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        var chunks: [(name: String, contents: [UInt8])] = []
        var place = 8
        while place < bytes.count {
            let length = number(place)
            let summed = Array(bytes[(place + 4)..<(place + 8 + length)])
            try #require(Int(crc32(0, summed, uInt(summed.count))) == number(place + 8 + length))
            chunks.append((String(decoding: summed.prefix(4), as: UTF8.self), Array(summed.dropFirst(4))))
            place += 12 + length
        }
        try #require(chunks.map(\.name) == ["IHDR", "IDAT", "IEND"])
        (width, height) = (number(16), number(20))
        try #require(Array(bytes[24..<29]) == [8, 2, 0, 0, 0])
        let stride = width * 3
        var rows = [UInt8](repeating: 0, count: (stride + 1) * height)
        var count = uLongf(rows.count)
        try #require(uncompress(&rows, &count, chunks[1].contents, uLong(chunks[1].contents.count)) == Z_OK)
        try #require(Int(count) == rows.count)
        for row in 0..<height {
            try #require(rows[row * (stride + 1)] == 2)
            for column in 0..<stride {
                pixels.append(rows[row * (stride + 1) + 1 + column] &+ (row > 0 ? pixels[(row - 1) * stride + column] : 0))
            }
        }
    }

    subscript(x: Int, y: Int) -> PlotColor {
        let place = (y * width + x) * 3
        return PlotColor(UInt32(pixels[place]) << 16 | UInt32(pixels[place + 1]) << 8 | UInt32(pixels[place + 2]))
    }
}

/// Reads XML as far as whether it is well-formed: tags that nest, attributes in quotes that occur once, no stray signs.
enum MarkupReader {
    struct Malformed: Error {
        let place: String
    }

    /// The names of the elements in the order in which they begin.
    static func elements(of text: String) throws -> [String] {
        var elements: [String] = []
        var open: [String] = []
        var rest = text[...]
        guard rest.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>") else { throw Malformed(place: String(rest.prefix(40))) }
        rest = rest.drop { $0 != ">" }.dropFirst()
        while let start = rest.firstIndex(of: "<") {
            let content = rest[..<start]
            let isPlain = open.isEmpty ? content.allSatisfy(\.isWhitespace) : !content.replacingEntities.contains("&") && !content.contains(">")
            guard isPlain, let end = rest[start...].firstIndex(of: ">") else { throw Malformed(place: String(content)) }
            var tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                guard open.popLast() == String(tag.dropFirst()) else { throw Malformed(place: String(tag)) }
                continue
            }
            let isEmpty = tag.hasSuffix("/")
            if isEmpty { tag = tag.dropLast() }
            let parts = tag.split(separator: "\"", omittingEmptySubsequences: false)
            let name = parts[0].prefix { $0 != " " }
            let names = stride(from: 0, to: parts.count - 1, by: 2).map { $0 == 0 ? parts[0].dropFirst(name.count) : parts[$0] }
            guard parts.count % 2 == 1, Set(names).count == names.count, names.allSatisfy({ $0.hasPrefix(" ") && $0.hasSuffix("=") }),
                !tag.contains("<"), !tag.replacingEntities.contains("&")
            else { throw Malformed(place: String(tag)) }
            elements.append(String(name))
            if !isEmpty { open.append(String(name)) }
        }
        guard open.isEmpty, rest.allSatisfy(\.isWhitespace) else { throw Malformed(place: String(rest)) }
        return elements
    }
}

extension Substring {
    /// Without the entities that XML knows.
    fileprivate var replacingEntities: String {
        ["&amp;", "&lt;", "&gt;", "&quot;"].reduce(String(self)) { text, entity in text.split(separator: entity, omittingEmptySubsequences: false).joined() }
    }
}
