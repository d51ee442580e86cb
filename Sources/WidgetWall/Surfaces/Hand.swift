import CWayland
import WidgetCore
import WidgetLayout

/// The user's hand: turns what the devices say into taps, turned pages and moved widgets.
struct Hand {
    enum Command {
        case tap(SurfaceView, widget: String, TapTarget)
        /// Press a control.
        case press(control: String)
        /// Put it at a place among the widgets of a page, from 0 to their number.
        case move(SurfaceView, widget: String, place: Int, page: Int)
        /// Take it off the surface.
        case remove(SurfaceView, widget: String)
    }

    private var gesture: (hand: Gesture, view: SurfaceView, isFinger: Bool)?
    private var hovered: (view: SurfaceView, place: Point)?
    private var wheel = 0.0

    /// When something happens although nobody moves.
    var deadline: Double? { gesture?.hand.deadline }

    /// Points of a wheel's turn for a page.
    private static let wheelPage = 30.0

    mutating func advance(at moment: Moment) -> [Command] {
        guard let effects = gesture?.hand.advance(to: moment.seconds) else { return [] }
        return apply(effects, at: moment)
    }

    /// A surface is gone.
    mutating func forget(_ view: SurfaceView) {
        if gesture?.view === view { gesture = nil }
        if hovered?.view === view { hovered = nil }
    }

    mutating func take(_ event: InputEvent, _ views: [SurfaceView], at moment: Moment) -> [Command] {
        func view(_ surface: OpaquePointer?) -> SurfaceView? { views.first { surface != nil && $0.pointer == surface } }
        switch event {
        case .pressed(let finger, let surface, let place, let serial):
            // A second finger changes nothing.
            guard gesture == nil, let view = view(surface), !view.carryWindow(from: place, serial: serial) else { return [] }
            let hand = Gesture(
                finger, at: view.point(place), swipes: view.pages.count > 1, flicks: Self.stack(at: view.point(place), view) != nil, time: moment.seconds)
            gesture = (hand, view, finger != nil)
            return apply([.touched(view.point(place))], at: moment)
        case .menu(let surface, let place, let serial):
            view(surface)?.showMenu(at: place, serial: serial)
            return []
        case .moved(let finger, let place):
            guard let (hand, view, _) = gesture, hand.isOf(finger) else { return [] }
            return apply(gesture?.hand.move(to: view.point(place), time: moment.seconds) ?? [], at: moment)
        case .released(let finger):
            guard let (hand, _, _) = gesture, hand.isOf(finger) else { return [] }
            defer { gesture = nil }
            return apply(gesture?.hand.release(time: moment.seconds) ?? [], at: moment)
        case .cancelled:
            defer { gesture = nil }
            return apply(gesture?.hand.cancel(time: moment.seconds) ?? [], at: moment)
        case .hovered(let surface, let place):
            hovered = view(surface).map { ($0, place) }
            return []
        case .scrolled(let way):
            scroll(way, at: moment)
            return []
        case .key(let key, let surface): return view(surface).map { press(key, $0, at: moment) } ?? []
        case .unfocused:
            for view in views where view.touch.focused != nil {
                view.touch.focused = nil
                view.redraw()
            }
            return []
        }
    }

    // MARK: Fingers

    private mutating func apply(_ effects: [Gesture.Effect], at moment: Moment) -> [Command] {
        guard let (_, view, isFinger) = gesture else { return [] }
        var commands: [Command] = []
        for effect in effects {
            switch effect {
            case .touched(let point):
                let target = view.touch.isEditing ? nil : Self.target(at: point, view, isFinger, at: moment)
                view.touch.pressed = target.map { .init(widget: $0.widget, action: $0.target.id) }
                view.touch.focused = nil
            case .untouched: view.touch.pressed = nil
            case .tapped(let point) where view.touch.isEditing:
                if let command = edit(view, at: point) { commands.append(command) }
            case .tapped(let point):
                if let control = view.contents.widget(at: point, page: view.pages.current).flatMap({ ControlBoard.name(in: $0.id) }) {
                    commands.append(.press(control: control))
                }
                if let (widget, target) = Self.target(at: point, view, isFinger, at: moment) { commands.append(.tap(view, widget: widget, target)) }
            case .swiped(let distance): view.turnPages { $0.drag(by: distance / view.contents.layout.size.width, at: moment.seconds) }
            case .swipeEnded(let velocity): view.turnPages { $0.release(velocity: velocity / view.contents.layout.size.width, at: moment.seconds) }
            case .flicked(let start, let isUp):
                if let stack = Self.stack(at: start, view) { view.turn(stack: stack, by: isUp ? 1 : -1, at: moment) }
            case .lifted(let point):
                view.touch.lifted = view.contents.widget(at: point, page: view.pages.current).map {
                    .init(widget: $0.id, place: point, start: point, grip: point - $0.frame.origin)
                }
            case .carried(let point):
                view.touch.isEditing = false
                view.touch.lifted?.place = point
                if case .move(_, let widget, let place, let page)? = drop(view, at: point) {
                    view.preview(widget, at: place, on: page, at: moment)
                } else {
                    view.settle(at: moment)
                }
            case .dropped(let point):
                // One that was lifted and not carried is put down among the marks.
                if let lifted = view.touch.lifted, lifted.start == point { view.touch.isEditing = true }
                if let command = drop(view, at: point) { commands.append(command) } else { view.settle(at: moment) }
                view.putDown(at: moment)
            }
        }
        if !effects.isEmpty { view.redraw() }
        return commands
    }

