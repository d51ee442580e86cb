import WidgetAPI
import WidgetCore
import WidgetLayout
import WidgetScene

/// One widget on a surface, over time.
final class WallItem {
    let id: String
    /// Where its corner is, in points of its page; nil: it has no place yet.
    private(set) var place: Glide?
    private let presentation: Presentation
    private var scene = WidgetScene()
    private var snapshot: ProtoWidgetSnapshot?
    private var archive: ViewArchive?
    private var traits: PresentationTraits
    private var list: DisplayList
    /// Toggles that a user has set here, until the daemon says so itself.
    private var switched: [String: Bool] = [:]
    private(set) var targets: [TapTarget] = []
    /// Nothing moves until it is laid out again. The scene looks at each node to say so.
    private var isStill = true
    /// The room that it has; its list lies in the middle.
    private var room: Size
    /// The card that makes room for this one in the Smart Stack.
    private var slide: CardSlide?
    /// Rises with every change of what is seen, but for animations.
    private(set) var version = 0

    init(_ id: String, _ presentation: Presentation, _ traits: PresentationTraits) {
        self.id = id
        self.presentation = presentation
        self.traits = traits
        list = DisplayList(size: traits.size, scale: traits.scale)
        room = traits.size
    }

    var family: WidgetFamily { snapshot?.family ?? .systemSmall }

    /// Shows a new state of the widget, or the state on a surface with other traits.
    /// - Parameters:
    ///   - room: the size of its place, if that isn't its own.
    ///   - motion: how it moves. Another card of the Smart Stack slides in.
    /// - Returns: false: the archive can't be read, and the old one stays.
    func show(
        _ next: ProtoWidgetSnapshot, _ traits: PresentationTraits, room: Size? = nil, motion: WidgetScene.Options, at moment: Moment
    ) -> Bool {
        var isReadable = true
        let room = room ?? traits.size
        if let snapshot, snapshot.widget.id != next.widget.id {
            slide = motion.reducesMotion || motion.isAlwaysOn ? nil : CardSlide(frame(at: moment), at: moment.seconds)
            scene = WidgetScene()
        }
        scene.options = motion
        guard snapshot != next || !self.traits.looksLike(traits) || room != self.room else { return true }
        self.room = room
        if snapshot?.revision != next.revision || snapshot?.archive != next.archive {
            switched = [:]
            if let read = try? ViewArchive(next.archive) { archive = read } else { isReadable = false }
        }
        snapshot = next
        self.traits = traits
        layOut(at: moment)
        return isReadable
    }

    /// Shows a toggle as it will be.
    func set(_ action: String, to value: Bool?, at moment: Moment) {
        switched[action] = value
        layOut(at: moment)
    }

    private func layOut(at moment: Moment) {
        guard let archive, let snapshot else { return }
        var traits = traits
        traits.now = moment.date
        traits.isInvalidated = snapshot.invalidated
        if snapshot.contentMarginsDisabled { traits.margins = .zero }
        scene.options.isRightToLeft = traits.isRightToLeft
        let shown = archive.showing(snapshot.taps).showing(switched)
        let variant = shown.adapted(to: traits.views)
        targets = variant.tapTargets
        list = scene.show(variant, at: moment.seconds) { presentation.displayList(of: $0, traits: traits) }
        isStill = false
        version += 1
    }

    /// Is at a place at once.
    func put(at corner: Point) { place = Glide(corner) }

    /// Goes to another place. The first one it has at once.
    func go(to corner: Point, at moment: Moment) {
        if place == nil { place = Glide(corner) } else { place?.go(to: corner, at: moment.seconds) }
    }

    /// Goes to where it was going, from another place.
    func leave(from corner: Point, at moment: Moment) {
        let target = place?.target ?? corner
        place?.jump(to: corner)
        place?.go(to: target, at: moment.seconds)
    }

    var size: Size { room }

    /// The list at a moment. A clock in it has gone on by then.
    func frame(at moment: Moment) -> DisplayList {
        if let tick = list.nextTick, tick <= moment.date { layOut(at: moment) }
        let shown = isMoving(at: moment) ? scene.frame(at: moment.seconds) : list
        let origin = Point(x: ((room.width - list.size.width) / 2).rounded(), y: ((room.height - list.size.height) / 2).rounded())
        if let slide, slide.isMoving(at: moment.seconds) { return slide.frame(shown, origin, in: room, at: moment.seconds) }
        return room == list.size ? shown : .composed([(shown, origin)], size: room, scale: list.scale)
    }

    /// Whether the frame isn't the one that stays.
    func isMoving(at moment: Moment) -> Bool { nextFrame(after: moment) != nil }

    /// Seconds after which the next frame of an animation differs; nil: nothing moves.
    func nextFrame(after moment: Moment) -> Double? {
        if let slide {
            if slide.isMoving(at: moment.seconds) { return 0 }
            self.slide = nil
            version += 1
        }
        if isStill { return nil }
        let next = scene.nextChange(after: moment.seconds)
        isStill = next == nil
        return next.map { max(0, $0 - moment.seconds) }
    }

    /// When a clock in it goes on.
    var nextTick: Timestamp? { list.nextTick }

    /// The target of a name; nil: there is none.
    func target(named action: String) -> TapTarget? { targets.first { $0.id == action } }

    /// The target of a tap beside all others: the address of the widget itself.
    var wholeTarget: TapTarget? { targets.last.flatMap { $0.kind == .widget ? $0 : nil } }
}

/// The way of two cards of the Smart Stack: one goes up, and the other comes from below.
private struct CardSlide {
    /// The one that goes, in the room of both.
    private let old: DisplayList
    private var way = Glide(.zero)

    init(_ old: DisplayList, at time: Double) {
        self.old = old
        way.go(to: Point(x: 0, y: 1), at: time)
    }

    func isMoving(at time: Double) -> Bool { way.isMoving(at: time) }

    /// - Parameters:
    ///   - new: the card that comes.
    ///   - origin: of that one in the room.
    func frame(_ new: DisplayList, _ origin: Point, in room: Size, at time: Double) -> DisplayList {
        let passed = way.position(at: time).y
        var list = DisplayList.composed(
            [(old, Point(x: 0, y: -passed * room.height)), (new, Point(x: origin.x, y: origin.y + (1 - passed) * room.height))], size: room,
            scale: new.scale)
        let clip = DisplayShape(.rectangle(Rect(origin: .zero, size: room)), paint: .color(.black))
        var node = DisplayNode(
            id: DisplayID(node: NodeID(high: .max, low: .max), part: 0), frame: Rect(origin: .zero, size: room), effect: .clip(clip))
        node.end = list.nodes.count + 1
        list.nodes =
            [node]
            + list.nodes.map { node in
                var node = node
                node.end += 1
                return node
            }
        return list
    }
}

extension PresentationTraits {
    /// The same picture comes of the same view, at the same moment.
    fileprivate func looksLike(_ other: PresentationTraits) -> Bool {
        views == other.views && size == other.size && scale == other.scale && theme == other.theme && hidesPrivate == other.hidesPrivate
    }
}

extension ProtoWidgetSnapshot {
    var family: WidgetFamily { WidgetFamily(rawValue: widget.family.rawValue) ?? .systemSmall }
}
