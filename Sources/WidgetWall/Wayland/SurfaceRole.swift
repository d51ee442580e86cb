import CWayland
import WidgetLayout
import WidgetSettings

/// A surface's part on the desktop, with the surface itself. The compositor says its size, and when it ends.
class SurfaceRole {
    let surface: OpaquePointer
    /// The size that the compositor gives, in its points; zero: it leaves the choice.
    fileprivate(set) var given = Size.zero
    /// It may be drawn: the compositor has said its size.
    fileprivate(set) var isConfigured = false
    /// The compositor has removed it.
    fileprivate(set) var isClosed = false
    /// The compositor says that nobody sees it.
    fileprivate(set) var isSuspended = false

    fileprivate init(_ surface: OpaquePointer) { self.surface = surface }

    // The parts of subclasses have ended before: a compositor refuses the other order.
    deinit { wl_surface_destroy(surface) }
}

/// A surface on one of the compositor's layers.
final class LayerRole: SurfaceRole {
    /// Where it lies. Lengths are the compositor's points.
    struct Place: Hashable {
        var layer: WallSurface.Layer
        /// Flags of `zwlr_layer_surface_v1_anchor`.
        var anchor: UInt32
        var margin: Int32
        /// Zero: as long as the display.
        var width: Int32
        var height: Int32
        /// The length that windows leave free on the edge; -1: the surface lies over what others keep free.
        var exclusive: Int32
        /// Flags of `zwlr_layer_surface_v1_keyboard_interactivity`.
        var keyboard: UInt32
    }

    private let layer: OpaquePointer
    private var place: Place?

    /// - Parameter output: nil: the compositor chooses.
    /// - Returns: nil: the compositor has no layers.
    init?(_ surface: OpaquePointer, _ connection: WaylandConnection, on output: WaylandOutput?, _ place: Place) {
        guard let shell = connection.layerShell,
            let layer = zwlr_layer_shell_v1_get_layer_surface(shell, surface, output?.pointer, place.layer.number, "widgetd-wall")
        else {
            wl_surface_destroy(surface)
            return nil
        }
        self.layer = layer
        super.init(surface)
        zwlr_layer_surface_v1_add_listener(layer, Self.listener.pointer, Unmanaged.passUnretained(self).toOpaque())
        set(place)
    }

    deinit { zwlr_layer_surface_v1_destroy(layer) }

    /// Moves it. The next frame shows it there.
    func set(_ place: Place) {
        guard self.place != place else { return }
        if let old = self.place, old.width != place.width || old.height != place.height { isConfigured = false }
        self.place = place
        zwlr_layer_surface_v1_set_anchor(layer, place.anchor)
        zwlr_layer_surface_v1_set_margin(layer, place.margin, place.margin, place.margin, place.margin)
        zwlr_layer_surface_v1_set_size(layer, UInt32(place.width), UInt32(place.height))
        zwlr_layer_surface_v1_set_exclusive_zone(layer, place.exclusive)
        let version = zwlr_layer_surface_v1_get_version(layer)
        zwlr_layer_surface_v1_set_keyboard_interactivity(layer, version >= 4 ? place.keyboard : min(1, place.keyboard))
        // Without a commit the compositor says nothing of the new size.
        if !isConfigured { wl_surface_commit(surface) }
    }

    private static let listener = Listener(
        zwlr_layer_surface_v1_listener(
            configure: { data, layer, serial, width, height in
                zwlr_layer_surface_v1_ack_configure(layer, serial)
                guard let role = Listener<zwlr_layer_surface_v1_listener>.owner(data, LayerRole.self) else { return }
                (role.given, role.isConfigured) = (Size(width: Double(width), height: Double(height)), true)
            },
            closed: { data, _ in Listener<zwlr_layer_surface_v1_listener>.owner(data, LayerRole.self)?.isClosed = true }))
}

/// A window.
final class WindowRole: SurfaceRole {
    private let window: OpaquePointer
    private let toplevel: OpaquePointer
    /// The title bar that the compositor draws; nil: it draws none.
    private let decoration: OpaquePointer?

