import Foundation
import Testing
import WidgetCore

@testable import WidgetSurfaces

/// The characters that stand for symbols.
@Suite("Symbols") struct SymbolTests {
    /// The checkout.
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("Each is one character of one or two columns, and in ASCII one or two letters or signs")
    func table() {
        #expect(SymbolTable.names.count > 400)
        for name in SymbolTable.names {
            let character = SymbolTable.character(for: name, isUnicode: true)
            #expect(character.count == 1 && (1...2).contains(CellWidth.columns(of: character)), "\(name): \(character)")
            let ascii = SymbolTable.character(for: name, isUnicode: false)
            #expect((1...2).contains(ascii.utf8.count) && ascii.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(name): \(ascii)")
        }
    }

    @Test("What went well never looks as what failed", arguments: [true, false])
    func outcomes(isUnicode: Bool) {
        func shown(_ names: String...) -> Set<String> { Set(names.map { SymbolTable.character(for: $0, isUnicode: isUnicode) }) }
        let good = shown("checkmark", "checkmark.circle.fill", "checkmark.seal", "hand.thumbsup")
        let bad = shown("xmark", "xmark.circle", "xmark.octagon.fill", "exclamationmark.triangle", "nosign", "hand.thumbsdown")
        #expect(good.isDisjoint(with: bad), "\(good) \(bad)")
    }

    @Test("Of a variant the symbol counts, and what nobody knows is a diamond")
    func variants() {
        #expect(SymbolTable.knows("shippingbox.and.arrow.backward.fill") && SymbolTable.knows("battery.75percent") && SymbolTable.knows("equal"))
        #expect(SymbolTable.character(for: "circle.fill", isUnicode: true) == "●" && SymbolTable.character(for: "circle.hexagon", isUnicode: true) == "○")
        #expect(!SymbolTable.knows("no.such.symbol") && !SymbolTable.knows("") && SymbolTable.character(for: "...", isUnicode: true) == "◆")
    }

    @Test("All that the documentation, the examples and the bundled providers name are there")
    func named() throws {
        let pattern = try Regex<(Substring, Substring)>(#"(?:systemName: ?|systemImage: ?|symbol: ?|"image": ?|"symbol": ?|"systemImage": ?)"([a-z0-9.]+)""#)
        var count = 0
        for directory in ["docs", "Sources/Providers", "Sources/WidgetCore/Activity", "README.md"] {
            let place = Self.root.appending(path: directory)
            let files = FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
            for file in files.isEmpty ? [place] : files {
                guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
                for match in text.matches(of: pattern) {
                    count += 1
                    #expect(SymbolTable.knows(String(match.output.1)), "\(match.output.1) in \(file.lastPathComponent)")
                }
            }
        }
        #expect(count > 15, "the pattern finds what it should: \(count)")
    }
}
