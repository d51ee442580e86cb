import Foundation
import Glibc
import Testing
import WidgetTestSupport

/// A provider that reads a file and, while `slow` is there, answers with what it read only when a pipe is closed.
struct SlowFile {
    private let directory: TemporaryDirectory
    private var gate: String { directory.file("gate") }

    init(_ daemon: DaemonFixture) throws {
        directory = daemon.directory
        try #require(mkfifo(directory.file("gate"), 0o600) == 0)
        try daemon.addProvider(
            "slow",
            script: #"""
                cat >/dev/null; cd \#(directory.file(""))
                value=$(cat value)
                if [ -e slow ]; then cat gate; fi
                printf '{"view":{"text":"%s"},"policy":"never"}' "$value"
                """#)
        try write("OLD")
    }

    func write(_ value: String) throws { try directory.write("value", value) }

    /// Has the provider asked by `ask`, and returns when it has read the file.
    func hold(_ ask: () throws -> Void) throws -> FileHandle {
        try directory.write("slow", "")
        try ask()
        // Opens as soon as the provider reads the other end.
        return try FileHandle(forWritingTo: URL(filePath: gate))
    }

    /// Lets the provider answer, and answer at once from now on.
    func release(_ held: FileHandle) throws {
        try FileManager.default.removeItem(atPath: directory.file("slow"))
        try held.close()
    }
}
