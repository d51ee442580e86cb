import CWayland
import Logging
import WidgetAPI
import WidgetCore
import WidgetDrawing
import WidgetLayout
import WidgetSettings

/// A surface on one display: its widgets, its pages and its pixels.
final class SurfaceView {
    private(set) var setup: WallSurface
    /// Nil: the compositor chooses the display.
    let output: WaylandOutput?
    private let context: SurfaceContext
    private var hours: DimmingHours?
    private var wayland: WaylandSurface?
    private var items: [String: WallItem] = [:]
    /// The stacks on its pages, by their words.
    private(set) var decks: [String: CardDeck] = [:]
    private(set) var contents = PageContents()
    private(set) var pages: PageTurner
    private(set) var isDimmed = false
    /// The marks for what the user does here.
    var touch = SurfaceTouch()
    private var drawn = SurfaceFrame()
    private var needsFrame = false

    init(_ setup: WallSurface, on output: WaylandOutput?, _ context: SurfaceContext) {
        self.setup = setup
        self.output = output
        self.context = context
        hours = context.hours(of: setup)
        pages = PageTurner(interval: setup.turnAfter)
    }

    /// Whether it can become another surface of the file: the same one, whose settings differ. The compositor's surface stays, and a window is where it was.
    func canBecome(_ other: WallSurface) -> Bool {
        setup == other || !isClosed && setup.name == other.name && setup.kind == other.kind && setup.layer == other.layer
    }

    /// Takes other settings over. ``update(_:at:)`` shows the widgets with them.
    func become(_ other: WallSurface, at moment: Moment) {
        guard setup != other else { return }
        (setup, hours, drawn) = (other, context.hours(of: other), SurfaceFrame())
        pages.set(interval: other.turnAfter, at: moment.seconds)
        needsFrame = true
    }

    /// The traits with which its widgets are watched.
    var traits: ViewTraits { setup.traits(isDimmed: isDimmed) }
    var isWindow: Bool { setup.kind == .window || context.connection.layerShell == nil }
    /// The surface as it is here: where the compositor has no layers, groups and panels are windows.
    private var shown: WallSurface {
        guard isWindow, setup.kind != .wall else { return setup }
        var window = setup
        window.kind = .window
        return window
    }
    var pointer: OpaquePointer? { wayland?.pointer }
    private var zoom: Double { setup.place.zoom }
    private var scale: Double { wayland?.scale ?? Double(output?.scale ?? 1) }

    /// The compositor has removed it, because its display is gone or because the user closed a window. It doesn't come back.
    private(set) var isClosed = false

    /// Finds out whether the compositor has removed it.
    func close() {
        guard let wayland, wayland.isClosed else { return }
        (self.wayland, isClosed) = (nil, true)
    }

    /// Finds out whether it is dimmed now.
    /// - Returns: whether that has changed.
    func dim(at moment: Moment) -> Bool {
        let dims = hours?.isDimmed(at: moment.date) ?? false
        defer { isDimmed = dims }
        if dims != isDimmed { needsFrame = true }
        return dims != isDimmed
    }

    // MARK: Contents

    /// Shows the widgets as they are now.
    func update(_ board: WallBoard, at moment: Moment) {
        let (ids, unknown) = board.pages(of: setup)
        if board.isComplete, !unknown.isEmpty, unknown != contents.unknown {
            context.log.warning("no widget has a name of the file", metadata: ["surface": "\(setup.name)", "names": "\(unknown.joined(separator: ", "))"])
        }
        let stacks = ids.joined().filter { PageWord($0).stack != nil }
        decks = decks.filter { stacks.contains($0.key) }
        for stack in stacks { decks[stack, default: CardDeck()].update(board.stacks[stack] ?? []) }
        let families = ids.map { $0.map { decks[$0]?.family ?? board[$0]?.family ?? .systemSmall } }
        contents = PageContents(pages: ids, unknown: unknown, layout: PageLayout(shown, families, room: room))
        pages.set(count: max(1, ids.count), at: moment.seconds)
        let known = Set(ids.joined())
        for id in items.keys where !known.contains(id) { items[id] = nil }
        for (page, widgets) in ids.enumerated() {
            for (place, id) in widgets.enumerated() {
                let control = board.controls.snapshot(id, isDark: setup.look.colorScheme == .dark)
                guard let snapshot = decks[id]?.snapshot ?? control ?? board[id] else { continue }
                show(snapshot, as: id, in: contents.layout.frame(page: page, place: place).size, at: moment)
            }
        }
        settle(at: moment)
        place()
    }

