import WidgetCore
import WidgetLayout

/// The Smart Stack as a home screen shows it: the card in front, and beside its trailing edge a dot for each card.
struct StackPicture {
    let list: DisplayList

    /// Points: our own choice, since Apple gives none.
    private static let (dot, gap, distance) = (6.0, 6.0, 8.0)
    /// The opacity of the dots of cards that aren't in front.
    private static let paleness = 0.35

    /// - Parameters:
    ///   - front: the first card.
    ///   - cards: how many there are. One alone has no dots, and there are at most as many dots as stand beside the card.
    ///   - color: the dots'.
    init(front: DisplayList, cards: Int, color: ViewColor, _ presentation: Presentation, _ traits: PresentationTraits) {
        let count = min(cards, Int((front.size.height + Self.gap) / (Self.dot + Self.gap)))
        guard count > 1 else {
            list = front
            return
        }
        let dots = (0..<count).map { number in
            var dot = ViewTree(.view(.shape(ViewShape(.circle, style: .color(color)))))
            dot.modifiers = [.frame(ViewFrame(width: Self.dot, height: Self.dot)), .opacity(number == 0 ? 1 : Self.paleness)]
            return dot
        }
        let column = ViewTree(.view(.stack(axis: .vertical, alignment: .center, spacing: Self.gap)), children: dots)
        var own = traits
        (own.size, own.margins, own.hasChrome) = (Size(width: Self.dot, height: front.size.height), .zero, false)
        // The dots belong to the home screen: no theme changes them.
        own.views.renderingMode = .fullColor
        let pages = (try? column.archive()).map { presentation.displayList(of: $0, traits: own) }
        let size = Size(width: front.size.width + Self.distance + Self.dot, height: front.size.height)
        let isMirrored = traits.isRightToLeft
        list = DisplayList.composed(
            [(front, Point(x: isMirrored ? size.width - front.size.width : 0, y: 0))]
                + (pages.map { [($0, Point(x: isMirrored ? 0 : size.width - Self.dot, y: 0))] } ?? []),
            size: size, scale: front.scale)
    }
}
