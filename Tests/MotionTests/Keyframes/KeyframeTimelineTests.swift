import Foundation
import Motion
import Testing

private struct Place: Equatable {
    var x = 0.0
    var y = 0.0
    var name = "a"
}

private func near(_ value: Double, _ expected: Double, within tolerance: Double = 1e-12) -> Bool { abs(value - expected) <= tolerance }

@Suite("A keyframe timeline")
struct KeyframeTimelineTests {
    private let swing = KeyframeTimeline(initialValue: 0.0) {
        CubicKeyframe(-30, duration: 0.5)
        CubicKeyframe(30, duration: 1)
        CubicKeyframe(0, duration: 0.5)
    }

    @Test("Cubic keyframes give the published figures", arguments: [(0.25, -16.25), (0.75, -18.75), (1.25, 18.75), (0, 0), (0.5, -30), (1.5, 30), (2, 0)])
    func published(time: Double, value: Double) {
        #expect(near(swing.value(time: time), value))
        #expect(near(swing.value(progress: time / 2), value))
    }

    @Test("A single cubic keyframe rests at both ends")
    func restingCubic() {
        let timeline = KeyframeTimeline(initialValue: 0.0) { CubicKeyframe(10, duration: 2) }
        #expect(near(timeline.value(time: 0.5), 10 * (3 * 0.0625 - 2 * 0.015625)))
        #expect(timeline.value(time: 1) == 5)
    }

    @Test("Given velocities are those of a cubic keyframe, in real time")
    func explicitVelocities() {
        let timeline = KeyframeTimeline(initialValue: 0.0) { CubicKeyframe(0, duration: 2, startVelocity: 8, endVelocity: -8) }
        #expect(near(timeline.value(time: 1), 4))
        #expect(near(timeline.value(time: 1e-6) / 1e-6, 8, within: 1e-4))
    }