    /// - Parameters:
    ///   - id: the widget's, or the word of a stack or a control.
    ///   - room: the size of its place. A card of the stack and a control keep their own size there.
    private func show(_ snapshot: ProtoWidgetSnapshot, as id: String, in room: Size, at moment: Moment) {
        let isControl = ControlBoard.name(in: id) != nil
        let size = isControl ? ControlBoard.size : decks[id] == nil ? room : WidgetMetrics.size(of: snapshot.family)
        let traits = setup.presentation(
            of: snapshot.family, size: size, isDimmed: isDimmed, isLocked: context.isLocked, scale: scale, at: moment.date, localTime: context.localTime)
        let item = items[id] ?? WallItem(id, context.presentation, traits)
        items[id] = item
        if !item.show(snapshot, traits, room: room, motion: setup.motion(isDimmed: isDimmed), at: moment) {
            context.log.warning("a view can't be read", metadata: ["widget": "\(id)"])
        }
    }

    /// Turns to another card of a stack.
    func turn(stack: String, by step: Int, at moment: Moment) {
        guard let item = items[stack], let deck = decks[stack], deck.cards.count > 1 else { return }
        decks[stack]?.turn(by: step)
        if let snapshot = decks[stack]?.snapshot { show(snapshot, as: stack, in: item.size, at: moment) }
        needsFrame = true
    }

    /// Lets the widgets go to their places.
    func settle(at moment: Moment) {
        // Before the first frame the compositor says another size than was assumed.
        let isSeen = wayland.map { $0.frames > 0 } ?? false
        for (page, widgets) in contents.pages.enumerated() {
            for (place, id) in widgets.enumerated() {
                let corner = contents.layout.frame(page: page, place: place).origin
                if isSeen { items[id]?.go(to: corner, at: moment) } else { items[id]?.put(at: corner) }
            }
        }
        needsFrame = true
    }

    /// Lets the widgets make room for one that is carried.
    /// - Parameter place: where it would be put among those of the page, from 0 to their number.
    func preview(_ widget: String, at place: Int, on page: Int, at moment: Moment) {
        var pages = contents.pages
        guard pages.indices.contains(page), let old = pages[page].firstIndex(of: widget) else { return }
        pages[page].remove(at: old)
        pages[page].insert(widget, at: place > old ? place - 1 : place)
        let layout = PageLayout(
            shown,
            pages.map { $0.map { decks[$0]?.family ?? (ControlBoard.name(in: $0) == nil ? items[$0]?.family ?? .systemSmall : .systemSmall) } }, room: room)
        for (page, widgets) in pages.enumerated() {
            for (place, id) in widgets.enumerated() { items[id]?.go(to: layout.frame(page: page, place: place).origin, at: moment) }
        }
        needsFrame = true
    }

    /// Puts a carried widget down where it is, from where it glides to its place.
    func putDown(at moment: Moment) {
        guard let lifted = touch.lifted, let item = items[lifted.widget] else { return }
        item.leave(from: corner(of: lifted, item), at: moment)
        touch.lifted = nil
        needsFrame = true
    }

    /// The corner of a carried widget, which stays on its surface.
    private func corner(of lifted: SurfaceTouch.Lifted, _ item: WallItem) -> Point {
        let (size, room) = (item.size, contents.layout.size)
        let wanted = lifted.place - lifted.grip
        return Point(x: min(max(0, wanted.x), max(0, room.width - size.width)), y: min(max(0, wanted.y), max(0, room.height - size.height)))
    }

    /// In points: what the compositor has given, or else the display.
    private var room: Size {
        let given = wayland.map(\.given) ?? .zero
        let size = shown.kind == .desktop || given.width == 0 && given.height == 0 ? output?.size ?? .zero : given
        return Size(width: size.width / zoom, height: size.height / zoom)
    }

    /// In the compositor's points.
    private var size: Size {
        let size = contents.layout.size
        return Size(width: (size.width * zoom).rounded(), height: (size.height * zoom).rounded())
    }

    /// Makes the compositor's surface, or moves it. A group without widgets has none.
    private func place() {
        if isClosed { return }
        if contents.layout.isEmpty, setup.kind == .desktop || setup.kind == .panel { return wayland = nil }
        if let wayland { return isWindow ? () : wayland.set(setup.layerPlace(size)) }
        drawn = SurfaceFrame()
        wayland =
            isWindow
            ? WaylandSurface(context.connection, title: "Widgets", isFullScreen: setup.kind == .wall)
            : WaylandSurface(context.connection, on: output, setup.layerPlace(size))
    }

    /// - Returns: whether the compositor has given it another size or scale since the last call.
    func takeChange() -> Bool {
        guard let wayland, wayland.takeChange() else { return false }
        // Each pixel of a picture of another size is new to the compositor.
        drawn = SurfaceFrame()
        return true
    }

