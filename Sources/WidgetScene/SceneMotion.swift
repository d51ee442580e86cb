public import Foundation
public import WidgetLayout

/// Everything that a scene shows from one moment until all has arrived, for a surface that plays it by itself, such as a browser.
public struct SceneMotion: Sendable {
    /// All nodes that are seen at some moment, as they are when all has arrived.
    public let list: DisplayList
    /// The outermost nodes that are gone when all has arrived.
    public let departed: Set<Int>
    /// Seconds since the first moment, ascending: 0, one for each frame of a display, and the moment when all has arrived.
    public let times: [TimeInterval]
    /// The nodes that change, by their index in the list: each as it is at each of the times.
    public let tracks: [Int: [DisplayNode]]

    /// Frames per second of the recording: as many as most displays show.
    static let rate = 60.0

    /// - Parameter frame: the list at a moment; it has the same nodes at all moments.
    init?(from start: TimeInterval, to end: TimeInterval, departed: Set<Int>, frame: (TimeInterval) -> DisplayList) {
        guard end > start else { return nil }
        let steps = Int(((end - start) * Self.rate).rounded(.up))
        times = (0...steps).map { min(end - start, Double($0) / Self.rate) }
        let frames = times.map { frame(start + $0) }
        guard let last = frames.last, frames.allSatisfy({ $0.nodes.count == last.nodes.count }) else { return nil }
        list = last
        self.departed = departed
        var tracks: [Int: [DisplayNode]] = [:]
        for index in last.nodes.indices where frames.contains(where: { $0.nodes[index] != last.nodes[index] }) {
            tracks[index] = frames.map { $0.nodes[index] }
        }
        self.tracks = tracks
    }
}
