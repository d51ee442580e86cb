import Foundation
import Motion
import Testing

@Suite("A view that is matched with another")
struct MatchedGeometryTests {
    private let own = CGRect(x: 0, y: 0, width: 10, height: 20)
    private let source = CGRect(x: 100, y: 200, width: 40, height: 60)

    @Test("has its source's frame, whatever the anchor")
    func frame() {
        for anchor in [UnitPoint.center, .topLeading, .bottomTrailing] { #expect(MatchedGeometry(anchor: anchor).frame(of: own, matching: source) == source) }
    }

    @Test("keeps its size where only the place is matched, with the anchors in one place")
    func position() {
        #expect(MatchedGeometry(properties: .position).frame(of: own, matching: source) == CGRect(x: 115, y: 220, width: 10, height: 20))
        #expect(MatchedGeometry(properties: .position, anchor: .topLeading).frame(of: own, matching: source) == CGRect(x: 100, y: 200, width: 10, height: 20))
        #expect(
            MatchedGeometry(properties: .position, anchor: .bottomTrailing).frame(of: own, matching: source) == CGRect(x: 130, y: 240, width: 10, height: 20))
    }

    @Test("keeps the place of its anchor where only the size is matched")
    func size() {
        #expect(MatchedGeometry(properties: .size).frame(of: own, matching: source) == CGRect(x: -15, y: -20, width: 40, height: 60))
        #expect(MatchedGeometry(properties: .size, anchor: .topLeading).frame(of: own, matching: source) == CGRect(x: 0, y: 0, width: 40, height: 60))
    }

    @Test("keeps its frame where nothing is matched")
    func nothing() { #expect(MatchedGeometry(properties: []).frame(of: own, matching: source) == own) }

    @Test("goes from its source's frame to its own")
    func progress() {
        let geometry = MatchedGeometry()
        #expect(geometry.frame(of: own, matching: source, progress: 0) == source)
        #expect(geometry.frame(of: own, matching: source, progress: 0.5) == CGRect(x: 50, y: 100, width: 25, height: 40))
        #expect(geometry.frame(of: own, matching: source, progress: 1) == own)
        #expect(abs(geometry.frame(of: own, matching: source, progress: 1.1).minX + 10) < 1e-9)
    }

    @Test("has no size below 0, and its own frame where numbers are none")
    func broken() {
        let far = MatchedGeometry().frame(of: own, matching: source, progress: 10)
        #expect((far.size.width, far.size.height) == (0, 0))
        for progress in [Double.nan, .infinity] { #expect(MatchedGeometry().frame(of: own, matching: source, progress: progress) == own) }
        #expect(MatchedGeometry().frame(of: own, matching: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)) == own)
        #expect(MatchedGeometry().frame(of: own, matching: CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1), progress: 0.5) == own)
        #expect(MatchedGeometry(anchor: UnitPoint(x: .nan, y: 0)).frame(of: own, matching: source) == own)
    }

    @Test("shares properties that are a set")
    func properties() {
        #expect(MatchedGeometryProperties.frame == [.position, .size])
        #expect(MatchedGeometryProperties.position.union(.size).rawValue == 3)
    }
}
