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
