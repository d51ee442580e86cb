import Testing
import WidgetCore
import WidgetLayout

/// A view that isn't the source of its group's geometry lies where the source does.
@Suite struct MatchedGeometryTests {
    private func view(_ key: MatchedGeometryKey) -> ViewTree {
        func square(_ width: Double, _ height: Double, _ key: MatchedGeometryKey?) -> ViewTree {
            var view = ViewTree(.view(.shape(.rectangle)))
            view.modifiers = [.frame(ViewFrame(width: width, height: height))]
            if let key { view.modifiers.append(.matchedGeometry(key)) }
            return view
        }
        var source = key
        source.isSource = true
        var follower = ViewTree(.view(.shape(.rectangle)))
        follower.modifiers = [.matchedGeometry(key), .frame(ViewFrame(width: 10, height: 10))]
        return .zstack(alignment: .topLeading, [.vstack(alignment: .leading, spacing: 0, [square(20, 30, nil), square(40, 50, source)]), follower])
    }

    private func frame(_ key: MatchedGeometryKey) throws -> Rect {
        let archive = try view(key).archive().validated(family: .systemSmall)
        let traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))
        let list = Presentation(texts: TextCache(measurer: InterMeasurer())).displayList(of: archive, traits: traits)
        return try #require(list.nodes.last { $0.content != nil }).frame
    }

    @Test func itHasTheFrameOfTheSource() throws {
        let frame = try frame(MatchedGeometryKey(digest: [UInt8](repeating: 1, count: 16), isSource: false))
        #expect(frame.size == Size(width: 40, height: 50))
    }

    @Test func withThePlaceAloneItKeepsItsSize() throws {
        let digest = [UInt8](repeating: 1, count: 16)
        let whole = try frame(MatchedGeometryKey(digest: digest, isSource: false))
        let placed = try frame(MatchedGeometryKey(digest: digest, matchesSize: false, isSource: false))
        #expect(placed.size == Size(width: 10, height: 10))
        #expect(placed.midX == whole.midX && placed.midY == whole.midY)
    }

    @Test func withoutASourceItStaysWhereItIs() throws {
        var key = MatchedGeometryKey(digest: [UInt8](repeating: 1, count: 16), isSource: false)
        let archive = try ViewTree.zstack([
            {
                var view = ViewTree(.view(.shape(.rectangle)))
                view.modifiers = [.frame(ViewFrame(width: 10, height: 10)), .matchedGeometry(key)]
                return view
            }()
        ]).archive().validated(family: .systemSmall)
        key.isSource = true
        let traits = PresentationTraits(family: .systemSmall, now: Timestamp(milliseconds: 0))
        let list = Presentation(texts: TextCache(measurer: InterMeasurer())).displayList(of: archive, traits: traits)
        #expect(list.nodes.last { $0.content != nil }?.frame.size == Size(width: 10, height: 10))
    }
}
