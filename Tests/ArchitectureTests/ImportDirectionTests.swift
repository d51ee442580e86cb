import Foundation
import Testing

/// ARCHITECTURE.md says what may import what; the package does nothing else.
@Suite struct ImportDirectionTests {
    /// Modules without Swift.
    static let cModules: Set<String> = [
        "CSystemd", "CLinux", "CSQLite", "CChecksums", "CZlib", "CPangoCairo", "CWayland", "CYAML", "CLauncher", "CExecutor",
        "CConformances",
    ]

    /// The rows of ARCHITECTURE.md's table: a module and what it may import.
    static func allowed() throws -> [String: Set<String>] {
        let text = try String(contentsOf: PackageDescription.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
        var table: [String: Set<String>] = [:]
        var isInTable = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("| module |") { isInTable = true; continue }
            guard isInTable, line.hasPrefix("|") else { isInTable = isInTable && line.hasPrefix("|"); continue }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, !cells[0].hasPrefix("---") else { continue }
            let names = cells[2] == "-" ? [] : cells[2].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            for module in cells[0].split(separator: ",") { table[module.trimmingCharacters(in: .whitespaces)] = Set(names) }
        }
        return table
    }

    @Test func thePackageDependsOnlyAsTheArchitectureAllows() throws {
        let allowed = try Self.allowed()
        #expect(allowed.count > 10, "ARCHITECTURE.md's table could not be read")
        for target in try PackageDescription.load().targets where target.type != "test" && !Self.isOutside(target.path ?? "") {
            let permitted = try #require(allowed[target.name], "ARCHITECTURE.md has no row for \(target.name)")
            let own = Set(target.dependencies.compactMap(\.target))
            #expect(own.subtracting(permitted).isEmpty, "\(target.name) depends on \(own.subtracting(permitted).sorted()), which ARCHITECTURE.md doesn't allow")
        }
    }

    /// Tests and examples use what they like.
    private static func isOutside(_ path: String) -> Bool { path.hasPrefix("Tests/") || path.hasPrefix("Examples/") }

    @Test func sourcesImportOnlyWhatTheirModuleMay() throws {
        let allowed = try Self.allowed()
        let ours = Set(allowed.keys)
        let targets = Dictionary(try PackageDescription.load().targets.map { ($0.name, $0) }) { first, _ in first }
        for (module, permitted) in allowed {
            let target = try #require(targets[module], "ARCHITECTURE.md has a row for \(module), which isn't a target")
            let files = try SourceFiles.swift(in: target.path ?? "Sources/\(module)")
            // Generated code isn't read.
            let isRead = !Self.cModules.contains(module) && !module.hasSuffix("Messages")
            #expect(!files.isEmpty || !isRead, "\(module) has no Swift files where the package says that it is")
            for (file, text) in files {
                for name in SourceFiles.imports(of: text) where ours.contains(name) && name != module {
                    #expect(permitted.contains(name), "\(file) imports \(name), which ARCHITECTURE.md doesn't allow in \(module)")
                }
            }
        }
    }

    /// The core is pure: no I/O, no clock, no Foundation.
    @Test(arguments: ["WidgetCore", "WidgetScripts", "WidgetSettings", "WidgetReplication", "WidgetLayout", "WidgetVector", "WidgetSurfaces", "TTRPCWire"])
    func pureModulesImportNothingThatActs(module: String) throws {
        var harmless: Set<String> = ["WidgetCore", "WidgetLayout", "Crypto", "DequeModule", "HeapModule"]
        // Angles need a sine, and tables that are made once need a lock.
        if module == "WidgetLayout" || module == "WidgetVector" { harmless.formUnion(["Glibc", "Synchronization"]) }
        // A browser plays what a scene shows.
        if module == "WidgetVector" { harmless.insert("WidgetScene") }
        for (file, text) in try SourceFiles.swift(in: "Sources/\(module)") {
            #expect(SourceFiles.imports(of: text).subtracting(harmless).isEmpty, "\(file) imports more than a pure module may")
        }
    }
}
