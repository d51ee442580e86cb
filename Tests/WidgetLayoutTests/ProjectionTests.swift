import Testing
import WidgetCore

@testable import WidgetLayout

@Suite("A turn in space has a vanishing point, as in SwiftUI")
struct ProjectionTests {
    private static let frame = Rect(x: 10, y: 20, width: 200, height: 100)

    private func turn(
        _ degrees: Double, x: Double = 0, y: Double = 0, z: Double = 0, anchor: ViewPoint = .center, anchorZ: Double = 0, perspective: Double = 1,
        isMirrored: Bool = false
    ) -> Projection {
        let rotation = ViewRotation3D(
            angle: degrees * .pi / 180, axisX: x, axisY: y, axisZ: z, anchor: anchor, anchorZ: anchorZ, perspective: perspective)
        return SpatialRotation(rotation, in: Self.frame, isMirrored: isMirrored).projection
    }

    private func place(_ x: Double, _ y: Double, _ projection: Projection) throws -> Point { try #require(projection.apply(Point(x: x, y: y))) }

    @Test func aboutTheUprightAxisTheRightSideGoesAway() throws {
        let projection = turn(60, y: 1)
        let (left, right) = (try place(10, 20, projection), try place(210, 20, projection))
        // The middle stays. A side is 100 points from it: its half, cos 60° · 100, is divided by its distance, 1 ∓ sin 60° · 100 / 200.
        #expect(isNear(left.x, 110 - 50 / (1 - 0.4330), within: 0.05) && isNear(right.x, 110 + 50 / (1 + 0.4330), within: 0.05))
        #expect(isNear(left.y, 70 - 50 / (1 - 0.4330), within: 0.05) && isNear(right.y, 70 - 50 / (1 + 0.4330), within: 0.05))
        let middle = try place(110, 70, projection)
        #expect(isNear(middle.x, 110) && isNear(middle.y, 70))
    }

    @Test func aboutTheLevelAxisTheTopGoesAway() throws {
        let projection = turn(60, x: 1)
        let (top, bottom) = (try place(10, 20, projection), try place(10, 120, projection))
        #expect(top.x > 10 && bottom.x < 10)
    }

    @Test func withoutPerspectiveItIsAffine() throws {
        let flat = try #require(turn(60, y: 1, perspective: 0).affine)
        #expect(isNear(flat.a, 0.5) && isNear(flat.d, 1) && flat.b == 0)
        // So is a turn in the plane.
        let plane = try #require(turn(90, z: 1).affine)
        let corner = plane.apply(Point(x: 210, y: 70))
        #expect(isNear(corner.x, 110) && isNear(corner.y, 170))
        #expect(turn(0, y: 1).affine == .identity)
        #expect(turn(45).affine == .identity, "without an axis nothing turns")
    }

    @Test func itTurnsAboutItsAnchor() throws {
        let leading = turn(70, y: 1, anchor: ViewPoint(x: 0, y: 0.5))
        let edge = try place(10, 70, leading)
        #expect(isNear(edge.x, 10) && isNear(edge.y, 70))
        // From the right to the left, the leading edge is the right one, and the left side goes away.
        let mirrored = turn(70, y: 1, anchor: ViewPoint(x: 0, y: 0.5), isMirrored: true)
        let (stays, leaves) = (try place(210, 70, mirrored), try place(10, 20, mirrored))
        #expect(isNear(stays.x, 210) && isNear(stays.y, 70))
        let other = try place(210, 20, leading)
        #expect(isNear(leaves.x, 220 - other.x) && isNear(leaves.y, other.y))
    }

    @Test func anAnchorBeforeTheViewMakesHalfATurnFartherAway() throws {
        let far = turn(180, y: 1, anchorZ: -50)
        // The view is 50 points before the anchor, so that half a turn brings it 50 points behind.
        let corner = try place(10, 20, far)
        #expect(isNear(corner.x, 110 + 100 / 1.25) && isNear(corner.y, 70 - 50 / 1.25))
    }

    @Test func theWayBackIsTheInverse() throws {
        let projection = turn(40, x: 1, y: 2, z: 0.5)
        let back = try #require(projection.inverse)
        for point in [Point(x: 10, y: 20), Point(x: 210, y: 120), Point(x: 80, y: 33)] {
            let there = try #require(projection.apply(point))
            let here = try #require(back.apply(there))
            #expect(isNear(here.x, point.x, within: 1e-6) && isNear(here.y, point.y, within: 1e-6))
            let (tangent, near) = (try #require(projection.tangent(at: point)), Point(x: point.x + 0.01, y: point.y - 0.01))
            let (exact, about) = (try #require(projection.apply(near)), tangent.apply(near))
            #expect(isNear(exact.x, about.x, within: 1e-5) && isNear(exact.y, about.y, within: 1e-5))
        }
        #expect(turn(90, y: 1).inverse == nil, "from the side nothing is seen")
    }

    @Test func whatIsBehindTheEyeIsNotSeen() {
        // A large perspective: the left edge comes behind the eye.
        let projection = turn(60, y: 1, perspective: 4)
        #expect(projection.apply(Point(x: 10, y: 70)) == nil)
        let bounds = projection.bounds(of: Self.frame)
        #expect(bounds.size.width.isFinite && bounds.maxX < 210)
        #expect(turn(60, y: 1, anchorZ: 1_000, perspective: 4).bounds(of: Self.frame).size.width.isFinite)
    }
}
