import ArgumentParser
import Glibc
import Testing
import WidgetCore

@testable import MotionCommands
@testable import WidgetCommands

@Suite("widgetctl motion plot")
struct MotionPlotCommandTests {
    @Test("Its help says where the commands' pages are, as every other command's does")
    func help() {
        #expect {
            var command = try MotionRootCommand.parseAsRoot(["--help"])
            try command.run()
        } throws: { error in
            let outcome = WidgetctlMotion.outcome(of: error)
            return outcome.status == .ok && outcome.text.contains("See 'widgetctl help motion <subcommand>' for detailed help.")
        }
    }

    @Test(
        "A wrong command line is EX_USAGE and names what is wrong",
        arguments: [
            ([], "animation"), (["snapy"], "\"snapy\", at character 1"), (["snappy\u{1B}[2J"], "U+1B"),
            (Array(repeating: "snappy", count: 17), "17 are more than 16"),
            (["snappy", "--duration", "0"], "--duration"), (["snappy", "--duration", "60.5"], "0.01 and 60.0"),
            (["snappy", "--duration", "nan"], "--duration"),
            (["snappy", "--size", "640x480"], "--output"), (["snappy", "-o", "a.gif"], ".png"), (["snappy", "-o", "-"], ".svg"),
            (["snappy", "-o", "a.png", "--size", "640"], "1280x720"), (["snappy", "-o", "a.png", "--size", "99x100"], "100x100 to 4096x4096"),
            (["snappy", "-o", "a.png", "--size", "4097x100"], "4096x4096"),
            (Array(repeating: "snappy", count: 16) + ["-o", "a.svg", "--size", "100x100"], "too small"),
        ] as [([String], String)])
    func usage(arguments: [String], part: String) {
        #expect {
            _ = try MotionRootCommand.parseAsRoot(["plot"] + arguments)
        } throws: { error in
            let outcome = Widgetctl.outcome(of: error, of: MotionRootCommand.self)
            return outcome.status == .usage && outcome.text.contains(part) && !outcome.text.contains("\u{1B}")
        }
    }

    @Test("The limits themselves are fine")
    func limits() throws {
        _ = try MotionRootCommand.parseAsRoot(
            ["plot"] + Array(repeating: "snappy", count: 16) + ["--duration", "60", "--size", "4096x4096", "-o", "x.SVG"])
        _ = try MotionRootCommand.parseAsRoot(["plot", "snappy", "--duration", "0.01", "--size", "100x100", "-o", "x.png"])
    }

    @Test("A picture takes the place of an older one when it is whole, and leaves nothing beside it", arguments: ["svg", "png"])
    func writes(ending: String) throws {
        let folder = try Folder()
        defer { folder.remove() }
        let path = "\(folder.path)/curves.\(ending)"
        for (size, specs) in [("200x100", [".snappy"]), ("500x300", [".snappy", "bouncy"])] {
            let command = try #require(MotionRootCommand.parseAsRoot(["plot", "--json", "-o", path, "--size", size] + specs) as? MotionPlotCommand)
            try command.run()
            let bytes = try #require(folder.read("curves.\(ending)"))
            if ending == "png" {
                let picture = try PNGReader(bytes)
                #expect("\(picture.width)x\(picture.height)" == size)
            } else {
                let elements = try MarkupReader.elements(of: String(decoding: bytes, as: UTF8.self))
                #expect(elements.count { $0 == "polyline" } == specs.count)
            }
            #expect(folder.names == ["curves.\(ending)"])
        }
    }

    @Test("Where it can't be written the error names the file, and nothing is left")
    func unwritable() throws {
        let folder = try Folder()
        defer { folder.remove() }
        mkdir("\(folder.path)/taken.png", 0o700)
        for path in ["\(folder.path)/missing/curve.png", "\(folder.path)/taken.png"] {
            let command = try #require(MotionRootCommand.parseAsRoot(["plot", ".snappy", "-o", path]) as? MotionPlotCommand)
            #expect {
                try command.run()
            } throws: { Widgetctl.outcome(of: $0).text.contains(path) }
        }
        #expect(folder.names == ["taken.png"])
    }
}

/// A directory for one test.
private struct Folder {
    let path: String

    init() throws {
        var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/plot.XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    /// The names of what is in it.
    var names: [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func read(_ name: String) -> [UInt8]? {
        let descriptor = open("\(path)/\(name)", O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return bytes
    }

    func remove() {
        for name in names { Glibc.remove("\(path)/\(name)") }
        rmdir(path)
    }
}