    /// - Returns: nil: the compositor has no windows.
    init?(_ surface: OpaquePointer, _ connection: WaylandConnection, title: String, isFullScreen: Bool) {
        guard let base = connection.windowBase, let window = xdg_wm_base_get_xdg_surface(base, surface), let toplevel = xdg_surface_get_toplevel(window) else {
            wl_surface_destroy(surface)
            return nil
        }
        (self.window, self.toplevel) = (window, toplevel)
        decoration = connection.decorations.flatMap { zxdg_decoration_manager_v1_get_toplevel_decoration($0, toplevel) }
        super.init(surface)
        let owner = Unmanaged.passUnretained(self).toOpaque()
        xdg_surface_add_listener(window, Self.listener.pointer, owner)
        xdg_toplevel_add_listener(toplevel, Self.toplevelListener.pointer, owner)
        if let decoration {
            zxdg_toplevel_decoration_v1_add_listener(decoration, Self.decorationListener.pointer, nil)
            zxdg_toplevel_decoration_v1_set_mode(decoration, ZXDG_TOPLEVEL_DECORATION_V1_MODE_SERVER_SIDE.rawValue)
        }
        xdg_toplevel_set_title(toplevel, title)
        xdg_toplevel_set_app_id(toplevel, "widgetd-wall")
        if isFullScreen { xdg_toplevel_set_fullscreen(toplevel, nil) }
        wl_surface_commit(surface)
    }

    deinit {
        if let decoration { zxdg_toplevel_decoration_v1_destroy(decoration) }
        xdg_toplevel_destroy(toplevel)
        xdg_surface_destroy(window)
    }

    /// How near to an edge a press takes the edge, in points.
    private static let edge = 10.0

    /// Lets the compositor move the window with the user's hand, or one of its edges, where the press is at one.
    /// - Parameters:
    ///   - place: of the press, in the compositor's points.
    ///   - size: the window's, as `place`.
    ///   - serial: of the press.
    func carry(from place: Point, in size: Size, _ seat: OpaquePointer, serial: UInt32) {
        var edges = XDG_TOPLEVEL_RESIZE_EDGE_NONE.rawValue
        if place.x < Self.edge { edges |= XDG_TOPLEVEL_RESIZE_EDGE_LEFT.rawValue }
        if place.x >= size.width - Self.edge { edges |= XDG_TOPLEVEL_RESIZE_EDGE_RIGHT.rawValue }
        if place.y < Self.edge { edges |= XDG_TOPLEVEL_RESIZE_EDGE_TOP.rawValue }
        if place.y >= size.height - Self.edge { edges |= XDG_TOPLEVEL_RESIZE_EDGE_BOTTOM.rawValue }
        if edges == XDG_TOPLEVEL_RESIZE_EDGE_NONE.rawValue {
            xdg_toplevel_move(toplevel, seat, serial)
        } else {
            xdg_toplevel_resize(toplevel, seat, serial, edges)
        }
    }

    /// Shows the compositor's menu for windows.
    /// - Parameter place: in the compositor's points.
    func showMenu(at place: Point, _ seat: OpaquePointer, serial: UInt32) {
        xdg_toplevel_show_window_menu(toplevel, seat, serial, Int32(place.x), Int32(place.y))
    }

    private static let listener = Listener(
        xdg_surface_listener(configure: { data, surface, serial in
            xdg_surface_ack_configure(surface, serial)
            Listener<xdg_surface_listener>.owner(data, WindowRole.self)?.isConfigured = true
        }))

    private static let toplevelListener = Listener(
        xdg_toplevel_listener(
            configure: { data, _, width, height, states in
                guard let role = Listener<xdg_toplevel_listener>.owner(data, WindowRole.self) else { return }
                role.given = Size(width: Double(width), height: Double(height))
                let numbers = states.map { UnsafeRawBufferPointer(start: $0.pointee.data, count: $0.pointee.size).bindMemory(to: UInt32.self) }
                role.isSuspended = numbers?.contains(XDG_TOPLEVEL_STATE_SUSPENDED.rawValue) ?? false
            },
            close: { data, _ in Listener<xdg_toplevel_listener>.owner(data, WindowRole.self)?.isClosed = true },
            configure_bounds: { _, _, _, _ in }, wm_capabilities: { _, _, _ in }))

    private static let decorationListener = Listener(zxdg_toplevel_decoration_v1_listener(configure: { _, _, _ in }))
}

extension WallSurface.Layer {
    /// The number of `zwlr_layer_shell_v1_layer`.
    fileprivate var number: UInt32 {
        switch self {
        case .background: 0
        case .bottom: 1
        case .top: 2
        case .overlay: 3
        }
    }
}
