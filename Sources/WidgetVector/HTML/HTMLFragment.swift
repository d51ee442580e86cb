import WidgetCore
public import WidgetLayout
public import WidgetScene

/// A widget's display list as HTML: boxes for effects, one drawing for each node that moves, and one for all that stands still between two of them.
///
/// Boxes and drawings lie over each other, in points from the widget's corner. The page's style makes that so:
///
///     .widget { position: relative }
///     .widget div, .widget svg { position: absolute; left: 0; top: 0; transform-origin: 0 0 }
///     .widget div { width: 100%; height: 100% }
public struct HTMLFragment: Sendable {
    public let html: String
    /// The elements have their final look without them.
    public let animations: [HTMLAnimation]
    /// The ids of elements that go when the animations are over.
    public let departed: [String]
}

/// The animation of an element's properties, for the Web Animations API.
public struct HTMLAnimation: Sendable, Hashable {
    public struct Keyframe: Sendable, Hashable {
        /// 0 to 1.
        public let offset: Double
        /// CSS properties and their values, as JavaScript names them.
        public let properties: [String: String]
    }

    /// The element's id.
    public let element: String
    /// The kind of the elements in it that have the properties, `path` or `text`; empty: the element itself.
    public let target: String
    public let keyframes: [Keyframe]
    /// Seconds from the change until it begins, and how long it takes. Before it begins the first keyframe is seen.
    public let delay, duration: Double
    /// A CSS easing function: `linear`, or `linear(…)` with the points of the curve.
    public let easing: String

    /// An object with `e`, the element; `t`, the target; `w` and `d`, the milliseconds to wait and of the duration; `c`, the easing; and `k`, keyframes as
    /// `Element.animate` takes them.
    public var json: String { json(easing: JSONText.quoted(easing)) }

    /// - Parameter curve: what stands for the easing, as JSON.
    public func json(easing curve: String) -> String {
        func milliseconds(_ seconds: Double) -> String { NumberText.short(seconds * 1_000, digits: 1) }
        let frames = keyframes.map { frame in
            let properties = frame.properties.sorted { $0.key < $1.key }.map { "\(JSONText.quoted($0.key)):\(JSONText.quoted($0.value))" }
            // Without an offset two keyframes are the beginning and the end.
            let offset = keyframes.count > 2 ? ["\"offset\":\(NumberText.short(frame.offset, digits: 4))"] : []
            return "{\((offset + properties).joined(separator: ","))}"
        }
        var fields = ["\"e\":\(JSONText.quoted(element))"]
        if !target.isEmpty { fields.append("\"t\":\(JSONText.quoted(target))") }
        if delay > 0 { fields.append("\"w\":\(milliseconds(delay))") }
        fields += ["\"d\":\(milliseconds(duration))", "\"c\":\(curve)", "\"k\":[\(frames.joined(separator: ","))]"]
        return "{\(fields.joined(separator: ","))}"
    }

    /// One animation of the properties of both; nil: they aren't of one element, or don't keep step.
    func joined(with other: HTMLAnimation) -> HTMLAnimation? {
        guard element == other.element, target == other.target, delay == other.delay, duration == other.duration, easing == other.easing,
            keyframes.map(\.offset) == other.keyframes.map(\.offset)
        else { return nil }
        let both = zip(keyframes, other.keyframes).map { Keyframe(offset: $0.offset, properties: $0.properties.merging($1.properties) { own, _ in own }) }
        return HTMLAnimation(element: element, target: target, keyframes: both, delay: delay, duration: duration, easing: easing)
    }
}

/// Writes display lists as HTML.
public struct HTMLRenderer {
    private let svg: SVGRenderer

    /// - Parameter svg: how drawings are written.
    public init(svg: SVGRenderer = SVGRenderer()) { self.svg = svg }

    /// A list that stands still.
    /// - Parameter prefix: of all ids. It is unique within the page.
    public func fragment(_ list: DisplayList, prefix: String) -> HTMLFragment {
        var writer = HTMLWriter(list, tracks: [:], times: [0], departed: [], prefix: prefix, svg: svg)
        writer.addChildren(of: nil)
        return HTMLFragment(html: writer.html, animations: [], departed: [])
    }

    /// A list whose nodes move.
    /// - Parameter prefix: of all ids. It is unique within the page.
    public func fragment(_ motion: SceneMotion, prefix: String) -> HTMLFragment {
        var writer = HTMLWriter(motion.list, tracks: motion.tracks, times: motion.times, departed: motion.departed, prefix: prefix, svg: svg)
        writer.addChildren(of: nil)
        return HTMLFragment(html: writer.html, animations: writer.animations, departed: writer.departedIDs)
    }
}
