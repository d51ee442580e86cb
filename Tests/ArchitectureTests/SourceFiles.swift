import Foundation

/// The package's own sources, as text.
enum SourceFiles {
    /// The Swift files below a folder of the checkout, without generated ones, with their text.
    static func swift(in folder: String) throws -> [(path: String, text: String)] {
        try all(in: folder).filter { !$0.path.hasSuffix(".pb.swift") && !$0.path.contains("/Generated/") }
    }

    /// The same with generated ones.
    static func all(in folder: String) throws -> [(path: String, text: String)] {
        let base = PackageDescription.root.appending(path: folder)
        guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
        return try walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            ("\(folder)/\(path)", try String(contentsOf: base.appending(path: path), encoding: .utf8))
        }
    }

    /// The Swift files of each module of a folder, such as `Sources`: a module is a folder in it.
    static func modules(in folder: String) throws -> [String: [(path: String, text: String)]] {
        Dictionary(grouping: try swift(in: folder)) { String($0.path.split(separator: "/")[1]) }
    }

    private static let declarations: Set<Substring> = ["struct", "enum", "class", "actor", "extension", "func", "protocol"]

    /// The modules that a file imports.
    static func imports(of text: String) -> Set<String> {
        var modules: Set<String> = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            // Imports stand at the top: further down they may be another program's text.
            if !words.contains("import"), !Self.declarations.isDisjoint(with: words.prefix(3)) { break }
            guard let place = words.firstIndex(of: "import"), place <= 2, words.count > place + 1 else { continue }
            guard words[..<place].allSatisfy({ ["public", "package", "internal", "private", "fileprivate"].contains($0) || $0.hasPrefix("@") }) else {
                continue
            }
            modules.insert(String(words[place + 1].split(separator: ".")[0]))
        }
        return modules
    }
}
