import Testing
import WidgetCore
import WidgetSurfaces

@Suite("Every valid archive is drawn, in exactly the cells asked for")
struct RandomArchiveTests {
    static let texts = [
        "", "a", "95 mg", "the quick brown fox jumps over it", "日本語の文", "👩‍👩‍👧 family", "x\n\ny", "\u{1B}[31mred", "e\u{301}\u{301}", "\t",
        "very-long-word-that-has-no-end-in-sight",
    ]

    static func length(_ random: inout Random) -> Double { [0, 0.5, 4, 8, 16, 40, 300, 100_000].randomElement(using: &random) ?? 0 }

    static func view(_ depth: Int, _ random: inout Random) -> ViewTree {
        func children(_ range: ClosedRange<Int> = 0...4) -> [ViewTree] { (0..<Int.random(in: range, using: &random)).map { _ in view(depth - 1, &random) } }
        func text() -> String { texts.randomElement(using: &random) ?? "" }
        let alignment = ViewAlignment.allCases.randomElement(using: &random)
        let date = now + .seconds(Int64.random(in: -1_000_000...1_000_000, using: &random))
        var tree: ViewTree
        switch Int.random(in: depth > 0 ? 0..<21 : 8..<21, using: &random) {
        case 0, 1: tree = .vstack(alignment: alignment, spacing: Bool.random(using: &random) ? nil : length(&random), children())
        case 2, 3: tree = .hstack(alignment: alignment, spacing: Bool.random(using: &random) ? nil : length(&random), children())
        case 4: tree = .zstack(alignment: alignment, children())
        case 5: tree = .button(intent: "I", children(0...2))
        case 6: tree = .toggle(text(), isOn: Bool.random(using: &random), intent: "J", off: view(depth - 1, &random), on: view(depth - 1, &random))
        case 7: tree = .grid(alignment: alignment, horizontalSpacing: length(&random), (0..<Int.random(in: 0...3, using: &random)).map { _ in children(0...3) })
        case 8: tree = .spacer(minLength: length(&random))
        case 9: tree = .divider
        case 10:
            tree = .gauge(
                .random(in: -5...5, using: &random), label: text(), currentValueLabel: text(), style: Bool.random(using: &random) ? .circular : .linear)
        case 11: tree = .progress(Bool.random(using: &random) ? nil : 0.3, label: text())
        case 12: tree = .progress(timerInterval: date...(date + .hours(2)), label: text())
        case 13: tree = .text(date, style: LiveText.Style.allCases.randomElement(using: &random) ?? .timer)
        case 14: tree = .image(systemName: ["wifi", "nothing", "sun.max"].randomElement(using: &random) ?? "wifi")
        case 15: tree = .image(ImageReference(digest: ContentDigest(of: [1]), width: 144, height: 52))
        case 16: tree = .label(text(), systemImage: "gear")
        case 17: tree = .shape([.circle, .rectangle, .capsule, .roundedRectangle(cornerRadius: 3)].randomElement(using: &random) ?? .circle)
        case 18: tree = .link("https://a.b", depth > 0 ? children(0...1) : [])
        case 19:
            let count = [1, 2, 9, 512].randomElement(using: &random) ?? 1
            let series = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Chart.Series((0..<count).map { _ in Int.random(in: 0..<5, using: &random) == 0 ? nil : .random(in: -3...5, using: &random) }, label: "日本")
            }
            tree = .chart(
                series, style: Chart.Style.allCases.randomElement(using: &random) ?? .line,
                x: Bool.random(using: &random) ? [] : (0..<count).map { Double($0 * $0) },
                in: Bool.random(using: &random) ? nil : -1...1.5, marks: [.init(.random(in: -9...9, using: &random), label: text())])
        default: tree = .text(text())
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let length = length(&random)
            switch Int.random(in: 0..<13, using: &random) {
            case 0: tree = tree.padding(length)
            case 1: tree = tree.frame(width: length, height: Bool.random(using: &random) ? length : nil, alignment: alignment)
            case 2: tree = tree.frame(maxWidth: .infinity, maxHeight: Bool.random(using: &random) ? .infinity : length, alignment: alignment)
            case 3: tree = tree.background(.red)
            case 4: tree = tree.foregroundStyle([.primary, .secondary, .clear, .blue].randomElement(using: &random) ?? .primary)
            case 5: tree = tree.offset(x: -length, y: length)
            case 6: tree = tree.opacity(.random(in: 0...1, using: &random))
            case 7: tree = tree.lineLimit(Int.random(in: 1...3, using: &random))
            case 8: tree = tree.redacted()
            case 9: tree = tree.privacySensitive().invalidatableContent()
            case 10: tree = tree.multilineTextAlignment(alignment ?? .center)
            case 11: tree = tree.font(size: [28, 96, 512].randomElement(using: &random) ?? 28)
            default: tree = tree.font(.title).italic()
            }
        }
        return tree
    }

    @Test("1,000 archives in sizes from nothing to a large widget", arguments: Array(UInt64(1)...8))
    func random(seed: UInt64) throws {
        var random = Random(state: seed)
        for round in 0..<125 {
            var tree = Self.view(Int.random(in: 0...6, using: &random), &random)
            if Bool.random(using: &random) { tree = tree.containerBackground { [Self.view(1, &random)] } }
            var archive = try tree.archive().validated(family: .systemExtraLarge)
            if Bool.random(using: &random) { archive = archive.redacted(.privateViews) }
            let size = CellSize(columns: Int.random(in: 0...60, using: &random), rows: Int.random(in: 0...25, using: &random))
            let traits = traits(.trueColor, unicode: Bool.random(using: &random))
            let rendered = TerminalRenderer.view(archive, size: size, traits: traits, isInvalidated: true)
            #expect(Self.isExact(rendered, size), "seed \(seed), round \(round)")
            #expect(rendered == TerminalRenderer.view(archive, size: size, traits: traits, isInvalidated: true), "seed \(seed), round \(round)")
            if let tick = rendered.nextTick { #expect(tick > now, "seed \(seed), round \(round)") }
        }
    }

    /// Whether every line takes its columns in the terminal, and no cell holds a control character.
    static func isExact(_ rendered: RenderedWidget, _ size: CellSize) -> Bool {
        guard rendered.size == size, rendered.lines.count == size.rows else { return false }
        return rendered.lines.allSatisfy { line in
            line.count == size.columns
                && line.reduce(0) { $0 + CellWidth.columns(of: $1.character) } == size.columns
                && !line.contains { $0.character.unicodeScalars.contains { $0.properties.generalCategory == .control } }
        }
    }

    @Test("The deepest and widest archives are drawn in a moment", .timeLimit(.minutes(5)))
    func extremes() throws {
        let size = CellSize(columns: 89, rows: 45)
        var random = Random(state: 7)
        for spread in [1, 2, 15] {
            var tree = ViewTree.text(String(repeating: "word ", count: 200))
            for level in 0..<62 {
                let siblings = Array(repeating: ViewTree.text("s").frame(maxWidth: .infinity), count: spread)
                tree = (level % 2 == 0 ? ViewTree.hstack([tree] + siblings) : .vstack([tree] + siblings)).padding(Double.random(in: 0...2, using: &random))
            }
            let archive = try tree.archive().validated(family: .systemExtraLarge)
            #expect(Self.isExact(TerminalRenderer.view(archive, size: size, traits: traits()), size))
        }
        let wide = ViewTree.vstack((0..<1_000).map { _ in ViewTree.text("word") })
        let large = CellSize(columns: 1_000, rows: 1_000)
        #expect(Self.isExact(TerminalRenderer.view(try wide.archive(), size: large, traits: traits()), large))
        var many = ViewTree.text("x")
        for _ in 0..<63 { many = .zstack([many]) }
        many.modifiers = Array(repeating: .padding(ViewInsets(top: 0, leading: 0, bottom: 0, trailing: 0)), count: 64)
        #expect(Self.isExact(TerminalRenderer.view(try many.archive().validated(family: .systemSmall), size: size, traits: traits()), size))
    }

    @Test("Even an archive that nobody validated does no harm")
    func invalid() {
        let nodes = [
            ViewNode(parent: 9, content: .gauge(Gauge(value: .nan, minimum: 3, maximum: 3))), ViewNode(parent: 7, content: .gridRow(alignment: nil)),
            ViewNode(parent: -1, content: .image(ViewImage(source: .image(5)))),
            ViewNode(parent: 0, content: .button(action: 99), modifiers: [.offset(x: .nan, y: .infinity)]),
            ViewNode(parent: 0, content: .spacer(minimumLength: .nan)),
            ViewNode(parent: 0, content: .chart(Chart(series: []))),
            ViewNode(
                parent: 0,
                content: .chart(
                    Chart(series: [.init([.nan, .infinity, 1e300]), .init([])], x: [.nan, 0, .infinity], minimum: .infinity, marks: [.init(.nan)]))),
        ]
        let size = CellSize(columns: 10, rows: 3)
        #expect(Self.isExact(TerminalRenderer.view(ViewArchive(nodes: nodes), size: size, traits: traits()), size))
        #expect(Self.isExact(TerminalRenderer.view(ViewArchive(nodes: []), size: size, traits: traits()), size))
    }
}