    // MARK: Frames

    /// Draws if something looks different and the compositor has shown the last frame.
    func draw(at moment: Moment) {
        guard let wayland, wayland.isReady, needsFrame || isDue(at: moment) else { return }
        pages.advance(to: moment.seconds)
        let frame = frame(at: moment)
        let pixels = scale * zoom
        let damage = wayland.frames == 0 ? PixelRegion(Rect(origin: .zero, size: frame.size), scale: pixels) : frame.damage(since: drawn, scale: pixels)
        needsFrame = false
        nextChange = findNextChange(at: moment)
        guard !damage.isEmpty else { return drawn = frame }
        setRegions(frame)
        let began = Moment.now.seconds
        let isShown = wayland.present(size, damage: damage, at: began) { buffer, rects in
            for rect in rects where !rect.isEmpty { context.draw(frame, on: buffer.surface, rect, scale: pixels) }
        }
        if isShown { drawn = frame } else { needsFrame = true }
        context.log.trace(
            "frame",
            metadata: [
                "surface": "\(setup.name)", "output": "\(output?.name ?? "")", "number": "\(wayland.frames)", "rectangles": "\(damage.rects.count)",
                "pixels": "\(damage.rects.reduce(0) { $0 + $1.area })", "microseconds": "\(Int((Moment.now.seconds - began) * 1e6))",
            ])
    }

    private func frame(at moment: Moment) -> SurfaceFrame {
        let layout = contents.layout
        var frame = SurfaceFrame(size: layout.size)
        frame.layers.append(.init(id: .background, list: PageMarks.ground(shown.ground(in: layout.size), layout.size, scale), origin: .zero, version: 0))
        // Dimmed widgets are darker by themselves; the rest of the dimming is over everything.
        let level = isDimmed ? setup.dimming?.level : nil
        if let level { frame.layers.append(PageMarks.veil(.dimmedBackground, max(level, PageMarks.dimmedWidgets), layout.size, scale)) }
        let position = position(at: moment)
        for (page, widgets) in contents.pages.enumerated() where (Double(page) - position).magnitude < 1 {
            let shift = (Double(page) - position) * layout.size.width
            for id in widgets { if let item = items[id] { frame.layers.append(layer(item, shift, at: moment)) } }
            for stack in widgets {
                guard let deck = decks[stack], deck.cards.count > 1, let layer = frame.layers.first(where: { $0.id == .widget(stack) }) else { continue }
                frame.layers.append(
                    PageMarks.cards(deck, of: stack, beside: layer.frame, in: layout.size.width, isLight: setup.look.colorScheme == .light, scale))
            }
        }
        if touch.isEditing {
            frame.layers += frame.layers.compactMap { layer in
                guard case .widget(let id) = layer.id else { return nil }
                return PageMarks.removal(of: id, corner: layer.origin, scale)
            }
        }
        // A lifted widget is in front.
        if let lifted = touch.lifted?.widget, let index = frame.layers.firstIndex(where: { $0.id == .widget(lifted) }) {
            frame.layers.append(frame.layers.remove(at: index))
        }
        if setup.kind == .wall, pages.count > 1 {
            frame.layers.append(PageMarks.dots(pages.count, position: position, in: layout.size, scale))
        }
        if let level, level < PageMarks.dimmedWidgets {
            frame.layers.append(PageMarks.veil(.dimming, level / PageMarks.dimmedWidgets, layout.size, scale))
        }
        return frame
    }

    private func layer(_ item: WallItem, _ shift: Double, at moment: Moment) -> SurfaceFrame.Layer {
        let isMoving = item.isMoving(at: moment)
        var list = item.frame(at: moment)
        let isTouched = touch.marks(item.id)
        if isTouched { list = touch.marking(list, of: item.id) }
        let pixels = scale * zoom
        func snapped(_ length: Double) -> Double { (length * pixels).rounded() / pixels }
        var corner = (setup.look.reducesMotion ? item.place?.target : item.place?.position(at: moment.seconds)) ?? .zero
        let isLifted = touch.lifted?.widget == item.id
        if let lifted = touch.lifted, isLifted { corner = self.corner(of: lifted, item) }
        return SurfaceFrame.Layer(
            id: .widget(item.id), list: list, origin: Point(x: snapped(corner.x + shift), y: snapped(corner.y)),
            version: isMoving || isTouched ? nil : item.version, scale: isLifted ? Self.liftedScale : 1)
    }

