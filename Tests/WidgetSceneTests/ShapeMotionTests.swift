import Testing
import WidgetLayout

@testable import WidgetScene

/// Shapes and gauges go through what they would be at the values between.
@Suite struct ShapeMotionTests {
    /// A change whose half is reached after a tenth of a second.
    private func view(_ content: String, _ value: Double) -> String {
        let rule = #"{"value": \#(value), "animation": {"curve": "linear", "duration": 0.2}}"#
        return #"{"vstack": [{\#(content), "frame": {"width": 60, "height": 60}}], "animation": \#(rule)}"#
    }

    private func shapes(_ list: DisplayList) -> [DisplayShape] { list.nodes.compactMap { if case .shape(let shape) = $0.content { shape } else { nil } } }

    /// How far the points of two outlines lie from each other; nil: they have others.
    private func distance(_ one: Outline, _ other: Outline) -> Double? {
        let (some, others) = (points(one), points(other))
        return some.count == others.count ? zip(some, others).map { max(($0.x - $1.x).magnitude, ($0.y - $1.y).magnitude) }.max() ?? 0 : nil
    }

    private func points(_ outline: Outline) -> [Point] {
        var (outline, points): (Outline, [Point]) = (outline, [])
        outline.forEachPoint { points.append($0) }
        return points
    }

    @Test(arguments: [
        (#""gauge": 0.1, "style": "circular""#, #""gauge": 0.5, "style": "circular""#, #""gauge": 0.9, "style": "circular""#),
        (
            #""gauge": 0, "style": "accessoryCircularCapacity""#, #""gauge": 0.4, "style": "accessoryCircularCapacity""#,
            #""gauge": 0.8, "style": "accessoryCircularCapacity""#
        ),
        (#""gauge": 0, "style": "linearCapacity""#, #""gauge": 0.4, "style": "linearCapacity""#, #""gauge": 0.8, "style": "linearCapacity""#),
        (#""gauge": 0.05, "style": "linear""#, #""gauge": 0.5, "style": "linear""#, #""gauge": 0.95, "style": "linear""#),
        (#""progress": 0"#, #""progress": 0.5"#, #""progress": 1"#),
        (
            #""shape": "circle", "stroke": {"lineWidth": 4}, "trim": {"from": 0, "to": 0}"#,
            #""shape": "circle", "stroke": {"lineWidth": 4}, "trim": {"from": 0, "to": 0.4}"#,
            #""shape": "circle", "stroke": {"lineWidth": 4}, "trim": {"from": 0, "to": 0.8}"#
        ),
        (#""shape": "roundedRectangle", "radius": 0"#, #""shape": "roundedRectangle", "radius": 10"#, #""shape": "roundedRectangle", "radius": 20"#),
    ]) func halfWayItIsWhatItWouldBeInTheMiddle(_ start: String, _ middle: String, _ end: String) throws {
        let stage = Stage()
        let still = try Stage().show(view(middle, 1), at: 0)
        try stage.show(view(start, 1), at: 0)
        try stage.show(view(end, 2), at: 10)
        let (seen, wanted) = (shapes(stage.scene.frame(at: 10.1)), shapes(still))
        #expect(seen.count == wanted.count)
        for (seen, wanted) in zip(seen, wanted) {
            let distance = distance(seen.outline, wanted.outline)
            #expect(distance ?? .infinity < 1e-6, "\(seen.outline) isn't \(wanted.outline)")
        }
    }

    @Test func aBarGrowsFromNothing() throws {
        func bar(_ height: Int) -> String {
            let rule = #"{"value": \#(height), "animation": {"curve": "linear", "duration": 0.2}}"#
            return #"{"vstack": [{"shape": "capsule", "frame": {"width": 10, "height": \#(height)}}], "animation": \#(rule)}"#
        }
        let stage = Stage()
        try stage.show(bar(0), at: 0)
        try stage.show(bar(50), at: 10)
        let heights = [10, 10.1, 10.2].map { shapes(stage.scene.frame(at: $0)).last?.outline.bounds.size.height ?? 0 }
        #expect(heights.map { ($0 * 1e6).rounded() / 1e6 } == [0, 25, 50])
    }

    @Test func outlinesBecomeAlikeForProgramsThatKnowPointsAlone() {
        var arcs: [Outline] = [Outline()]
        for end in [0.5, 2, 6.0] {
            var arc = Outline()
            arc.arc(center: .zero, radius: 10, from: 0, to: end)
            arcs.append(arc)
        }
        let alike = Outline.alike(arcs)
        #expect(Set(alike.map(\.elements.count)) == [5])
        #expect(points(alike[0]).allSatisfy { $0 == Point(x: 10, y: 0) })
        for (one, other) in zip(alike, arcs).dropFirst() { #expect(Array(one.elements.prefix(other.elements.count)) == other.elements) }
    }
}