    /// - Returns: nil: it lies where it was.
    private func drop(_ view: SurfaceView, at point: Point) -> Command? {
        let page = view.pages.current
        guard let lifted = view.touch.lifted, view.contents.pages.indices.contains(page), let old = view.contents.pages[page].firstIndex(of: lifted.widget)
        else {
            return nil
        }
        let (grid, origin) = view.contents.layout.pages[page]
        let middle = point - lifted.grip + Point(x: grid.frames[old].size.width / 2, y: grid.frames[old].size.height / 2) - origin
        if grid.frames[old].contains(middle) { return nil }
        let place = grid.place(at: middle)
        return place == old || place == old + 1 ? nil : .move(view, widget: lifted.widget, place: place, page: page)
    }

    /// A tap on a widget's mark takes it off; any other ends the editing.
    private func edit(_ view: SurfaceView, at point: Point) -> Command? {
        if let (id, frame) = view.contents.widget(at: point, page: view.pages.current) {
            let place = point - frame.origin
            // A mark is small, and a finger isn't.
            let reach = PageMarks.removalSide * 1.5
            if place.x < reach, place.y < reach { return .remove(view, widget: id) }
        }
        view.touch.isEditing = false
        return nil
    }

    /// The word of the stack at a place; nil: there is none.
    private static func stack(at point: Point, _ view: SurfaceView) -> String? {
        view.contents.widget(at: point, page: view.pages.current).flatMap { view.decks[$0.id] == nil ? nil : $0.id }
    }

    private static func target(at point: Point, _ view: SurfaceView, _ isFinger: Bool, at moment: Moment) -> (widget: String, target: TapTarget)? {
        guard let (id, frame) = view.contents.widget(at: point, page: view.pages.current), let item = view.item(id) else { return nil }
        let hit = item.frame(at: moment).target(at: point - frame.origin, isFinger: isFinger)
        guard let target = hit.flatMap({ item.target(named: $0.action) }) ?? item.wholeTarget else { return nil }
        return (id, target)
    }

    // MARK: The wheel and keys

    private mutating func scroll(_ way: Point, at moment: Moment) {
        guard let (view, place) = hovered else { return }
        let stack = way.y.magnitude > way.x.magnitude ? Self.stack(at: view.point(place), view) : nil
        guard stack != nil || view.pages.count > 1 else { return }
        let length = way.x.magnitude > way.y.magnitude ? way.x : way.y
        // A turn the other way begins anew.
        wheel = wheel * length < 0 ? length : wheel + length
        guard wheel.magnitude >= Self.wheelPage else { return }
        let step = wheel > 0 ? 1 : -1
        wheel = 0
        if let stack { return view.turn(stack: stack, by: step, at: moment) }
        view.turnPages { $0.turn(to: $0.current + step, at: moment.seconds) }
    }

    private func press(_ key: Key, _ view: SurfaceView, at moment: Moment) -> [Command] {
        switch key {
        case .left: view.turnPages { $0.turn(to: $0.current - 1, at: moment.seconds) }
        case .right: view.turnPages { $0.turn(to: $0.current + 1, at: moment.seconds) }
        case .escape: (view.touch.focused, view.touch.isEditing) = (nil, false)
        case .next, .previous:
            let page = view.pages.current
            let widgets = view.contents.pages.indices.contains(page) ? view.contents.pages[page] : []
            let all = widgets.flatMap { widget in
                (view.item(widget)?.targets ?? []).map { SurfaceTouch.Target(widget: widget, action: $0.id) }
            }
            let place = view.touch.focused.flatMap { all.firstIndex(of: $0) }
            let step = key == .next ? 1 : -1
            view.touch.focused = all.isEmpty ? nil : all[((place ?? (step > 0 ? -1 : 0)) + step + all.count) % all.count]
        case .activate:
            guard let focused = view.touch.focused, let target = view.item(focused.widget)?.target(named: focused.action) else { return [] }
            return [.tap(view, widget: focused.widget, target)]
        }
        view.redraw()
        return []
    }
}
