import Testing
import WidgetCore

@Suite("A view is the same view in every entry and every process")
struct NodeIdentityTests {
    static func ids(_ tree: ViewTree) throws -> [NodeID?] { try tree.archive().validated(family: .systemSmall).nodes.map(\.id) }

    /// The numbers were computed apart from this code, from the definition in NodeIdentity.
    @Test("Identities are fixed numbers, not those of a process")
    func fixed() throws {
        let ids = try Self.ids(.vstack([.text("a"), .text("b").id("x")]))
        let hexadecimal = ids.compactMap { $0 }.map { $0.bytes.map { String($0, radix: 16) }.joined(separator: " ") }
        #expect(
            hexadecimal == [
                "12 33 7c 46 90 fc f7 90 c0 ef 9 a4 69 68 31 8b",
                "92 db d0 31 ae 40 95 c7 9 76 95 89 bd de a8 49",
                "83 f7 b7 f9 dd 3d 26 68 20 70 77 ed ad 4b 9 e2",
            ])
    }

    @Test("What a text says doesn't change which view it is; what kind of view it is does")
    func content() throws {
        #expect(try Self.ids(.vstack([.text("1")])) == Self.ids(.vstack([.text("2").bold()])))
        #expect(try Self.ids(.vstack([.text("1")])) != Self.ids(.vstack([.image(systemName: "x")])))
        #expect(try Self.ids(.vstack([])) != Self.ids(.hstack([])))
    }

    @Test("A row with an id is the same view wherever it lies, and its siblings stay what they were")
    func rows() throws {
        let before = try Self.ids(.vstack([.text("head"), .text("a").id("a"), .text("b").id("b"), .text("foot")]))
        let after = try Self.ids(.vstack([.text("head"), .text("b").id("b"), .text("foot")]))
        #expect(after == [before[0], before[1], before[3], before[4]])
    }

    @Test("The same id twice among siblings is two views")
    func twins() throws {
        let ids = try Self.ids(.vstack([.text("a").id("a"), .text("b").id("a"), .image(systemName: "x").id("a")]))
        #expect(Set(ids).count == 4)
    }

    @Test("A new id is a new view, with all that lies within")
    func newIdentity() throws {
        let one = try Self.ids(.vstack([.vstack([.text("x")]).id(1)]))
        let two = try Self.ids(.vstack([.vstack([.text("x")]).id(2)]))
        #expect(one[0] == two[0])
        #expect(one[1] != two[1])
        #expect(one[2] != two[2])
    }

    @Test("A container background takes no place from the views in front of it, wherever it lies among them")
    func containerBackground() throws {
        let plain = try Self.ids(.vstack([.text("a")]))
        var archive = try ViewTree.vstack([.text("a")]).archive()
        archive.nodes.insert(ViewNode(parent: 0, content: .containerBackground), at: 1)
        let covered = try archive.validated(family: .systemSmall).nodes.map(\.id)
        #expect([covered[0], covered[2]] == plain)
    }

    @Test("An id that a provider gives stays, and the same one twice is refused")
    func given() throws {
        let id = NodeID(high: 1, low: 2)
        var archive = try ViewTree.vstack([.text("a"), .text("b")]).archive()
        archive.nodes[1].id = id
        #expect(try archive.validated(family: .systemSmall).nodes[1].id == id)
        archive.nodes[2].id = id
        #expect(throws: WidgetError.invalid("nodes[2] (text)", "has the same id as node 1; leave ids out and they are computed")) {
            try archive.validated(family: .systemSmall)
        }
    }
}
