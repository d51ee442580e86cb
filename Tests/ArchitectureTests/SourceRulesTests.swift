import Foundation
import Testing

/// The rules of CONTRIBUTING.md that a machine can check.
@Suite struct SourceRulesTests {
    /// An error is handled or passed on; nothing in the product ends the process because of one.
    @Test(arguments: ["try!", "fatalError(", "TODO", "FIXME", "preconditionFailure("])
    func sourcesAreFreeOf(word: String) throws {
        for (file, text) in try SourceFiles.swift(in: "Sources") {
            #expect(!text.contains(word), "\(file) has '\(word)'")
        }
    }

    /// Where the daemon's executor runs, the runtime's own clock would start a thread that wakes an idle daemon: waiting goes through a clock that is passed
    /// in. Programs of providers have the runtime's executor.
    @Test(arguments: ["Task.sleep(", "Task.yield("])
    func nothingWaitsPastTheClock(word: String) throws {
        let files = try SourceFiles.swift(in: "Sources").filter { !$0.path.hasPrefix("Sources/Providers/") }
        #expect(files.count > 500)
        for (file, text) in files {
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            #expect(!code.contains { $0.contains(word) }, "\(file) has '\(word)'")
        }
    }
}