    /// The page at the left edge, with the part of it that has gone beyond.
    private func position(at moment: Moment) -> Double {
        let position = pages.position(at: moment.seconds)
        return setup.look.reducesMotion ? position.rounded() : position
    }

    /// A carried widget is nearer.
    private static let liftedScale = 1.05

    /// Clicks beside the widgets of a group go to what lies below.
    private func setRegions(_ frame: SurfaceFrame) {
        let whole = Rect(origin: .zero, size: size)
        let shown = shown
        guard shown.kind == .desktop, shown.look.background.isEmpty else { return wayland?.setRegions(input: nil, opaque: shown.isOpaque ? whole : nil) ?? () }
        let rects = frame.layers.dropFirst().map { layer in
            let frame = layer.frame
            return Rect(x: frame.minX * zoom, y: frame.minY * zoom, width: frame.size.width * zoom, height: frame.size.height * zoom)
        }
        wayland?.setRegions(input: rects, opaque: nil)
    }

    // MARK: Time

    /// When it is to be drawn next, as was found with the last frame.
    private var nextChange: Moment?

    private func isDue(at moment: Moment) -> Bool { nextChange.map { $0.date <= moment.date || $0.seconds <= moment.seconds } ?? false }

    /// Something is to be drawn, or the date at which it is. Nothing where the compositor hasn't shown the last frame: nobody may see the surface.
    func wake(after moment: Moment) -> Moment? {
        guard let wayland, wayland.isReady else { return nil }
        return needsFrame ? moment : nextChange
    }

    private func findNextChange(at moment: Moment) -> Moment? {
        var next = Moment(date: .latest, seconds: .infinity)
        if pages.isMoving(at: moment.seconds) { next.seconds = moment.seconds }
        if let turn = pages.nextTurn { next.seconds = min(next.seconds, turn) }
        let position = position(at: moment)
        for (page, widgets) in contents.pages.enumerated() where (Double(page) - position).magnitude < 1 {
            for id in widgets {
                guard let item = items[id] else { continue }
                if item.place?.isMoving(at: moment.seconds) ?? false { next.seconds = moment.seconds }
                if let wait = item.nextFrame(after: moment) { next.seconds = min(next.seconds, moment.seconds + wait) }
                if let tick = item.nextTick { next.date = min(next.date, tick) }
            }
        }
        return next.date == .latest && next.seconds == .infinity ? nil : next
    }

    /// When it counts as covered, if the compositor doesn't show its last frame by then.
    func coverDeadline(after moment: Moment) -> Double? { wayland?.coverDeadline(after: moment.seconds) }

    /// When it is dimmed or bright again.
    func nextDimming(after moment: Moment) -> Timestamp? { hours?.nextChange(after: moment.date) }

    // MARK: For the user's hand

    /// A change of what is seen.
    func redraw() { needsFrame = true }

    func turnPages(_ change: (inout PageTurner) -> Void) {
        change(&pages)
        needsFrame = true
    }

    /// A widget's item; that of a stack for the widget whose card is seen.
    func item(_ id: String) -> WallItem? { items[id] ?? decks.first { $0.value.card?.widgetID == id }.flatMap { items[$0.key] } }

    /// The surface as the daemon is told of it.
    /// - Parameter isComplete: its widgets are known.
    func state(isComplete: Bool, at moment: Moment) -> SurfaceState {
        SurfaceState(
            setup: setup, pages: contents.pages, stacks: decks.mapValues { $0.cards.map(\.widgetID) }, current: pages.current,
            isShown: isComplete && !isClosed, isCovered: wayland?.isCovered(at: moment.seconds) ?? false, isLocked: context.isLocked, isDimmed: isDimmed,
            scale: scale, size: contents.layout.size)
    }

    /// Lets the user move a window by what lies beside its widgets, or make it larger by its edges.
    /// - Parameter place: of the press, in the compositor's points.
    /// - Returns: false: it is no window, or a widget is there.
    func carryWindow(from place: Point, serial: UInt32) -> Bool {
        guard setup.kind != .wall, let window = wayland?.window, let seat = context.connection.seat, !touch.isEditing,
            contents.widget(at: point(place), page: pages.current) == nil
        else { return false }
        window.carry(from: place, in: size, seat.pointer, serial: serial)
        return true
    }

    /// Shows the compositor's menu for a window. Elsewhere nothing happens.
    /// - Parameter place: of the press, in the compositor's points.
    func showMenu(at place: Point, serial: UInt32) {
        if let window = wayland?.window, let seat = context.connection.seat { window.showMenu(at: place, seat.pointer, serial: serial) }
    }

    /// A place on the surface in its own points.
    func point(_ place: Point) -> Point { Point(x: place.x / zoom, y: place.y / zoom) }
}
