import Motion
import Testing

private struct Place: Equatable {
    var x = 0.0
    var y = 0.0
}

private struct Bounce: KeyframeTrackContent {
    var height: Double
    var body: some KeyframeTrackContent<Double> {
        LinearKeyframe(height, duration: 1)
        LinearKeyframe(0, duration: 1)
    }
}

private struct Diagonal: Keyframes {
    var to: Double
    var body: some Keyframes<Place> {
        KeyframeTrack(\.x) { LinearKeyframe(to, duration: 1) }
        KeyframeTrack(\.y) { LinearKeyframe(to, duration: 2) }
    }
}

private struct Loop: Keyframes {
    var body: Loop { self }
    typealias Value = Double
}

@Suite("Keyframes are written")
struct KeyframesBuilderTests {
    @Test("with loops", arguments: [0, 1, 5])
    func loops(count: Int) {
        let track = KeyframeTimeline(initialValue: 0.0) {
            KeyframeTrack { for number in 0..<count { LinearKeyframe(Double(number + 1), duration: 1) } }
        }
        let bare = KeyframeTimeline(initialValue: 0.0) { for number in 0..<count { LinearKeyframe(Double(number + 1), duration: 1) } }
        for timeline in [track, bare] {
            #expect(timeline.duration == Double(count))
            #expect(timeline.value(time: 100) == Double(count))
        }
    }

    @Test("with branches", arguments: [0, 1, 2])
    func branches(choice: Int) {
        let track = KeyframeTimeline(initialValue: 0.0) {
            KeyframeTrack {
                if choice == 0 {
                    MoveKeyframe(7)
                } else {
                    LinearKeyframe(1, duration: 1)
                    LinearKeyframe(2, duration: 1)
                }
                switch choice {
                case 0: CubicKeyframe(3, duration: 1)
                case 1: SpringKeyframe(3, duration: 1)
                default: LinearKeyframe(3, duration: 1)
                }
            }
        }
        let bare = KeyframeTimeline(initialValue: 0.0) {
            if choice == 0 {
                MoveKeyframe(7)
            } else {
                LinearKeyframe(1, duration: 1)
                LinearKeyframe(2, duration: 1)
            }
            LinearKeyframe(3, duration: 1)
        }
        #expect(track.duration == (choice == 0 ? 1 : 3))
        #expect(bare.duration == (choice == 0 ? 1 : 3))
        #expect(track.value(time: 0) == (choice == 0 ? 7 : 0))
        #expect(bare.value(time: 0) == (choice == 0 ? 7 : 0))
    }

    @Test("one below the other, with no track around them")
    func bare() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            LinearKeyframe(1, duration: 1)
            CubicKeyframe(2, duration: 1)
            SpringKeyframe(3, duration: 1)
            MoveKeyframe(4)
        }
        #expect(timeline.duration == 3)
        #expect(timeline.value(progress: 1) == 4)
    }

    @Test("as content of one's own")
    func ownContent() {
        let timeline = KeyframeTimeline(initialValue: Place()) {
            KeyframeTrack(\.x) {
                Bounce(height: 4)
                Bounce(height: 2)
            }
        }
        #expect(timeline.duration == 4)
        #expect(timeline.value(time: 0.5).x == 2)
        #expect(timeline.value(time: 2.5).x == 1)
    }

    @Test("as keyframes of one's own, among others")
    func ownKeyframes() {
        let timeline = KeyframeTimeline(initialValue: Place()) {
            Diagonal(to: 10)
            KeyframeTrack(\.y) { MoveKeyframe(-1) }
        }
        #expect(timeline.duration == 2)
        #expect(timeline.value(time: 0.5) == Place(x: 5, y: -1))
    }

    @Test("by functions")
    func functions() {
        @KeyframesBuilder<Double> func shake(_ far: Double) -> some Keyframes<Double> {
            LinearKeyframe(far, duration: 1)
            LinearKeyframe(-far, duration: 2)
        }
        @KeyframeTrackContentBuilder<Double> func content(_ far: Double) -> some KeyframeTrackContent<Double> {
            LinearKeyframe(far, duration: 1)
            LinearKeyframe(-far, duration: 2)
        }
        let first = KeyframeTimeline(initialValue: 0.0) { shake(3) }
        let second = KeyframeTimeline(initialValue: 0.0) { KeyframeTrack { content(3) } }
        #expect(first.value(time: 2) == second.value(time: 2))
        #expect(first.duration == 3)
    }

    @Test("not at all: the value stays, and nothing takes time")
    func empty() {
        let nothing = KeyframeTimeline(initialValue: 4.0) {}
        let noKeyframes = KeyframeTimeline(initialValue: 4.0) { KeyframeTrack {} }
        let notAnimatable = KeyframeTimeline(initialValue: "4") {}
        for time in [0, 1, -1, Double.nan, .infinity] {
            #expect(nothing.value(time: time) == 4)
            #expect(noKeyframes.value(time: time) == 4)
            #expect(notAnimatable.value(progress: time) == "4")
        }
        #expect(nothing.duration == 0 && noKeyframes.duration == 0 && notAnimatable.duration == 0)
    }

    @Test("in circles: keyframes that are made of themselves are none")
    func circular() {
        #expect(KeyframeTimeline(initialValue: 4.0) { Loop() }.duration == 0)
    }
}
