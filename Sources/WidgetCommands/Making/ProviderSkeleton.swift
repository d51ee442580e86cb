import ArgumentParser
import CommandRendering
import WidgetCore

/// A provider to begin with.
struct ProviderSkeleton {
    /// A file of it.
    struct File: Equatable {
        /// Relative to the manifest's directory.
        var path: String
        var text: String
        var isExecutable = false
    }

    /// The provider's id and its kind's.
    var name: String
    var language: SkeletonLanguage
    /// For Swift: where `SwiftUI` and `WidgetKit` come from.
    var package: SwiftPackageLocation?

    /// Whether a name is valid for a provider, for a kind, and for a file that isn't hidden.
    static func isName(_ name: String) -> Bool {
        func isFirst(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard let first = name.utf8.first, isFirst(first), name.utf8.count <= Limits.identifierBytes else { return false }
        return name.utf8.allSatisfy { isFirst($0) || ".-_".utf8.contains($0) }
    }

    /// For people: `my-widget` is `My widget`.
    var title: String {
        let words = name.split { "-_.".contains($0) }.joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The program, beside the manifest; what is compiled is built into a directory of its own.
    var program: String { language.isCompiled ? "\(name)/\(name)" : name }

    var files: [File] {
        let sources: [File] =
            switch language {
            case .sh: [File(path: name, text: SkeletonText.sh(title), isExecutable: true)]
            case .python: [File(path: name, text: SkeletonText.python(title), isExecutable: true)]
            case .go:
                [
                    File(path: "\(name)/main.go", text: SkeletonText.go(title)), File(path: "\(name)/go.mod", text: SkeletonText.goModule(name)),
                    File(path: "\(name)/build", text: SkeletonText.goBuild(name), isExecutable: true),
                ]
            case .swift:
                [
                    File(path: "\(name)/Package.swift", text: SkeletonText.swiftPackage(name, package)),
                    File(path: "\(name)/Sources/\(name)/Widget.swift", text: SkeletonText.swift(name, title)),
                    File(path: "\(name)/build", text: SkeletonText.swiftBuild(name), isExecutable: true),
                ]
            }
        return sources + [File(path: "\(name).json", text: manifest)]
    }

    private var manifest: String {
        let head = """
            {"format": 1, "id": "\(name)", "name": "\(title)", "protocol": "\(language == .swift ? "rpc" : "json")", "exec": ["\(program)"]
            """
        // A program that speaks rpc says its kinds itself.
        guard language != .swift else { return head + "}\n" }
        return head + """
            ,
             "kinds": [{"id": "\(name)", "display_name": "\(title)", "description": "What it shows, in a sentence", "families": ["systemSmall", "systemMedium"]}]}

            """
    }

    /// The commands to type next.
    func nextCommands(in place: SkeletonPlace) -> [String] {
        let manifest = place.isStandard ? name : "\(place.directory)/\(name).json".shellWord
        let build = language.isCompiled ? ["\(place.directory)/\(name)/build".shellWord] : []
        let use = place.isStandard ? ["widgetctl place \(name)"] : []
        return build + ["widgetctl provider check \(manifest)", "widgetctl lint \(manifest)", "widgetctl provider dev \(manifest)"] + use
    }
}

/// The language of a provider.
enum SkeletonLanguage: String, CaseIterable, ExpressibleByArgument {
    case sh
    case python
    case swift
    case go

    /// Its program must be built before it can be run.
    var isCompiled: Bool { self == .swift || self == .go }
}

/// `provider new`.
enum SkeletonRendering {
    static func text(_ made: SkeletonPlace.Made, _ next: [String], _ style: Style) -> String {
        var text = made.files.reduce(into: "") { $0 += "made  \(PlainText.line($1))\n" }
        if let directory = made.openDirectory {
            let advice = "in the directory \(directory) others can replace files, so the daemon runs nothing there; run: chmod go-w \(directory.shellWord)"
            text += style(.yellow, PlainText.line(advice, limit: RenderingLimits.problemCharacters)) + "\n"
        }
        return text + "\nNext:\n" + next.reduce(into: "") { $0 += "  \(PlainText.line($1))\n" }
    }

    /// `{"format":"widgetctl/v2","files":[…],"next":[…]}`.
    static func json(_ made: SkeletonPlace.Made, _ next: [String]) -> String {
        func list(_ texts: [String]) -> String { "[" + texts.map(JSONOutput.string).joined(separator: ",") + "]" }
        return "{\"format\":\"\(JSONOutput.format)\",\"files\":\(list(made.files)),\"next\":\(list(next))}"
    }
}
