import Testing
import WidgetCore

@Suite("A redacted archive says nothing of what it hides")
struct RedactionTests {
    private let date = Timestamp(milliseconds: 1_795_161_600_000)

    private func archive(_ tree: ViewTree) throws -> ViewArchive { try tree.archive().validated(family: .systemLarge) }

    /// Every text of an archive, wherever it stands.
    private func texts(_ archive: ViewArchive) -> [String] {
        archive.nodes.flatMap { node -> [String] in
            let said =
                switch node.content {
                case .text(let text): [text]
                case .label(let title, let symbol): [title, symbol]
                case .gauge(let gauge): [gauge.label, gauge.currentValueLabel]
                case .progress(_, let label): [label]
                case .toggle(_, _, let title): [title]
                case .link(let url): [url]
                case .liveText(let live): [live.fallback, "live"]
                case .image(let image): if case .systemName(let name) = image.source { [name] } else { ["picture"] }
                default: [String]()
                }
            return said + [node.accessibilityLabel, node.fallback]
        }.filter { !$0.isEmpty }
    }

    @Test("Of a placeholder nothing is left but its layout: no text, date, symbol, picture, value, colour, address or action")
    func everything() throws {
        var sample = try archive(
            .vstack([
                .text("Coffee with Ann").foregroundStyle(.red).id("ann"), .text(LiveText(style: .timer, date: date)), .image(systemName: "cup.and.saucer"),
                .label("Piano lesson", systemImage: "pianokeys"), .gauge(0.7, label: "Cups", currentValueLabel: "7 of 10").tint(.green),
                .progress(0.4, label: "Homework"), .chart([Chart.Series([3, 7, 4], label: "Cups")], style: .bar, marks: [.init(5, label: "enough")]),
                .link("https://example.org/ann", [.text("More")]), .divider,
                .button(id: "call", intent: "Call", parameters: ["who": .text("Ann")], [.text("Call Ann")]),
            ]))
        sample.images = [ImageReference(digest: ContentDigest(of: [1]), width: 10, height: 10)]
        sample.nodes[3].content = .image(ViewImage(source: .image(0)))
        let redacted = sample.redacted(.everything)
        #expect(Set(texts(redacted).joined().replacing("square.fill", with: "")) == ["█", " "], "\(texts(redacted))")
        #expect(redacted.actions.isEmpty && redacted.images.isEmpty)
        #expect(redacted.nodes.count == sample.nodes.count && redacted.nodes.map(\.parent) == sample.nodes.map(\.parent))
        for case .gauge(let gauge)? in redacted.nodes.map(\.content) { #expect(gauge.value == 0 && gauge.minimum == 0 && gauge.maximum == 1) }
        #expect(redacted.nodes.contains { $0.content == .chart(Chart(style: .bar, series: [Chart.Series([0, 0])], minimum: 0, maximum: 1)) })
        #expect(redacted.nodes.contains { $0.content == .progress(.indeterminate, label: "████████") })
        #expect(redacted.nodes[0].modifiers == [.redacted, .foreground(.named(.secondary))] && redacted.nodes.dropFirst().allSatisfy(\.modifiers.isEmpty))
        #expect(redacted.nodes.allSatisfy(\.explicitID.isEmpty) && Set(redacted.nodes.map(\.id)).isDisjoint(with: sample.nodes.map(\.id)))
        _ = try redacted.validated(family: .systemLarge)
    }

    @Test("How long a hidden text is can be told by eight characters alone", arguments: [("7", 1), ("4711", 1), ("SECRET 4711", 2), ("", 0)])
    func length(text: String, words: Int) throws {
        let redacted = try archive(.text(text).privacySensitive()).redacted(.privateViews)
        #expect(redacted.nodes[0].content == .text(Array(repeating: "████████", count: words).joined(separator: " ")))
    }

    @Test("A private view is hidden with all that lies within it, the others stay as they are")
    func privateViews() throws {
        let whole = try archive(
            .vstack([
                .text("Account").accessibilityLabel("Your account"),
                .hstack([.text("4711"), .text("left").accessibilityLabel("4711 left")]).privacySensitive(),
                .button(id: "again", intent: "Reload", [.text("Again")]),
            ]))
        let redacted = whole.redacted(.privateViews)
        #expect(texts(redacted) == ["Account", "Your account", "████████", "████████", "Again"])
        #expect(redacted.actions == whole.actions && redacted.nodes.filter(\.isPrivacySensitive).count == 1)
        for index in [0, 1, 5, 6] { #expect(redacted.nodes[index] == whole.nodes[index]) }
        #expect(redacted.nodes[2].modifiers.contains(.redacted))
        // Hiding twice hides the same.
        #expect(redacted.redacted(.privateViews).nodes.map(\.content) == redacted.nodes.map(\.content))
    }

    @Test("An archive without private views stays what it is")
    func nothingPrivate() throws {
        let whole = try archive(.vstack([.text("a"), .button(id: "again", intent: "Reload", [.text("Again")])]))
        #expect(!whole.hasPrivateViews && whole.redacted(.privateViews) == whole)
    }

    @Test("A private toggle looks as when it is off, whatever it is, and can't be found out by its action")
    func toggles() throws {
        func hidden(isOn: Bool) throws -> ViewArchive {
            let toggle = ViewTree.toggle(
                isOn: isOn, id: "pill", intent: "Take", parameters: ["pill": .text("blue")], off: .label("Blue pill", systemImage: "pills"),
                on: .label("Taken", systemImage: "checkmark"))
            return try archive(.vstack([toggle.privacySensitive(), .button(id: "again", intent: "Reload", [.text("Again")])])).redacted(.privateViews)
        }
        let (on, off) = (try hidden(isOn: true), try hidden(isOn: false))
        #expect(on == off)
        #expect(on.actions.map(\.id) == ["again"])
        // Its button still has its action, at the place where that stands now.
        #expect(on.nodes.contains { $0.content == .button(action: 0) })
        #expect(texts(on) == ["████████ ████████", "square.fill", "Again"], "\(texts(on))")
    }

    @Test("What the whole view opens is hidden with the whole view alone", arguments: [false, true])
    func wholeView(isPrivate: Bool) {
        let archive = ViewArchive(
            nodes: [
                ViewNode(parent: 0, content: .stack(axis: .vertical, alignment: nil, spacing: nil), isPrivacySensitive: isPrivate),
                ViewNode(parent: 0, content: .text("4711"), isPrivacySensitive: true),
            ], actions: [ViewAction(id: "open", effect: .openURL("https://example.org/4711"))])
        #expect(archive.redacted(.privateViews).actions.isEmpty == isPrivate)
    }

    @Test("A picture that is also shown openly stays, at the place where it stands now")
    func pictures() throws {
        let images = (1...2).map { ImageReference(digest: ContentDigest(of: [UInt8($0)]), width: 4, height: 4) }
        let archive = ViewArchive(
            nodes: [
                ViewNode(parent: 0, content: .stack(axis: .vertical, alignment: nil, spacing: nil)),
                ViewNode(parent: 0, content: .image(ViewImage(source: .image(0))), isPrivacySensitive: true),
                ViewNode(parent: 0, content: .image(ViewImage(source: .image(1)))),
            ], images: images)
        let redacted = archive.redacted(.privateViews)
        #expect(redacted.images == [images[1]])
        #expect(redacted.nodes[2].content == .image(ViewImage(source: .image(0))))
        #expect(redacted.nodes[1].content == .image(ViewImage(source: .systemName("square.fill"))))
    }
}
