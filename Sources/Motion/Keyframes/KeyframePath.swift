public import Foundation

/// The course of a vector over time, from keyframe to keyframe.
///
/// At the time of a keyframe the value is the keyframe's, or where its spring was cut off. Keyframes of no duration, one of them at the same time as another,
/// leave the last one's value.
@usableFromInline
struct KeyframePath<Data: VectorArithmetic>: Equatable {
    @usableFromInline
    struct Segment: Equatable {
        /// Seconds from the start of the path.
        @usableFromInline let start: TimeInterval
        @usableFromInline let duration: TimeInterval
        @usableFromInline let motion: KeyframeMotion<Data>
    }

    @usableFromInline var segments: [Segment] = []
    /// Seconds until the path is over.
    @usableFromInline var duration: TimeInterval = 0
    /// The value from then on.
    @usableFromInline var end: Data

    /// The course through `keyframes` of a vector that is `start` and moves with `velocity`.
    @usableFromInline
    init(_ keyframes: [Keyframe<Data>], from start: Data, velocity: Data) {
        end = start
        var velocity = velocity
        segments.reserveCapacity(keyframes.count)
        for (index, keyframe) in keyframes.enumerated() {
            let next = index + 1 < keyframes.count ? keyframes[index + 1] : nil
            let motion = KeyframeMotion(keyframe, from: end, velocity: velocity, next: next)
            let seconds = keyframe.duration
            segments.append(Segment(start: duration, duration: seconds, motion: motion))
            duration += seconds
            end = motion.end(of: keyframe)
            velocity = motion.velocity(at: seconds, of: seconds)
        }
    }

    /// The value `time` seconds after the start; what isn't a number counts as the start.
    @inlinable
    func value(at time: TimeInterval) -> Data {
        let time = time > 0 ? time : 0
        if time >= duration { return end }
        let segment = segments[index(at: time)]
        return segment.motion.value(at: time - segment.start, of: segment.duration)
    }

    /// The velocity, per second: zero once the path is over.
    @usableFromInline
    func velocity(at time: TimeInterval) -> Data {
        let time = time > 0 ? time : 0
        if time >= duration { return .zero }
        let segment = segments[index(at: time)]
        return segment.motion.velocity(at: time - segment.start, of: segment.duration)
    }

    /// The last segment that has started by `time`, which is before the end.
    @inlinable
    func index(at time: TimeInterval) -> Int {
        var (started, later) = (0, segments.count)
        while later - started > 1 {
            let middle = (started + later) / 2
            if segments[middle].start <= time { started = middle } else { later = middle }
        }
        return started
    }
}
