import Testing
import WidgetCore

@testable import WidgetSurfaces

/// A view in lines of text.
@Suite("Views as lines") struct LineRendererTests {
    private let now = Timestamp(milliseconds: 1_795_266_300_000)

    private func lines(_ view: ViewTree, barColumns: Int = 0) throws -> RenderedLines {
        LineRenderer.lines(
            try view.archive().validated(family: .systemMedium), barColumns: barColumns, traits: SurfaceTraits(colorDepth: .none, now: now))
    }

    @Test("What stands beside each other is a line, what stands below each other are lines; spacers and dividers are none")
    func stacks() throws {
        let view = ViewTree.vstack([
            .hstack([.text("a"), .spacer, .text("b")]), .divider, .hstack([.vstack([.text("c"), .text("d")]), .vstack([.text("e")])]),
        ])
        #expect(try lines(view).lines == ["a b", "c e", "d"])
    }

    @Test("A bar is a fraction, and a picture where one is asked for")
    func bars() throws {
        let view = ViewTree.vstack([.text("a"), .progress(0.4)])
        #expect(try lines(view) == RenderedLines(lines: ["a"], fraction: 0.4))
        #expect(try lines(view, barColumns: 5).lines == ["a", "▰▰▱▱▱"])
    }

    @Test("Text that follows the clock says when it changes")
    func clock() throws {
        let rendered = try lines(.text(LiveText(style: .timer, date: now + .seconds(-61))))
        #expect(rendered.lines == ["1:01"])
        #expect(rendered.nextTick == now + .seconds(1))
    }

    @Test("The first colour counts, and the accent is none")
    func colors() throws {
        #expect(try lines(.hstack([.text("a").foregroundStyle(.accent), .text("b").foregroundStyle(.red)])).color == .named(.red))
        #expect(try lines(.text("a").foregroundStyle(.secondary)).color == nil)
    }

    @Test("What is redacted gives neither a fraction nor a colour")
    func redacted() throws {
        let view = ViewTree.vstack([.text("a").foregroundStyle(.red), .progress(0.4), .gauge(0.7)])
        let rendered = LineRenderer.lines(
            try view.archive().validated(family: .systemMedium).redacted(.everything), traits: SurfaceTraits(colorDepth: .none, now: now))
        #expect(rendered.fraction == nil && rendered.color == nil && rendered.lines.first == "████████")
    }

    @Test("A task's views say what it is and how far it has come")
    func task() throws {
        let views = TaskActivity(title: "Backup", detail: "12 GB left", progress: 0.6).views
        #expect(try lines(try #require(views[.lockScreen])) == RenderedLines(lines: ["⚙ Backup 60 %", "12 GB left"], fraction: 0.6))
        #expect(try lines(try #require(views[.compactTrailing])).lines == ["60 %"])
    }
}
