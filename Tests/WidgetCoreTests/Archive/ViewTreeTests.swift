import Testing
import WidgetCore

@Suite("A tree of views is laid flat by one function")
struct ViewTreeTests {
    @Test("Nodes lie in preorder with their parents, the container background last")
    func preorder() throws {
        let tree = ViewTree.vstack([.hstack([.text("a").containerBackground(.blue), .text("b")]), .text("c")])
        let archive = try tree.archive()
        #expect(archive.nodes.map(\.parent) == [0, 0, 1, 1, 0, 0, 5])
        #expect(archive.nodes[4].content == .text("c"))
        #expect(archive.nodes[5].content == .containerBackground)
        #expect(archive.nodes[6].modifiers == [.foreground(.named(.blue))])
    }

    @Test("Buttons that do the same share an action; others get names of their own")
    func actions() throws {
        let tree = ViewTree.vstack([
            .button("Log", intent: "LogDrink", parameters: ["mg": .integer(63)]), .button("Log again", intent: "LogDrink", parameters: ["mg": .integer(63)]),
            .button("Tea", intent: "LogDrink", parameters: ["mg": .integer(26)]), .button(effect: .reload, [.text("R")]),
            .button("Odd", id: "my.id", intent: "Größe ändern"), .button("Odd", intent: "Größe ändern"),
        ])
        let archive = try tree.archive().validated(family: .systemSmall)
        #expect(archive.actions.map(\.id) == ["LogDrink", "LogDrink-2", "reload", "my.id", "Gr----e---ndern"])
        #expect(archive.nodes.compactMap { node in if case .button(let action)? = node.content { action } else { nil } } == [0, 0, 1, 2, 3, 4])
    }

    @Test("An id that two different actions claim is refused")
    func conflict() {
        let tree = ViewTree.vstack([.button("A", id: "x", intent: "A"), .button("B", id: "x", intent: "B")])
        #expect(throws: WidgetError.invalid(#"action "x""#, "two actions that do different things have this id; give each its own")) { try tree.archive() }
    }

    @Test("A picture that is there twice is named once")
    func pictures() throws {
        let picture = ImageReference(digest: ContentDigest(of: [1]), width: 1, height: 1)
        let archive = try ViewTree.hstack([.image(picture), .image(systemName: "x"), .image(picture)]).archive()
        #expect(archive.images == [picture])
        #expect(archive.nodes[3].content == .image(ViewImage(source: .image(0))))
    }

    @Test("Font modifiers that follow each other are one font")
    func fonts() {
        #expect(
            ViewTree.text("a").font(.title).bold().italic().padding(4).bold().modifiers == [
                .font(ViewFont(style: .title, weight: .bold, isItalic: true)), .padding(ViewInsets(top: 4, leading: 4, bottom: 4, trailing: 4)),
                .font(ViewFont(weight: .bold)),
            ])
    }

    @Test("Too deep or too many is an error, not a long wait")
    func limits() {
        var deep = ViewTree.text("a")
        for _ in 0..<64 { deep = .vstack([deep]) }
        #expect(throws: WidgetError.invalid("view", "views nest at most 64 deep")) { try deep.archive() }
        let wide = ViewTree.vstack(Array(repeating: .text("a"), count: 1_024))
        #expect(throws: WidgetError.invalid("view", "a view has at most 1024 nodes")) { try wide.archive() }
        #expect(throws: WidgetError.invalid("view", "a widget has one container background, and this tree has two")) {
            try ViewTree.vstack([.text("a").containerBackground(.red)]).containerBackground(.red).archive()
        }
    }
}
