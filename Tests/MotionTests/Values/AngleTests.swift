import Motion
import Testing

@Suite struct AngleTests {
    @Test func degreesAndRadiansAreOneAngle() {
        #expect(Angle.degrees(180).radians == .pi && Angle(degrees: 90) == .radians(.pi / 2) && Angle.radians(.pi).degrees == 180)
        var angle = Angle()
        angle.degrees = 90
        #expect(angle == Angle(radians: .pi / 2) && Angle.zero == Angle(degrees: 0))
    }

    @Test func anglesAddAndScaleAndCompare() {
        var angle = (.radians(1) + .radians(2)) * 2 - .radians(0.5) / 2
        #expect(angle == .radians(5.75) && -angle == .radians(-5.75) && 2 * angle == .radians(11.5))
        angle += .radians(1)
        angle -= .radians(0.75)
        angle *= 2
        angle /= 3
        #expect(angle == .radians(4))
        #expect(Angle.degrees(-10) < .zero && max(Angle.degrees(350), .degrees(20)) == .degrees(350))
        #expect(Set([Angle.zero, .radians(0), .degrees(0), .degrees(1)]).count == 2)
    }

    @Test func theDataOfAnAngleAreItsRadiansStretched() {
        var angle = Angle.radians(0.5)
        #expect(angle.animatableData == 64)
        angle.animatableData = 32
        #expect(angle == .radians(0.25))
    }
}
