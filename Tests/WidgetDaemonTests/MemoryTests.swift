import Foundation
import Testing

@testable import WidgetDaemon

@Suite("What of the program is in memory")
struct MemoryTests {
    /// KiB of the program's file that this process has in memory.
    private func resident() throws -> Int {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        var (sum, isProgram) = (0, false)
        for line in try String(contentsOfFile: "/proc/self/smaps", encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            if words[0].contains("-") { isProgram = words.last.map(String.init) == program }
            if isProgram, words[0] == "Rss:", let size = Int(words[1]) { sum += size }
        }
        return sum
    }

    @Test("what a start went through once isn't, and what is used again works as before")
    func givenBack() throws {
        let before = try resident()
        Memory.giveBackWhatStartUsed()
        let after = try resident()
        #expect(after < before * 3 / 4, "\(before) KiB before, \(after) after")
    }
}