    @Test("A cubic keyframe takes over the slopes of linear neighbours")
    func linearNeighbours() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            LinearKeyframe(1, duration: 0.1)
            CubicKeyframe(2, duration: 0.2)
            LinearKeyframe(3, duration: 0.2)
        }
        let step = 1e-7
        #expect(near((timeline.value(time: 0.1 + step) - timeline.value(time: 0.1)) / step, 10, within: 1e-3))
        #expect(near((timeline.value(time: 0.3) - timeline.value(time: 0.3 - step)) / step, 5, within: 1e-3))
    }

    @Test("A cubic keyframe after a given end velocity begins with it")
    func givenJoint() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            CubicKeyframe(1, duration: 1, endVelocity: 7)
            CubicKeyframe(2, duration: 1)
        }
        #expect(near((timeline.value(time: 1 + 1e-7) - 1) / 1e-7, 7, within: 1e-3))
    }

    @Test("A linear keyframe follows its curve")
    func linear() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            LinearKeyframe(10, duration: 0.4)
            LinearKeyframe(20, duration: 1, timingCurve: .easeIn)
        }
        #expect(near(timeline.value(time: 0.1), 2.5))
        #expect(timeline.value(time: 0.65) == 10 + 10 * UnitCurve.easeIn.value(at: 0.25))
    }

    @Test("A move keyframe takes no time, and what follows starts at it, at rest")
    func move() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            LinearKeyframe(1, duration: 1)
            MoveKeyframe(5)
            CubicKeyframe(6, duration: 1)
            MoveKeyframe(-1)
        }
        #expect(timeline.duration == 2)
        #expect(near(timeline.value(time: 1.0.nextDown), 1))
        #expect(timeline.value(time: 1) == 5)
        #expect(timeline.value(time: 1.5) == 5.5)
        #expect(near(timeline.value(time: 2.0.nextDown), 6))
        #expect(timeline.value(time: 2) == -1)
    }

    @Test("A move keyframe at the start is shown at the start")
    func moveFirst() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            MoveKeyframe(3)
            LinearKeyframe(4, duration: 1)
        }
        #expect(timeline.value(time: 0) == 3)
        #expect(timeline.value(time: -1) == 3)
    }

    @Test("A spring keyframe without a duration lasts the spring's settling duration")
    func springDuration() {
        for spring in [Spring(), .snappy, .bouncy, Spring(duration: 1, bounce: -0.3)] {
            let timeline = KeyframeTimeline(initialValue: 0.0) { SpringKeyframe(1, spring: spring) }
            #expect(timeline.duration == spring.settlingDuration)
            #expect(timeline.value(time: 0.2) == spring.value(target: 1, time: 0.2))
        }
    }

    @Test("Before a spring a cubic arrives as if the spring's target were a keyframe as far away as the one before, or as fast as the spring was told to begin")
    func beforeSpring() {
        for duration in [0.5, 1, 4] {
            let timeline = KeyframeTimeline(initialValue: 1.0) {
                CubicKeyframe(10, duration: 2)
                SpringKeyframe(31, duration: duration, spring: Spring(duration: 0.5, bounce: 0.2))
            }
            // (31 - 1) in twice 2 seconds, however long the spring takes; the spring goes on so.
            let moment = 1e-6
            #expect(near((10 - timeline.value(time: 2 - moment)) / moment, 7.5, within: 1e-3))
            #expect(near((timeline.value(time: 2 + moment) - 10) / moment, 7.5, within: 1e-2))
            let told = KeyframeTimeline(initialValue: 1.0) {
                CubicKeyframe(10, duration: 2)
                SpringKeyframe(31, duration: duration, spring: Spring(duration: 0.5, bounce: 0.2), startVelocity: -3)
            }
            #expect(near((10 - told.value(time: 2 - moment)) / moment, -3, within: 1e-3))
        }
    }

    @Test("A spring that is cut off hands on its value and its velocity")
    func truncatedSpring() {
        let spring = Spring(duration: 1, bounce: 0.4)
        let timeline = KeyframeTimeline(initialValue: 2.0) {
            SpringKeyframe(10, duration: 0.3, spring: spring)
            CubicKeyframe(0, duration: 1)
        }
        let cut = 2 + spring.value(target: 8.0, time: 0.3)
        #expect(near(timeline.value(time: 0.3), cut))
        let step = 1e-7
        let velocity = (timeline.value(time: 0.3 + step) - timeline.value(time: 0.3)) / step
        #expect(near(velocity, spring.velocity(target: 8.0, time: 0.3), within: 1e-3))
        #expect(timeline.value(time: 2) == 0)

        let last = KeyframeTimeline(initialValue: 2.0) { SpringKeyframe(10, duration: 0.3, spring: spring) }
        #expect(near(last.value(time: 5), cut))
    }

    @Test("A spring goes on with the velocity that it finds, or begins with the one that it was given")
    func springVelocity() {
        let spring = Spring(duration: 0.5, bounce: 0.2)
        let found = KeyframeTimeline(initialValue: 0.0) {
            LinearKeyframe(10, duration: 0.2)
            SpringKeyframe(10, duration: 1, spring: spring)
        }
        #expect(near(found.value(time: 0.3), 10 + spring.value(target: 0, initialVelocity: 50, time: 0.1), within: 1e-9))
        let given = KeyframeTimeline(initialValue: 0.0) {
            LinearKeyframe(10, duration: 0.2)
            SpringKeyframe(10, duration: 1, spring: spring, startVelocity: -3)
        }
        #expect(near(given.value(time: 0.3), 10 + spring.value(target: 0, initialVelocity: -3, time: 0.1), within: 1e-9))
    }

    @Test("Tracks run side by side: the longest makes the duration, and shorter ones keep their last value")
    func tracks() {
        let timeline = KeyframeTimeline(initialValue: Place()) {
            KeyframeTrack(\.x) {
                LinearKeyframe(1, duration: 1)
                LinearKeyframe(2, duration: 2)
            }
            KeyframeTrack(\.y) { LinearKeyframe(4, duration: 1) }
        }
        #expect(timeline.duration == 3)
        #expect(timeline.value(time: 0.5) == Place(x: 0.5, y: 2))
        #expect(timeline.value(time: 2) == Place(x: 1.5, y: 4))
        #expect(timeline.value(time: 30) == Place(x: 2, y: 4))
    }

    @Test("What no track writes keeps its initial value")
    func untouched() {
        let timeline = KeyframeTimeline(initialValue: Place(x: 1, y: 7, name: "b")) { KeyframeTrack(\.x) { LinearKeyframe(2, duration: 1) } }
        #expect(timeline.value(time: 0.5) == Place(x: 1.5, y: 7, name: "b"))
    }

    @Test("Of two tracks that write the same property the last one wins")
    func lastTrackWins() {
        let timeline = KeyframeTimeline(initialValue: Place()) {
            KeyframeTrack(\.x) { LinearKeyframe(100, duration: 10) }
            KeyframeTrack(\.x) { LinearKeyframe(1, duration: 1) }
        }
        #expect(timeline.duration == 10)
        #expect(timeline.value(time: 0.5).x == 0.5)
        #expect(timeline.value(time: 5).x == 1)
    }

    @Test("A track may write a part that is computed, observed or in a class")
    func unstoredParts() {
        final class Box { var z = 0.0 }
        struct Root {
            var x = 1.0
            var doubled: Double {
                get { 2 * x }
                set { x = newValue / 2 }
            }
            var sets = 0
            var observed = 0.0 { didSet { sets += 1 } }
            let box = Box()
        }
        let timeline = KeyframeTimeline(initialValue: Root()) {
            KeyframeTrack(\.doubled) { LinearKeyframe(4, duration: 1) }
            KeyframeTrack(\.observed) { LinearKeyframe(8, duration: 1) }
            KeyframeTrack(\.box.z) { LinearKeyframe(6, duration: 1) }
        }
        let value = timeline.value(time: 0.5)
        #expect(value.x == 1.5)
        #expect(value.observed == 4 && value.sets == 1)
        #expect(value.box.z == 3)
    }

    @Test("A value of several dimensions goes through its keyframes as one")
    func severalDimensions() {
        let timeline = KeyframeTimeline(initialValue: AnimatablePair(0.0, 0.0)) {
            KeyframeTrack {
                CubicKeyframe(AnimatablePair(-30, 30), duration: 0.5)
                CubicKeyframe(AnimatablePair(30, -30), duration: 1)
                CubicKeyframe(AnimatablePair(0, 0), duration: 0.5)
            }
        }
        let value = timeline.value(time: 0.75)
        #expect(near(value.first, -18.75) && near(value.second, 18.75))
    }
}
