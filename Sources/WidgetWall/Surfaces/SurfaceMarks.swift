import WidgetAPI
import WidgetCore
import WidgetLayout

/// The marks on a surface for what the user does there.
struct SurfaceTouch {
    /// An action of a widget.
    struct Target: Hashable {
        var widget: String
        var action: String
    }

    /// A widget that the user carries.
    struct Lifted {
        var widget: String
        /// Where the finger is, and where it holds the widget. In points of the surface and of the widget.
        var place: Point
        /// Where the finger was when it lifted the widget.
        var start: Point
        var grip: Point
    }

    var pressed: Target?
    var focused: Target?
    var lifted: Lifted?
    /// The widgets have marks that take them off the surface.
    var isEditing = false

    func marks(_ widget: String) -> Bool { pressed?.widget == widget || focused?.widget == widget }

    /// A widget's list with its marks.
    func marking(_ list: DisplayList, of widget: String) -> DisplayList {
        var marked = list
        if let focused, focused.widget == widget {
            let whole = Rect(origin: .zero, size: list.size).inset(by: 4)
            marked = marked.focusing(
                list.targets.first { $0.action == focused.action }?.frame.intersection(whole) ?? whole, color: ResolvedColor(.blue, .dark))
        }
        if let pressed, pressed.widget == widget {
            // A target that no view carries is the whole widget.
            marked = marked.pressing(list.targets.last { $0.action == pressed.action }?.node ?? 0)
        }
        return marked
    }
}

/// The marks that a surface draws itself, behind and before widgets.
enum PageMarks {
    /// The ground behind all.
    static func ground(_ paint: Paint?, _ size: Size, _ scale: Double) -> DisplayList {
        var list = DisplayList(size: size, scale: scale)
        guard let paint else { return list }
        add(.rectangle(Rect(origin: .zero, size: size)), paint, 0, to: &list)
        return list
    }

    /// A dot for each page at the lower edge; that of the page in sight is brighter.
    static func dots(_ count: Int, position: Double, in size: Size, _ scale: Double) -> SurfaceFrame.Layer {
        let (diameter, pitch) = (7.0, 16.0)
        let width = pitch * Double(count - 1) + diameter
        var list = DisplayList(size: Size(width: width, height: diameter), scale: scale)
        for number in 0..<count {
            let nearness = max(0, 1 - (Double(number) - position).magnitude)
            let color = ResolvedColor(red: 1, green: 1, blue: 1, alpha: 0.35 + 0.65 * nearness)
            add(.ellipse(Rect(x: pitch * Double(number), y: 0, width: diameter, height: diameter)), .color(color), number, to: &list)
        }
        return SurfaceFrame.Layer(id: .dots, list: list, origin: Point(x: ((size.width - width) / 2).rounded(), y: size.height - 18), version: nil)
    }

    /// A dot for each card of a stack, beside it on the trailing side; where the surface ends there, within it.
    /// - Parameters:
    ///   - frame: of the stack.
    ///   - width: of the surface.
    ///   - isLight: the cards are light.
    static func cards(_ deck: CardDeck, of stack: String, beside frame: Rect, in width: Double, isLight: Bool, _ scale: Double) -> SurfaceFrame.Layer {
        let (diameter, pitch) = (5.0, 11.0)
        let height = pitch * Double(deck.cards.count - 1) + diameter
        var list = DisplayList(size: Size(width: diameter, height: height), scale: scale)
        let isWithin = frame.maxX + 7 + diameter > width
        let level = isWithin && isLight ? 0.0 : 1
        for number in deck.cards.indices {
            let color = ResolvedColor(red: level, green: level, blue: level, alpha: number == deck.current ? 1 : 0.35)
            add(.ellipse(Rect(x: 0, y: pitch * Double(number), width: diameter, height: diameter)), .color(color), number, to: &list)
        }
        let place = Point(x: isWithin ? frame.maxX - 7 - diameter : frame.maxX + 7, y: (frame.midY - height / 2).rounded())
        return SurfaceFrame.Layer(id: .cards(stack), list: list, origin: place, version: nil)
    }

    /// The mark at a widget's corner that takes it off the surface: a minus on a disc.
    /// - Parameter corner: of the widget.
    static func removal(of widget: String, corner: Point, _ scale: Double) -> SurfaceFrame.Layer {
        var list = DisplayList(size: Size(width: removalSide, height: removalSide), scale: scale)
        let disc = Rect(origin: .zero, size: list.size)
        add(.ellipse(disc), .color(ResolvedColor(red: 0.78, green: 0.78, blue: 0.8)), 0, to: &list)
        let bar = Rect(x: disc.midX - 5, y: disc.midY - 1, width: 10, height: 2)
        add(.rectangle(bar), .color(.black), 1, to: &list)
        return SurfaceFrame.Layer(id: .removal(widget), list: list, origin: corner, version: 0)
    }

    /// Points across a mark.
    static let removalSide = 22.0

    /// A veil.
    /// - Parameter level: the brightness that is left, 0 to 1.
    static func veil(_ id: SurfaceFrame.ID, _ level: Double, _ size: Size, _ scale: Double) -> SurfaceFrame.Layer {
        let veil = Paint.color(ResolvedColor(red: 0, green: 0, blue: 0, alpha: 1 - level))
        return SurfaceFrame.Layer(id: id, list: ground(veil, size, scale), origin: .zero, version: 0)
    }

    /// The brightness of widgets that know that they are dimmed, as the layout draws them.
    static let dimmedWidgets = 0.6

    private static func add(_ outline: Outline, _ paint: Paint, _ part: Int, to list: inout DisplayList) {
        var node = DisplayNode(
            id: DisplayID(node: NodeID(high: .max, low: .max), part: part), frame: outline.bounds, content: .shape(DisplayShape(outline, paint: paint)))
        node.end = list.nodes.count + 1
        list.nodes.append(node)
    }
}
