import Glibc
import Linux
import Testing
import WidgetCore

@testable import WidgetProviders

/// A change of a manifest or a program is heard, whatever way it is made, and nothing else is.
@Suite("watched files", .timeLimit(.minutes(10)))
final class FileWatcherTests {
    let directory = TemporaryDirectory()
    private let told: AsyncStream<Void>
    private let watcher: FileWatcher

    init() throws {
        let (told, tell) = AsyncStream.makeStream(of: Void.self)
        self.told = told
        watcher = try FileWatcher { tell.yield() }
    }

    /// Follows, and takes what that tells.
    private func follow(_ change: (inout WatchedFiles) -> Void) async {
        var files = WatchedFiles()
        change(&files)
        #expect(watcher.follow(files) == nil)
        await hear()
    }

    /// Waits until a change is told.
    private func hear() async {
        for await _ in told { break }
        watcher.rearm()
    }

    @Test(
        "a file that is written, replaced, removed, linked or whose mode changes is heard",
        arguments: ["echo x >a", "echo x >.b; mv .b a", "rm a", "ln -s /bin/sh c", "chmod +x a", "mv a .a", "mkdir xbar", "chmod o-r ."])
    func hears(_ command: String) async throws {
        directory.write("a", "x")
        await follow { $0.add(directory: directory.path) }
        #expect(system("cd \(directory.path) && { \(command); }") == 0)
        await hear()
    }

    @Test("of a directory in which one file matters the others are nobody's business, and neither are hidden ones")
    func others() throws {
        let events = try FileEvents()
        defer { close(events.descriptor) }
        let hidden = directory.makeDirectory("hidden")
        var files = WatchedFiles()
        files.add(file: directory.path + "/program")
        files.add(directory: hidden)
        #expect(events.follow(files).failure == nil)
        directory.write("object.o", "x")
        directory.write("hidden/.a.swp", "x")
        #expect(!events.take())
        directory.write("program", "x")
        #expect(events.take())
        directory.write("hidden/a", "x")
        #expect(events.take())
    }

    @Test("a directory that isn't there is heard of when it comes, also where those above it come first")
    func comes() async {
        let wanted = directory.path + "/config/widgetd/providers"
        await follow { $0.add(directory: wanted) }
        directory.makeDirectory("config")
        await hear()
        await follow { $0.add(directory: wanted) }
        directory.makeDirectory("config/widgetd")
        directory.makeDirectory("config/widgetd/providers")
        await hear()
        await follow { $0.add(directory: wanted) }
        directory.write("config/widgetd/providers/a.json", "{}")
        await hear()
    }

    @Test("a directory that is removed and made again is heard of both times")
    func removed() async {
        let path = directory.makeDirectory("d")
        await follow { $0.add(directory: path) }
        rmdir(path)
        await hear()
        await follow { $0.add(directory: path) }
        mkdir(path, 0o755)
        await hear()
    }

    @Test("a program behind a symbolic link is watched where it lies, and so is the link")
    func link() async {
        let program = directory.write("program", "x")
        let links = TemporaryDirectory()
        #expect(symlink(program, links.path + "/link") == 0)
        await follow { $0.add(file: links.path + "/link") }
        directory.write("program", "y")
        await hear()
        #expect(unlink(links.path + "/link") == 0)
        await hear()
    }

    @Test("more directories than the limit are named, and the first ones are watched")
    func limit() {
        var files = WatchedFiles()
        for number in 0...LinuxLimits.watchedDirectories { files.add(directory: directory.makeDirectory("d\(number)")) }
        let failure = watcher.follow(files)
        #expect(failure?.message.contains("\(LinuxLimits.watchedDirectories) are watched at most") == true, "\(failure?.message ?? "")")
    }

    @Test("what a catalog was read from is watched: directories, manifests, programs elsewhere, also one that isn't there")
    func catalog() {
        let programs = TemporaryDirectory()
        let program = programs.write("program", "#!/bin/sh\n", mode: 0o755)
        directory.write("a.json", #"{"format":1,"protocol":"json","exec":["\#(program)"],"kinds":[{"id":"a","families":["small"]}]}"#)
        directory.write("b.json", #"{"format":1,"protocol":"json","exec":["missing/b"],"kinds":[{"id":"b","families":["small"]}]}"#)
        let watched = ProviderCatalog.scan([ProviderDirectory(path: directory.path, origin: .user)]).files.directories
        #expect(watched[directory.path] == .all && watched[directory.path + "/xbar"] == .all)
        #expect(watched[programs.path] == .some(["program"]))
        #expect(watched[directory.path + "/missing"] == .some(["b"]))
    }
}
