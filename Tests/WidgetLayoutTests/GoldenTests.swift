import LayoutTestSupport
import Testing
import WidgetCore

@testable import WidgetLayout

/// The display lists of all cases, exactly as they are kept. The widths are those of the compiled-in font, so that they are the same everywhere.
@Suite struct GoldenTests {
    @Test(arguments: GoldenCase.all) func theListIsAsItIsKept(_ name: String) throws {
        let golden = try GoldenCase(name)
        var text = ""
        for look in golden.looks { text += "== \(look.name)\n" + golden.list(look, measurer: InterMeasurer()).description }
        if GoldenFile.isWriting { return try GoldenFile.write(name + ".txt", text) }
        let kept = try #require(GoldenFile.read(name + ".txt"), "there is no golden file; make goldens writes it")
        guard kept != text else { return }
        let lines = zip(kept.split(separator: "\n", omittingEmptySubsequences: false), text.split(separator: "\n", omittingEmptySubsequences: false))
        let first = lines.enumerated().first { $1.0 != $1.1 }
        Issue.record("line \(first.map { "\($0.offset + 1): \($0.element.0) has become \($0.element.1)" } ?? "at the end"); make goldens writes all anew")
    }

    @Test(arguments: GoldenCase.all) func everyNodeEndsWithinItsParent(_ name: String) throws {
        let golden = try GoldenCase(name)
        for look in golden.looks {
            let list = golden.list(look, measurer: InterMeasurer())
            var ends: [Int] = [list.nodes.count]
            for (index, node) in list.nodes.enumerated() {
                while let end = ends.last, end <= index { ends.removeLast() }
                #expect(node.end > index && node.end <= ends.last ?? 0)
                #expect([node.frame.minX, node.frame.minY, node.frame.maxX, node.frame.maxY].allSatisfy { $0.isFinite })
                ends.append(node.end)
            }
        }
    }
}
