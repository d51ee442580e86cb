import Foundation
import Testing

/// Every key that docs/reference/manifest.md names is read, and every key that is read is named there.
@Suite("The keys of manifests") struct ManifestKeyTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }

    /// The keys in the first column of the table that follows `heading`.
    private static func documented(_ page: String, after heading: String) throws -> Set<String> {
        let page = try text(page)
        let start = try #require(page.range(of: "\n\(heading)\n"), "\(heading)")
        let lines = page[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("|") }
        let rows = lines.prefix { $0.hasPrefix("|") }
        return Set(rows.flatMap { row in row.split(separator: "|")[0].matches(of: /`([a-z_]+)`/).map { String($0.1) } })
    }

    /// The keys that functions of a decoder's source ask a reader for.
    private static func read(_ file: String, behind type: String? = nil, in functions: [String]) throws -> Set<String> {
        let source = try text("Sources/WidgetProviders/Manifest/\(file).swift")
        let begin = try type.map { try #require(source.range(of: "enum \($0)"), "\($0)").upperBound } ?? source.startIndex
        var keys: Set<String> = []
        for function in functions {
            let start = try #require(source[begin...].range(of: "func \(function)("), "\(function)")
            let body = source[start.upperBound...]
            let end = body.range(of: "\n    }\n")?.lowerBound ?? body.endIndex
            keys.formUnion(body[..<end].matches(of: /reader\.(?:value|required|text|flag|number|integer|list)\(\s*"([a-z_]+)"/).map { String($0.1) })
        }
        return keys
    }

    @Test("of the manifest itself")
    func manifest() throws {
        let read = try Self.read("ManifestDecoder", in: ["decode", "exec", "environment", "jsonDescription"]).subtracting(["type"])
        #expect(try Self.documented("docs/reference/manifest.md", after: "## The manifest") == read)
    }

    @Test("of a kind")
    func kind() throws {
        #expect(try Self.documented("docs/reference/manifest.md", after: "## A kind") == Self.read("KindDecoder", in: ["decode"]))
    }

    @Test("of a parameter")
    func parameter() throws {
        #expect(try Self.documented("docs/reference/manifest.md", after: "## A parameter") == Self.read("KindDecoder", in: ["parameter"]))
    }

    @Test("of a control's kind")
    func control() throws {
        let read = try Self.read("ManifestDecoder", behind: "ControlKindDecoder", in: ["decode"])
        let page = try Self.text("docs/reference/manifest.md")
        for key in read { #expect(page.contains("`\(key)`"), "\(key)") }
    }

    @Test("a kind's are read by more than what carries them")
    func readers() throws {
        // On the wire it is its opposite.
        let names = ["container_background_removable": "containerBackgroundFixed", "push_handler": "takesPushes", "associated_kind": "associatedKind"]
        let carriers = ["/Generated/", "Conversion/Kind+Proto", "Manifest/", "WidgetKit/", "WidgetStore/", "Model/Kind.swift", "/Providers/"]
        let sources = try #require(FileManager.default.enumerator(at: Self.root.appending(path: "Sources"), includingPropertiesForKeys: nil))
        var text = ""
        for case let file as URL in sources where file.pathExtension == "swift" && !carriers.contains(where: file.path.contains) {
            text += try String(contentsOf: file, encoding: .utf8)
        }
        for key in try Self.documented("docs/reference/manifest.md", after: "## A kind") {
            let words = key.split(separator: "_").map(String.init)
            let name = names[key] ?? words[0] + words.dropFirst().map(\.capitalized).joined()
            #expect(text.contains(".\(name)"), "nothing reads \(key)")
        }
    }
}
