import Foundation
import SwiftUI
import Testing
import WidgetCore

/// The same place in the same structure is the same view, in every entry.
@MainActor @Suite struct IdentityTests {
    private struct Optional: View {
        var shows: Bool
        var body: some View {
            VStack {
                if shows { Text("A") }
                Text("B")
            }
        }
    }

    @Test func aViewBesideAConditionStaysTheSame() throws {
        let (with, without) = (try archive(of: Optional(shows: true)), try archive(of: Optional(shows: false)))
        #expect(with.textIDs["B"] == without.textIDs["B"])
        #expect(with.textIDs["A"] != with.textIDs["B"])
        #expect(with.nodes[0].id == without.nodes[0].id)
    }

    private struct Branches: View {
        var first: Bool
        var body: some View {
            if first { Text("X") } else { Text("X") }
        }
    }

    @Test func theBranchesOfAConditionAreDifferentViews() throws {
        #expect(try archive(of: Branches(first: true)).textIDs["X"] != archive(of: Branches(first: false)).textIDs["X"])
    }

    @Test func elementsAreKnownByTheirIdentityAndNotByTheirPlace() throws {
        func list(_ names: [String]) -> some View { VStack { ForEach(names, id: \.self) { Text($0) } } }
        let (one, other) = (try archive(of: list(["a", "b", "c"])), try archive(of: list(["c", "x", "a"])))
        #expect(one.textIDs["a"] == other.textIDs["a"])
        #expect(one.textIDs["c"] == other.textIDs["c"])
        #expect(one.textIDs["b"] != other.textIDs["x"])
    }

    @Test func anExplicitIdentityOpensANewViewAndKeepsItsPlace() throws {
        func view(_ id: String) -> some View { VStack { Text("A").bold().id(id).transition(.push(from: .bottom)) } }
        let (one, other, same) = (try archive(of: view("1")), try archive(of: view("2")), try archive(of: view("1")))
        #expect(one.nodes[1].id == same.nodes[1].id)
        #expect(one.nodes[1].id != other.nodes[1].id)
        func place(_ archive: ViewArchive) -> NodeID? {
            for case .identity(let id) in archive.nodes[1].modifiers { return id }
            return nil
        }
        #expect(place(one) != nil && place(one) == place(other))
        // A modifier before the marker belongs to the identity, and one after it to the place.
        let marker = try #require(one.nodes[1].modifiers.firstIndex { if case .identity = $0 { true } else { false } })
        #expect(one.nodes[1].modifiers[marker + 1] == .transition(.push(.bottom)))
    }

    @Test func anotherTypeInTheSamePlaceIsAnotherView() throws {
        let (text, label) = (try archive(of: AnyView(Text("A"))), try archive(of: AnyView(Text("A").padding())))
        #expect(text.nodes[0].id != label.nodes[0].id)
        #expect(text.nodes[0].id == (try archive(of: AnyView(AnyView(Text("A")))).nodes[0].id))
    }

    private struct Model: Hashable, Codable {
        var name: String
        var amounts: [String: Double]
    }

    @Test func theIdentityOfAModelIsTheSameInEveryProcess() throws {
        let model = Model(name: "Espresso", amounts: ["a": 1, "b": 2, "c": 3, "d": 4])
        let archive = try archive(of: Text("A").id(model))
        // Written down once: a digest that depended on the process would be another one here.
        #expect(archive.nodes[0].id?.bytes.map { String($0, radix: 16) }.joined(separator: " ") == "1c 88 52 13 79 a8 91 7a f5 fd f 7c 79 9 3 c2")
    }

    /// A tree of stacks and conditions that a seed decides, with texts that name their place.
    private struct Random: View {
        var present: Set<Int>
        var elements: [Int]
        var body: some View {
            VStack {
                if present.contains(0) { Text("0") }
                Group {
                    Text("always")
                    if present.contains(1) { Text("1") } else { Text("not 1") }
                }
                HStack {
                    ForEach(elements, id: \.self) { element in
                        Text("e\(element)")
                        if present.contains(2) { Text("f\(element)").bold() }
                    }
                    if present.contains(3) { Spacer() }
                    Text("last")
                }
                switch elements.count % 3 {
                case 0: Text("case 0")
                case 1: Text("case 1")
                default: Text("case 2")
                }
            }
        }
    }

    @Test(arguments: 0..<40) func randomEditsKeepWhatStays(seed: Int) throws {
        var random = SplitMix(state: UInt64(seed))
        func next() -> Random {
            Random(
                present: Set((0..<4).filter { _ in Bool.random(using: &random) }),
                elements: Array((0..<8).shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random))))
        }
        let (one, other) = (try archive(of: next()), try archive(of: next()))
        let (before, after) = (one.textIDs, other.textIDs)
        // A text that is in both has the same place in the structure, and so is the same view.
        for (text, id) in before { if let there = after[text] { #expect(there == id, "\(text) with seed \(seed)") } }
        // Different texts are different views, in one archive and over both.
        for (text, id) in before { for (other, there) in after where other != text { #expect(id != there, "\(text) and \(other) with seed \(seed)") } }
        #expect(Set(one.nodes.map(\.id)).count == one.nodes.count)
    }
}

/// SplitMix64, for tests that repeat.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
