// The animation engine, alone: a spring's value, a Bézier curve's, and one frame of attributes that springs move.
//
//     MotionBench EVALUATIONS
//
// Prints lines of a key and a number. motion/floor.c does the same with the same numbers.

import Glibc
import Motion

/// Time of this program on a processor: it has one thread, and what others do shows in the caches alone.
func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Numbers from 0 to 1, the floor's.
struct Numbers {
    private var state: UInt64 = 1

    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) * 0x1p-53
    }
}

/// A spring, where it goes, and how fast it starts.
struct Move {
    let spring: Spring
    let target: Double
    let velocity: Double
}

/// Evaluates and prints nanoseconds each, and the sum, which is the floor's and keeps the work from being left out.
func measure(_ name: String, evaluations: Int, _ evaluate: (Int) -> Double) {
    let before = nanoseconds()
    var sum = 0.0
    for index in 0..<evaluations { sum += evaluate(index) }
    print("\(name)_ns", Double(nanoseconds() - before) / Double(evaluations))
    print("\(name)_sum", sum)
}

guard CommandLine.arguments.count == 2, let evaluations = Int(CommandLine.arguments[1]), evaluations > 0 else {
    print("usage: MotionBench EVALUATIONS")
    exit(64)
}

let count = 1024
var numbers = Numbers()
let motions = (0..<count).map { index in
    let (duration, bounce) = (0.2 + numbers.next(), numbers.next())
    return Move(spring: Spring(duration: duration, bounce: index % 4 == 0 ? 0 : 0.5 * bounce), target: 100 * numbers.next(), velocity: 10 * numbers.next())
}
let curves = (0..<count).map { _ in
    let (x1, y1, x2, y2) = (numbers.next(), numbers.next(), numbers.next(), numbers.next())
    return UnitCurve.bezier(startControlPoint: UnitPoint(x: x1, y: y1), endControlPoint: UnitPoint(x: x2, y: y2))
}

measure("spring", evaluations: evaluations) { [motions] index in
    let motion = motions[index % count]
    return motion.spring.value(target: motion.target, initialVelocity: motion.velocity, time: Double(index % 121) / 60)
}
measure("curve", evaluations: evaluations) { [curves] index in curves[index % count].value(at: Double(index % 121) / 120) }

let attributes = (0..<10_000).map { index in
    let (duration, bounce) = (0.6 + numbers.next(), numbers.next())
    let attribute = Animator(100 * numbers.next())
    let (target, start) = (100 * numbers.next(), 0.25 * numbers.next())
    let animation = Animation.spring(duration: duration, bounce: index % 4 == 0 ? 0 : 0.5 * bounce)
    attribute.set(target, at: start, transaction: Transaction(animation: animation))
    return attribute
}
let frames = evaluations / attributes.count + 1
let before = nanoseconds()
var sum = 0.0
for frame in 0..<frames {
    let time = 0.25 + Double(frame % 15) / 60
    for attribute in attributes { sum += attribute.frame(at: time).value }
}
print("frame_us", Double(nanoseconds() - before) / 1_000 / Double(frames))
print("frame_sum", sum)
