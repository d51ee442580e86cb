import CWayland
import Glibc
import WidgetLayout

/// An act of a user. Places are in the compositor's points from a surface's corner.
enum InputEvent {
    /// The serial is for what the compositor may do with the press.
    case pressed(Gesture.Finger, surface: OpaquePointer, Point, serial: UInt32)
    /// The right button.
    case menu(surface: OpaquePointer, Point, serial: UInt32)
    case moved(Gesture.Finger, Point)
    case released(Gesture.Finger)
    /// The compositor has taken the fingers for something of its own.
    case cancelled
    case hovered(surface: OpaquePointer?, Point)
    /// The wheel or two fingers, in points to the right and down.
    case scrolled(Point)
    case key(Key, surface: OpaquePointer)
    /// Keys go elsewhere now.
    case unfocused
}

/// The keys that a surface knows. They are at the same places on every keyboard, so that no keyboard layout is needed.
enum Key {
    case next, previous, activate, left, right, escape

    /// - Parameter code: as linux/input-event-codes.h has it.
    fileprivate init?(code: UInt32, hasShift: Bool) {
        switch code {
        case 15: self = hasShift ? .previous : .next
        case 28, 57, 96: self = .activate
        case 105, 104: self = .left
        case 106, 109: self = .right
        case 1: self = .escape
        default: return nil
        }
    }
}

/// The pointer, the touch screen and the keyboard of a user.
final class WaylandSeat {
    let pointer: OpaquePointer
    private unowned let connection: WaylandConnection
    private var mouse: OpaquePointer?
    private var touch: OpaquePointer?
    private var keyboard: OpaquePointer?
    private var cursor: WaylandCursor?
    private var events: [InputEvent] = []
    private var hovered: (surface: OpaquePointer, place: Point)?
    private var focused: OpaquePointer?
    private var hasShift = false

