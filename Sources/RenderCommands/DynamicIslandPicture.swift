import WidgetAPI
import WidgetCore
import WidgetLayout

/// An activity's views around the camera of an iPhone.
struct DynamicIslandPicture {
    private let presentation: Presentation
    private let traits: PresentationTraits

    /// Points, as Apple's Human Interface Guidelines have them for an iPhone with a width of 393 points.
    private enum Metrics {
        /// The compact and the minimal presentation's, which is also the width of the minimal one.
        static let height = 36.67
        /// The greatest width of a compact view, and the room above and below it together.
        static let compactWidth = 80.0
        static let compactRoom = 12.0
        /// From an end of the island to a compact view.
        static let compactMargin = 10.0
        /// Between the compact views, where the camera is.
        static let camera = 110.0

        static let expandedWidth = 371.0
        /// Heights that an expanded island may have.
        static let expandedHeights = 84.0...160.0
        static let expandedRadius = 44.0
        static let margin = 16.0
        /// Between the regions.
        static let gap = 8.0
        /// The regions beside the camera have at most this part of the width each.
        static let sideShare = 1.0 / 3
    }

    /// - Parameter traits: of a widget on the same surface.
    init(_ presentation: Presentation, _ traits: PresentationTraits) {
        self.presentation = presentation
        var traits = traits
        (traits.margins, traits.hasChrome, traits.views.colorScheme) = (.zero, false, .dark)
        // It is black in each theme, so its letters are white.
        traits.theme = Theme()
        self.traits = traits
    }

    func minimal(_ view: ViewArchive) -> DisplayList { row(of: [view], width: Metrics.height) }

    /// - Parameter views: the leading and the trailing one.
    func compact(_ views: [ViewArchive]) -> DisplayList { row(of: views, width: nil) }

    /// Views beside each other in a capsule.
    private func row(of views: [ViewArchive], width: Double?) -> DisplayList {
        let height = Metrics.height
        var traits = traits
        var parts: [(list: DisplayList, origin: Point)] = []
        var x = Metrics.compactMargin
        for (number, view) in views.enumerated() {
            let most = min(Metrics.compactWidth, width ?? Metrics.compactWidth)
            let size = presentation.size(of: view.adapted(to: traits.views), width: most, height: height - Metrics.compactRoom, traits: traits)
            traits.size = Size(width: min(most, max(1, size.width)), height: min(height, max(1, size.height)))
            if let width { x = (width - traits.size.width) / 2 }
            parts.append((presentation.displayList(of: view, traits: traits), Point(x: x, y: (height - traits.size.height) / 2)))
            x += traits.size.width + (number + 1 < views.count ? Metrics.camera : Metrics.compactMargin)
        }
        return onBlack(parts, Size(width: width ?? x, height: height), radius: height / 2)
    }

    /// The regions of the expanded presentation.
    func expanded(_ views: [ProtoActivityArchive.Presentation: ViewArchive]) -> DisplayList {
        let inner = Metrics.expandedWidth - 2 * Metrics.margin
        func measured(_ view: ViewArchive?, _ width: Double) -> (view: ViewArchive, size: Size)? {
            view.map { ($0, presentation.size(of: $0.adapted(to: traits.views), width: width, height: nil, traits: traits)) }
        }
        var parts: [(list: DisplayList, origin: Point)] = []
        func add(_ view: ViewArchive, _ place: Rect) {
            var traits = traits
            traits.size = place.size
            parts.append((presentation.displayList(of: view, traits: traits), place.origin))
        }
        let leading = measured(views[.expandedLeading], inner * Metrics.sideShare)
        let trailing = measured(views[.expandedTrailing], inner * Metrics.sideShare)
        let sides = [leading, trailing].compactMap { $0.map { $0.size.width + Metrics.gap } }.reduce(0, +)
        let room = max(1, inner - sides)
        let center = measured(views[.expandedCenter], room)
        let top = [leading, trailing, center].compactMap { $0?.size.height }.max() ?? 0
        if let leading { add(leading.view, Rect(x: Metrics.margin, y: Metrics.margin, width: leading.size.width, height: top)) }
        if let center {
            let x = Metrics.margin + (leading.map { $0.size.width + Metrics.gap } ?? 0)
            add(center.view, Rect(x: x, y: Metrics.margin, width: room, height: top))
        }
        if let trailing {
            let x = Metrics.expandedWidth - Metrics.margin - trailing.size.width
            add(trailing.view, Rect(x: x, y: Metrics.margin, width: trailing.size.width, height: top))
        }
        var height = Metrics.margin + top
        if let bottom = measured(views[.expandedBottom], inner) {
            let gap = top > 0 ? Metrics.gap : 0
            let left = Metrics.expandedHeights.upperBound - height - gap - Metrics.margin
            let size = Size(width: inner, height: max(1, min(left, bottom.size.height)))
            add(bottom.view, Rect(origin: Point(x: Metrics.margin, y: height + gap), size: size))
            height += gap + size.height
        }
        let whole = min(Metrics.expandedHeights.upperBound, max(Metrics.expandedHeights.lowerBound, height + Metrics.margin))
        // Views that are lower than the island lie in its middle.
        let shift = max(0, (whole - height - Metrics.margin) / 2)
        return onBlack(
            parts.map { ($0.list, Point(x: $0.origin.x, y: $0.origin.y + shift)) }, Size(width: Metrics.expandedWidth, height: whole),
            radius: Metrics.expandedRadius)
    }

    private func onBlack(_ parts: [(list: DisplayList, origin: Point)], _ size: Size, radius: Double) -> DisplayList {
        let back = presentation.blackGround(size, radius: radius, scale: traits.scale, now: traits.now)
        return DisplayList.composed([(back, .zero)] + parts, size: size, scale: traits.scale)
    }
}
