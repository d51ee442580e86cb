import Foundation
import Motion
import WidgetLayout

/// The motions of one node.
struct NodeMotion {
    /// The motion of its numbers, from the old ones to the new ones.
    var numbers: Animator<NumberVector>?
    /// The motion from one content to another.
    var content: ContentMotion?
    /// Its numbers follow them beside all else.
    var keyframes: NodeKeyframes?

    func nextChange(after time: TimeInterval) -> TimeInterval? {
        [numbers?.nextChange(after: time), content?.nextChange(after: time), keyframes?.nextChange(after: time)].compactMap(\.self).min()
    }

    /// When each motion is over.
    var ends: [TimeInterval] { [numbers?.end, content?.end, keyframes?.end].compactMap(\.self) }

    /// The node as it is seen at a moment.
    func shown(_ node: DisplayNode, at time: TimeInterval) -> DisplayNode {
        let frame = numbers?.frame(at: time)
        let own = frame.flatMap { $0.isAnimating ? $0.value : nil }
        guard let keyframes, time < keyframes.end else { return own.map(node.with) ?? node }
        return node.with((own ?? node.vector) + keyframes.offset(at: time))
    }
}

/// The way of a node's numbers along keyframes.
struct NodeKeyframes {
    private let start: TimeInterval
    /// Seconds from the start, ascending.
    private let times: [TimeInterval]
    /// The numbers less those at the end, at each of the times.
    private let offsets: [NumberVector]

    fileprivate init(_ vectors: [NumberVector], at times: [TimeInterval], from start: TimeInterval) {
        (self.start, self.times) = (start, times)
        offsets = vectors.map { vector in vectors.last.map { vector - $0 } ?? .zero }
    }

    var end: TimeInterval { start + (times.last ?? 0) }

    func offset(at time: TimeInterval) -> NumberVector {
        let time = time - start
        guard let next = times.firstIndex(where: { $0 > time }) else { return .zero }
        guard next > 0 else { return offsets[0] }
        let part = (time - times[next - 1]) / (times[next] - times[next - 1])
        return offsets[next - 1] + (offsets[next] - offsets[next - 1]).scaled(by: part)
    }

    func nextChange(after time: TimeInterval) -> TimeInterval? { time < end ? max(time, start) : nil }
}

/// The lists along keyframes, of which only the numbers of the nodes that move are kept.
struct KeyframeRecording {
    private let final: DisplayList
    private let times: [TimeInterval]
    private let places: [Int]
    private var moving: [Int: [NumberVector]] = [:]
    /// Nodes that become something else on the way, and are at once what they are at the end.
    private var others: Set<Int> = []

    /// Sizes that are measured for one change: as much as for some dozens of frames of a widget that is full.
    private static let measurements = 100_000

    /// - Parameters:
    ///   - final: the list at the end of the keyframes.
    ///   - frames: how many there are, each a frame of ``SceneMotion/rate`` after the one before. Where they would cost too much, some are left out.
    /// - Returns: nil for keyframes that can't be played, because two of them cost too much already.
    init?(to final: DisplayList, frames: Int) {
        let affordable = Self.measurements / max(1, final.measurements, final.nodes.count)
        guard frames > 1, affordable > 1 else { return nil }
        let step = max(1, Int((Double(frames) / Double(affordable)).rounded(.up)))
        places = stride(from: 0, to: frames - 1, by: step) + [frames - 1]
        times = places.map { Double($0) / SceneMotion.rate }
        self.final = final
    }

    /// - Parameter list: of a frame by its number.
    /// - Returns: the nodes that move, by their index; none where a frame has other nodes than the end.
    mutating func play(from start: TimeInterval, list: (Int) -> DisplayList) -> [Int: NodeKeyframes] {
        for (number, place) in places.enumerated() {
            let frame = list(place)
            guard frame.nodes.count == final.nodes.count, zip(frame.nodes, final.nodes).allSatisfy({ $0.id == $1.id }) else { return [:] }
            for (index, (node, end)) in zip(frame.nodes, final.nodes).enumerated() where !others.contains(index) {
                guard node.isLike(end) else {
                    others.insert(index)
                    moving[index] = nil
                    continue
                }
                let vector = node.vector
                if moving[index] == nil, vector != end.vector { moving[index] = Array(repeating: end.vector, count: number) }
                moving[index]?.append(vector)
            }
        }
        return moving.mapValues { NodeKeyframes($0, at: times, from: start) }
    }
}
