import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

@testable import WidgetCommands

/// Previews of a real program, as `widgetctl preview` asks for them.
@Suite(.timeLimit(.minutes(5))) struct PreviewProgramTests {
    private let program: PreviewProgram
    private let sources: [PreviewSource]

    init() throws {
        program = try PreviewProgram(Programs.path("ListingsProvider"))
        sources = try program.client.previews()
    }

    private func draw(_ name: String) throws -> (index: Int, frames: [PreviewFrame]) {
        let index = try #require(sources.firstIndex { $0.name == name })
        let context = ProviderContext(isPreview: true, family: .systemLarge, date: Timestamp(milliseconds: 1_795_000_000_000))
        return (index, try program.client.draw(PreviewRequest(preview: index, context: context)).frames)
    }

    @Test func aWidgetsPreviewHasItsEntriesInTheirOrder() throws {
        defer { program.end() }
        let (index, frames) = try draw("")
        #expect(sources[index].file == "ListingsProvider/ListingsProvider.swift" && sources[index].line > 1)
        let totals = frames.map { frame in
            frame.archive.nodes.compactMap { if case .text(let text) = $0.content, text.hasSuffix(" mg") { text } else { nil } }.first
        }
        #expect(totals == ["0 mg", "68 mg", "163 mg", "231 mg"])
        #expect(frames.allSatisfy { $0.family == .systemSmall && $0.date != nil && $0.tappable.isEmpty })
    }

    @Test func aViewsPreviewRunsAndSaysWhatATapChanged() throws {
        defer { program.end() }
        let (index, frames) = try draw("Avatar")
        let node = try #require(frames.first?.tappable.first)
        let tap = try program.client.tap(PreviewTapRequest(preview: index, node: node))
        #expect(tap.changes.contains { $0.contains("modifier") && $0.contains("animated: ") }, "\(tap.changes)")
        #expect(tap.frame.archive != frames.first?.archive)
    }

    @Test func anUnknownPreviewAndAnUnknownViewAreNamed() throws {
        defer { program.end() }
        let (index, _) = try draw("Avatar")
        let context = ProviderContext(family: .systemSmall, date: Timestamp(milliseconds: 0))
        #expect { try program.client.draw(PreviewRequest(preview: 99, context: context)) } throws: {
            ($0 as? WidgetError)?.message.contains("none with the index 99") == true
        }
        #expect { try program.client.tap(PreviewTapRequest(preview: index, node: NodeID(high: 1, low: 1))) } throws: {
            ($0 as? WidgetError)?.code == .notFound
        }
    }

    @Test func aPlaceIsATargetOrAFileOfAPackage() throws {
        defer { program.end() }
        let directory = try TemporaryDirectory()
        try directory.write("Package.swift", "// swift-tools-version:6.2\n")
        try directory.write("Sources/Mine/View.swift", "import SwiftUI\n")
        let place = try PreviewProgram.place(named: directory.file("Sources/Mine/View.swift"))
        #expect(place.target == "Mine" && place.file == "View.swift" && place.package.hasSuffix(directory.path))
        try directory.write("Elsewhere/View.swift", "import SwiftUI\n")
        #expect(throws: WidgetError.self) { try PreviewProgram.place(named: directory.file("Elsewhere/View.swift")) }
        #expect(throws: WidgetError.self) { try PreviewProgram.place(named: directory.file("None.swift")) }
    }
}
