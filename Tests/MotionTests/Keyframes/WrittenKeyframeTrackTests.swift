import Foundation
import Motion
import Testing

@Suite struct WrittenKeyframeTrackTests {
    @Test func aTrackThatWasWrittenMovesAsItDid() throws {
        @KeyframeTrackContentBuilder<CGPoint> func keyframes() -> some KeyframeTrackContent<CGPoint> {
            LinearKeyframe(CGPoint(x: 10, y: 20), duration: 0.5, timingCurve: .easeIn)
            CubicKeyframe(CGPoint(x: -5, y: 3), duration: 0.7, startVelocity: CGPoint(x: 1, y: 2))
            SpringKeyframe(CGPoint(x: 40, y: 40), duration: 0.3, spring: .bouncy)
            MoveKeyframe(CGPoint(x: 0, y: 1))
            SpringKeyframe(CGPoint(x: 8, y: 9), spring: .snappy, startVelocity: CGPoint(x: 30, y: 0))
        }
        let written = try #require(AnyKeyframeTrack(property: "position", content: keyframes))
        #expect(written.keyframes.count == 5 && written.keyframes[3] == .move(to: [0, 1]))
        let read = try #require(written.content(like: CGPoint.zero))
        let original = KeyframeTimeline(initialValue: CGPoint.zero) { KeyframeTrack(content: keyframes) }
        let again = KeyframeTimeline(initialValue: CGPoint.zero) { KeyframeTrack { read } }
        #expect(original.duration == again.duration)
        for step in 0...100 {
            let time = original.duration * Double(step) / 100
            #expect(original.value(time: time) == again.value(time: time))
        }
    }

    @Test func whatDoesNotFitIsNotRead() {
        let written = AnyKeyframeTrack(keyframes: [.move(to: [1, 2])])
        #expect(written.content(like: 0.0) == nil && written.content(like: CGRect.zero) == nil)
        #expect(AnyKeyframeTrack(keyframes: [.cubic(to: [1], duration: 1, startVelocity: [1, 2], endVelocity: nil)]).content(like: 0.0) == nil)
    }
}
