import LayoutTestSupport
import Testing
import WidgetCore

@testable import WidgetLayout

/// What SwiftUI promises of every layout, on random views. A failure names the seed.
@Suite struct LayoutPropertyTests {
    /// SplitMix64, the same everywhere.
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    private static let seeds = 1...200 as ClosedRange<UInt64>

    /// Views that never take more than they are offered: forms, texts of one letter's width at least, and stacks without spacing.
    private static func modest(_ depth: Int, _ random: inout Random) -> ViewTree {
        func children() -> [ViewTree] { (0..<Int.random(in: 1...3, using: &random)).map { _ in modest(depth - 1, &random) } }
        switch Int.random(in: depth > 0 ? 0..<7 : 3..<7, using: &random) {
        case 0: return hstack(children())
        case 1: return vstack(children())
        case 2: return zstack(children())
        case 3: return flexible([.frame(ViewFrame(maximumWidth: Double(Int.random(in: 0...80, using: &random)), maximumHeight: .infinity))])
        case 4: return flexible([.aspectRatio(Double.random(in: 0.25...4, using: &random), fills: false)])
        case 5: return flexible([.padding(ViewInsets(top: 0, leading: 0, bottom: 0, trailing: 0)), .offset(x: 5, y: 5)])
        default: return flexible()
        }
    }

    @Test(arguments: seeds) func modestViewsStayWithinWhatTheyAreOffered(_ seed: UInt64) throws {
        var random = Random(state: seed)
        let laid = try Laid(Self.modest(4, &random), in: Size(width: 150, height: 90))
        #expect(laid.size.width <= 150.001 && laid.size.height <= 90.001, "seed \(seed): \(laid.size)")
    }

    @Test(arguments: seeds) func aViewThatIsOfferedItsOwnSizeTakesIt(_ seed: UInt64) throws {
        var random = Random(state: seed)
        let tree = Self.modest(3, &random)
        let first = try Laid(tree, in: Size(width: 150, height: 90)).size
        let second = try Laid(tree, in: first).size
        #expect(isNear(first.width, second.width) && isNear(first.height, second.height), "seed \(seed): \(first), then \(second)")
    }

    @Test(arguments: seeds) func theOrderOfEquallyFlexibleSiblingsChangesNoSum(_ seed: UInt64) throws {
        var random = Random(state: seed)
        let children = (0..<4).map { _ in flexible([.frame(ViewFrame(minimumWidth: 10, maximumWidth: 70))]) }
        let lengths = [box(Double(Int.random(in: 1...60, using: &random)), 10)] + children
        let (one, other) = (try Laid(hstack(lengths)), try Laid(hstack(lengths.shuffled(using: &random))))
        #expect(isNear(one.size.width, other.size.width), "seed \(seed)")
    }

    @Test(arguments: seeds) func aStackThatIsOfferedMoreIsNoShorter(_ seed: UInt64) throws {
        var random = Random(state: seed)
        let tree = hstack((0..<Int.random(in: 1...4, using: &random)).map { _ in Self.modest(1, &random) })
        let small = Double(Int.random(in: 0...100, using: &random))
        let (a, b) = (try Laid(tree, in: Size(width: small, height: 50)), try Laid(tree, in: Size(width: small + 40, height: 50)))
        #expect(a.size.width <= b.size.width + 0.001, "seed \(seed): \(a.size.width) of \(small), \(b.size.width) of \(small + 40)")
    }

    @Test(arguments: ["32a-deep", "32b-huge-and-empty", "32c-many", "32d-long-text"]) func aHostileViewAsksForABoundedNumberOfSizes(_ name: String) throws {
        let golden = try GoldenCase(name)
        let texts = TextCache(measurer: InterMeasurer())
        var builder = TreeBuilder(golden.archive, traits: golden.traits(golden.looks[0]), texts: texts)
        builder.build(content: builder.addItem(.zStack(.center), to: LayoutTree.none, part: 0), background: nil)
        var engine = LayoutEngine(builder.tree, grid: PixelGrid(scale: 2))
        _ = engine.size(of: 0, in: ProposedSize(width: 126, height: 126))
        // Twenty for each view is more than any layout of the system's needs.
        #expect(engine.measurements <= 20 * golden.archive.nodes.count + 100, "\(engine.measurements) for \(golden.archive.nodes.count) views")
    }

    @Test func stacksInStacksAskNoMoreThanAFewTimesALevel() throws {
        // Without a memo each level would ask its child four times: 4 to the power of 30.
        var tree = flexible()
        for level in 0..<30 { tree = level.isMultiple(of: 2) ? hstack([tree, box(1, 1)]) : vstack([tree, box(1, 1)]) }
        var builder = TreeBuilder(
            try tree.archive(), traits: PresentationTraits(size: Size(width: 100, height: 100), now: GoldenCase.noon),
            texts: TextCache(measurer: EvenMeasurer()))
        builder.build(content: builder.addItem(.zStack(.center), to: LayoutTree.none, part: 0), background: nil)
        var engine = LayoutEngine(builder.tree, grid: PixelGrid(scale: 2))
        _ = engine.size(of: 0, in: ProposedSize(width: 100, height: 100))
        #expect(engine.measurements < 30_000, "\(engine.measurements)")
    }
}