    init(_ pointer: OpaquePointer, _ connection: WaylandConnection) {
        self.pointer = pointer
        self.connection = connection
        wl_seat_add_listener(pointer, Self.listener.pointer, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        if let mouse { wl_pointer_release(mouse) }
        if let touch { wl_touch_release(touch) }
        if let keyboard { wl_keyboard_release(keyboard) }
        wl_seat_destroy(pointer)
    }

    /// Everything that came, in order.
    func take() -> [InputEvent] {
        defer { events = [] }
        return events
    }

    private static let listener = Listener(
        wl_seat_listener(
            capabilities: { data, _, capabilities in Listener<wl_seat_listener>.owner(data, WaylandSeat.self)?.take(capabilities) }, name: { _, _, _ in }))

    private func take(_ capabilities: UInt32) {
        let owner = Unmanaged.passUnretained(self).toOpaque()
        func has(_ capability: wl_seat_capability) -> Bool { capabilities & capability.rawValue != 0 }
        switch (has(WL_SEAT_CAPABILITY_POINTER), mouse) {
        case (true, nil):
            mouse = wl_seat_get_pointer(pointer)
            wl_pointer_add_listener(mouse, Self.mouseListener.pointer, owner)
        case (false, let old?):
            wl_pointer_release(old)
            (mouse, hovered) = (nil, nil)
            events += [.cancelled, .hovered(surface: nil, .zero)]
        default: break
        }
        switch (has(WL_SEAT_CAPABILITY_TOUCH), touch) {
        case (true, nil):
            touch = wl_seat_get_touch(pointer)
            wl_touch_add_listener(touch, Self.touchListener.pointer, owner)
        case (false, let old?):
            wl_touch_release(old)
            touch = nil
            events.append(.cancelled)
        default: break
        }
        switch (has(WL_SEAT_CAPABILITY_KEYBOARD), keyboard) {
        case (true, nil):
            keyboard = wl_seat_get_keyboard(pointer)
            wl_keyboard_add_listener(keyboard, Self.keyListener.pointer, owner)
        case (false, let old?):
            wl_keyboard_release(old)
            (keyboard, focused, hasShift) = (nil, nil, false)
            events.append(.unfocused)
        default: break
        }
    }

    private static func point(_ x: wl_fixed_t, _ y: wl_fixed_t) -> Point { Point(x: wl_fixed_to_double(x), y: wl_fixed_to_double(y)) }

    // MARK: Pointer

    private func enter(_ surface: OpaquePointer, serial: UInt32, _ place: Point) {
        if cursor == nil { cursor = WaylandCursor(connection) }
        if let mouse { cursor?.show(on: mouse, serial: serial) }
        hovered = (surface, place)
        events.append(.hovered(surface: surface, place))
    }

    private func move(_ place: Point) {
        guard let surface = hovered?.surface else { return }
        hovered = (surface, place)
        events.append(.hovered(surface: surface, place))
        events.append(.moved(nil, place))
    }

    private func press(_ button: UInt32, _ isDown: Bool, serial: UInt32) {
        guard let hovered else { return }
        switch (button, isDown) {
        case (Self.leftButton, true): events.append(.pressed(nil, surface: hovered.surface, hovered.place, serial: serial))
        case (Self.leftButton, false): events.append(.released(nil))
        case (Self.rightButton, true): events.append(.menu(surface: hovered.surface, hovered.place, serial: serial))
        default: break
        }
    }

    /// The buttons, as linux/input-event-codes.h has them.
    private static let leftButton: UInt32 = 0x110
    private static let rightButton: UInt32 = 0x111

    private static let mouseListener = Listener(wl_pointer_listener()) { functions in
        functions.enter = { data, _, serial, surface, x, y in
            guard let surface else { return }
            Listener<wl_pointer_listener>.owner(data, WaylandSeat.self)?.enter(surface, serial: serial, point(x, y))
        }
        functions.leave = { data, _, _, _ in
            guard let seat = Listener<wl_pointer_listener>.owner(data, WaylandSeat.self) else { return }
            seat.hovered = nil
            seat.events.append(.hovered(surface: nil, .zero))
        }
        functions.motion = { data, _, _, x, y in Listener<wl_pointer_listener>.owner(data, WaylandSeat.self)?.move(point(x, y)) }
        functions.button = { data, _, serial, _, button, state in
            Listener<wl_pointer_listener>.owner(data, WaylandSeat.self)?.press(button, state == WL_POINTER_BUTTON_STATE_PRESSED.rawValue, serial: serial)
        }
        functions.axis = { data, _, _, axis, value in
            let length = wl_fixed_to_double(value)
            let way = axis == WL_POINTER_AXIS_VERTICAL_SCROLL.rawValue ? Point(x: 0, y: length) : Point(x: length, y: 0)
            Listener<wl_pointer_listener>.owner(data, WaylandSeat.self)?.events.append(.scrolled(way))
        }
        functions.frame = { _, _ in }
        functions.axis_source = { _, _, _ in }
        functions.axis_stop = { _, _, _, _ in }
        functions.axis_discrete = { _, _, _, _ in }
    }

    // MARK: Touch

    private static let touchListener = Listener(wl_touch_listener()) { functions in
        functions.down = { data, _, serial, _, surface, finger, x, y in
            guard let surface else { return }
            Listener<wl_touch_listener>.owner(data, WaylandSeat.self)?.events.append(.pressed(finger, surface: surface, point(x, y), serial: serial))
        }
        functions.up = { data, _, _, _, finger in Listener<wl_touch_listener>.owner(data, WaylandSeat.self)?.events.append(.released(finger)) }
        functions.motion = { data, _, _, finger, x, y in
            Listener<wl_touch_listener>.owner(data, WaylandSeat.self)?.events.append(.moved(finger, point(x, y)))
        }
        functions.frame = { _, _ in }
        functions.cancel = { data, _ in Listener<wl_touch_listener>.owner(data, WaylandSeat.self)?.events.append(.cancelled) }
    }

    // MARK: Keyboard

    private func key(_ code: UInt32, isDown: Bool) {
        // The two shift keys.
        if code == 42 || code == 54 { hasShift = isDown }
        guard isDown, let focused, let key = Key(code: code, hasShift: hasShift) else { return }
        events.append(.key(key, surface: focused))
    }

    private static let keyListener = Listener(wl_keyboard_listener()) { functions in
        functions.keymap = { _, _, _, descriptor, _ in close(descriptor) }
        functions.enter = { data, _, _, surface, _ in Listener<wl_keyboard_listener>.owner(data, WaylandSeat.self)?.focused = surface }
        functions.leave = { data, _, _, _ in
            guard let seat = Listener<wl_keyboard_listener>.owner(data, WaylandSeat.self) else { return }
            (seat.focused, seat.hasShift) = (nil, false)
            seat.events.append(.unfocused)
        }
        functions.key = { data, _, _, _, code, state in
            Listener<wl_keyboard_listener>.owner(data, WaylandSeat.self)?.key(code, isDown: state == WL_KEYBOARD_KEY_STATE_PRESSED.rawValue)
        }
        functions.modifiers = { _, _, _, _, _, _, _ in }
        functions.repeat_info = { _, _, _, _ in }
    }
}

/// The arrow that a pointer shows. The theme is loaded when a pointer comes for the first time.
final class WaylandCursor {
    private let surface: OpaquePointer
    private let theme: OpaquePointer
    private let hotspot: (x: Int32, y: Int32)

    /// - Returns: nil: there is no theme; the compositor's own picture stays.
    init?(_ connection: WaylandConnection) {
        let size = getenv("XCURSOR_SIZE").flatMap { Int32(String(cString: $0)) } ?? 24
        let scale = Int32(connection.outputs.map(\.scale).max() ?? 1)
        guard let shm = connection.shm, let compositor = connection.compositor,
            let theme = wl_cursor_theme_load(getenv("XCURSOR_THEME").map { UnsafePointer($0) }, size * scale, shm)
        else { return nil }
        guard let cursor = wl_cursor_theme_get_cursor(theme, "left_ptr") ?? wl_cursor_theme_get_cursor(theme, "default"),
            cursor.pointee.image_count > 0, let image = cursor.pointee.images[0], let buffer = wl_cursor_image_get_buffer(image)
        else {
            wl_cursor_theme_destroy(theme)
            return nil
        }
        self.theme = theme
        hotspot = (Int32(image.pointee.hotspot_x) / scale, Int32(image.pointee.hotspot_y) / scale)
        surface = wl_compositor_create_surface(compositor)
        wl_surface_set_buffer_scale(surface, scale)
        wl_surface_attach(surface, buffer, 0, 0)
        wl_surface_damage_buffer(surface, 0, 0, Int32.max, Int32.max)
        wl_surface_commit(surface)
    }

    deinit {
        wl_surface_destroy(surface)
        wl_cursor_theme_destroy(theme)
    }

    /// - Parameter serial: of the pointer's entry.
    func show(on mouse: OpaquePointer, serial: UInt32) { wl_pointer_set_cursor(mouse, serial, surface, hotspot.x, hotspot.y) }
}
