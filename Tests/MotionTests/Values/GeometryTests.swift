import Foundation
import Motion
import Testing

/// The animatable data of a value, and that the same value comes back from them.
@Suite struct GeometryTests {
    @Test func unitPointsAreWhereTheyAreNamed() {
        #expect(UnitPoint() == .zero && UnitPoint.zero == .topLeading && UnitPoint.center == UnitPoint(x: 0.5, y: 0.5))
        #expect([UnitPoint.topLeading, .top, .topTrailing].map(\.x) == [0, 0.5, 1] && [UnitPoint.topLeading, .top, .topTrailing].map(\.y) == [0, 0, 0])
        #expect([UnitPoint.leading, .center, .trailing].map(\.x) == [0, 0.5, 1] && [UnitPoint.leading, .center, .trailing].map(\.y) == [0.5, 0.5, 0.5])
        #expect([UnitPoint.bottomLeading, .bottom, .bottomTrailing].map(\.x) == [0, 0.5, 1])
        #expect([UnitPoint.bottomLeading, .bottom, .bottomTrailing].map(\.y) == [1, 1, 1])
    }

    @Test func unitPointsOfABoxAreWhereTheyAreNamed() {
        let back: [UnitPoint3D] = [
            .topLeadingBack, .topBack, .topTrailingBack, .leadingBack, .back, .trailingBack, .bottomLeadingBack, .bottomBack, .bottomTrailingBack,
        ]
        let middle: [UnitPoint3D] = [.topLeading, .top, .topTrailing, .leading, .center, .trailing, .bottomLeading, .bottom, .bottomTrailing]
        let front: [UnitPoint3D] = [
            .topLeadingFront, .topFront, .topTrailingFront, .leadingFront, .front, .trailingFront, .bottomLeadingFront, .bottomFront, .bottomTrailingFront,
        ]
        for (points, z) in [(back, 0.0), (middle, 0.5), (front, 1)] {
            for (index, point) in points.enumerated() {
                #expect(point == UnitPoint3D(x: CGFloat(index % 3) / 2, y: CGFloat(index / 3) / 2, z: z))
            }
        }
        #expect(UnitPoint3D() == .origin && UnitPoint3D.zero == .topLeadingBack)
    }

    @Test func dataOfUnitPointsAreStretchedAndThoseOfPointsAreNot() {
        #expect(UnitPoint(x: 0.5, y: 1).animatableData == AnimatablePair(64, 128))
        #expect(UnitPoint3D(x: 0.5, y: 1, z: 2).animatableData == AnimatablePair(64, AnimatablePair(128, 256)))
        #expect(CGPoint(x: 1, y: 2).animatableData == AnimatablePair(1, 2) && CGSize(width: 1, height: 2).animatableData == AnimatablePair(1, 2))
        #expect(CGRect(x: 1, y: 2, width: 3, height: 4).animatableData == AnimatablePair(AnimatablePair(1, 2), AnimatablePair(3, 4)))
        #expect(
            EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4).animatableData == AnimatablePair(1, AnimatablePair(2, AnimatablePair(3, 4))))
        #expect(
            RectangleCornerRadii(topLeading: 1, bottomLeading: 2, bottomTrailing: 3, topTrailing: 4).animatableData
                == AnimatablePair(AnimatablePair(1, 2), AnimatablePair(3, 4)))
        #expect(StrokeStyle(lineWidth: 2, miterLimit: 3, dash: [1, 2], dashPhase: 4).animatableData == AnimatablePair(2, AnimatablePair(3, 4)))
    }

    @Test func aValueComesBackFromItsData() {
        expectRoundTrip(UnitPoint(x: 0.25, y: -3), from: UnitPoint())
        expectRoundTrip(UnitPoint3D(x: 0.25, y: -3, z: 7), from: UnitPoint3D())
        expectRoundTrip(CGPoint(x: 1, y: 2), from: .zero)
        expectRoundTrip(CGSize(width: 1, height: 2), from: .zero)
        expectRoundTrip(CGRect(x: 1, y: 2, width: 3, height: 4), from: .zero)
        expectRoundTrip(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4), from: EdgeInsets())
        expectRoundTrip(EdgeInsets3D(top: 1, leading: 2, bottom: 3, trailing: 4, front: 5, back: 6), from: EdgeInsets3D())
        expectRoundTrip(RectangleCornerRadii(topLeading: 1, bottomLeading: 2, bottomTrailing: 3, topTrailing: 4), from: RectangleCornerRadii())
        expectRoundTrip(StrokeStyle(lineWidth: 2, miterLimit: 3, dashPhase: 4), from: StrokeStyle())
    }

    private func expectRoundTrip<V: Animatable & Equatable>(_ value: V, from start: V) {
        var result = start
        result.animatableData = value.animatableData
        #expect(result == value)
    }

    @Test func aSpringMovesARectangle() {
        let (start, end) = (CGRect(x: 0, y: 10, width: 100, height: 50), CGRect(x: 40, y: 10, width: 300, height: 150))
        let rectangle = Spring.smooth.value(fromValue: start, toValue: end, initialVelocity: .zero, time: 0.25)
        let progress = Spring.smooth.value(target: 1, time: 0.25)
        #expect(abs(rectangle.minX - 40 * progress) < 1e-9 && rectangle.minY == 10 && abs(rectangle.width - 100 - 200 * progress) < 1e-9)
    }

    @Test func whatIsNotInTheDataOfAStrokeStays() {
        var style = StrokeStyle(lineCap: .round, lineJoin: .bevel, dash: [1, 2])
        style.animatableData = StrokeStyle(lineWidth: 7).animatableData
        #expect(style == StrokeStyle(lineWidth: 7, lineCap: .round, lineJoin: .bevel, dash: [1, 2]))
        #expect(StrokeStyle() == StrokeStyle(lineWidth: 1, lineCap: .butt, lineJoin: .miter, miterLimit: 10, dash: [], dashPhase: 0))
    }

    @Test func insetsOfABoxMayBeGivenByAxis() {
        #expect(EdgeInsets3D(horizontal: 1, vertical: 2, depth: 3) == EdgeInsets3D(top: 2, leading: 1, bottom: 2, trailing: 1, front: 3, back: 3))
    }

    @Test func setsOfEdgesHoldABitForEach() {
        #expect(Edge.allCases.map { Edge.Set($0).rawValue } == [1, 2, 4, 8] && Edge.Set.all.rawValue == 15)
        #expect(Edge.Set.horizontal == [.leading, .trailing] && Edge.Set.vertical == [.top, .bottom])
        #expect(HorizontalEdge.Set.all == [.leading, .trailing] && HorizontalEdge.Set(.trailing).rawValue == 2)
        #expect(VerticalEdge.Set.all == [.top, .bottom] && VerticalEdge.Set(.bottom).rawValue == 2)
    }
}
