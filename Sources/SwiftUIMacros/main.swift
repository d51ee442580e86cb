import Foundation

// The program that the compiler asks to expand SwiftUI's macros. The two exchange messages over standard input and output: 8 bytes with the length, the
// lowest first, then JSON. The messages are those of swift-syntax's PluginMessages.swift. swift-syntax itself takes minutes to build, and these macros only
// put the source's own text into another place.

/// Reads so many bytes; nil: the compiler has closed the connection.
func read(_ count: Int) -> Data? {
    var data = Data()
    while data.count < count {
        guard let part = try? FileHandle.standardInput.read(upToCount: count - data.count), !part.isEmpty else { return nil }
        data += part
    }
    return data
}

while let header = read(8) {
    let count = header.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard count > 0, let message = read(count), let request = try? JSONDecoder().decode(MacroRequest.self, from: message) else { break }
    guard let answer = try? JSONEncoder().encode(MacroAnswer(to: request)) else { break }
    let length = (0..<8).map { UInt8(truncatingIfNeeded: answer.count >> (8 * $0)) }
    guard (try? FileHandle.standardOutput.write(contentsOf: Data(length) + answer)) != nil else { break }
}
