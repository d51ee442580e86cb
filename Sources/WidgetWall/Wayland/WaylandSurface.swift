import CWayland
import WidgetCore
import WidgetLayout

/// A surface of the compositor, on one of its layers or as a window.
final class WaylandSurface {
    /// Where a layer's surface lies. Lengths are the compositor's points.
    struct LayerPlace: Hashable {
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

    let pointer: OpaquePointer
    private let connection: WaylandConnection
    private var layer: OpaquePointer?
    private var window: (surface: OpaquePointer, toplevel: OpaquePointer)?
    private let scaling: SurfaceScale
    private var callback: OpaquePointer?
    private var buffers: [SharedBuffer] = []
    private var place: LayerPlace?
    /// No buffer was free for the last frame, and there was no memory for another one.
    private var isStarved = false
    /// As the compositor knows them.
    private var regions: (input: [Rect]?, opaque: Rect?)?

    /// The size that the compositor gives, in its points; zero: it leaves the choice.
    private(set) var given = Size.zero
    /// What ``takeChange()`` has seen.
    private var seen = (given: Size.zero, scale: 0.0)
    /// It may be drawn: the compositor has said its size.
    private(set) var isConfigured = false
    /// The compositor has removed it.
    private(set) var isClosed = false
    /// Frames so far.
    private(set) var frames = 0

    /// A surface on a layer.
    /// - Parameter output: nil: the compositor chooses.
    init?(_ connection: WaylandConnection, on output: WaylandOutput?, _ place: LayerPlace) {
        guard let compositor = connection.compositor, let shell = connection.layerShell else { return nil }
        self.connection = connection
        pointer = wl_compositor_create_surface(compositor)
        scaling = SurfaceScale(pointer, connection, on: output)
        layer = zwlr_layer_shell_v1_get_layer_surface(shell, pointer, output?.pointer, place.layer.number, "widgetd-wall")
        zwlr_layer_surface_v1_add_listener(layer, Self.layerListener.pointer, Unmanaged.passUnretained(self).toOpaque())
        set(place)
        wl_surface_commit(pointer)
    }

    /// A window.
    init?(_ connection: WaylandConnection, title: String, isFullScreen: Bool) {
        guard let compositor = connection.compositor, let base = connection.windowBase else { return nil }
        self.connection = connection
        pointer = wl_compositor_create_surface(compositor)
        scaling = SurfaceScale(pointer, connection, on: nil)
        guard let surface = xdg_wm_base_get_xdg_surface(base, pointer), let toplevel = xdg_surface_get_toplevel(surface) else { return nil }
        window = (surface, toplevel)
        let owner = Unmanaged.passUnretained(self).toOpaque()
        xdg_surface_add_listener(surface, Self.windowListener.pointer, owner)
        xdg_toplevel_add_listener(toplevel, Self.toplevelListener.pointer, owner)
        xdg_toplevel_set_title(toplevel, title)
        xdg_toplevel_set_app_id(toplevel, "widgetd-wall")
        if isFullScreen { xdg_toplevel_set_fullscreen(toplevel, nil) }
        wl_surface_commit(pointer)
    }

    /// Pixels per point.
    var scale: Double { scaling.value }

    /// - Returns: whether the compositor has given it another size or scale since the last call.
    func takeChange() -> Bool {
        guard isConfigured, seen != (given, scale) else { return false }
        seen = (given, scale)
        return true
    }

    deinit {
        if let callback { wl_callback_destroy(callback) }
        if let layer { zwlr_layer_surface_v1_destroy(layer) }
        if let window {
            xdg_toplevel_destroy(window.toplevel)
            xdg_surface_destroy(window.surface)
        }
        wl_surface_destroy(pointer)
    }

    /// Moves a layer's surface. The next frame shows it there.
    func set(_ place: LayerPlace) {
        guard let layer, self.place != place else { return }
        if let old = self.place, old.width != place.width || old.height != place.height { isConfigured = false }
        self.place = place
        zwlr_layer_surface_v1_set_anchor(layer, place.anchor)
        zwlr_layer_surface_v1_set_margin(layer, place.margin, place.margin, place.margin, place.margin)
        zwlr_layer_surface_v1_set_size(layer, UInt32(place.width), UInt32(place.height))
        zwlr_layer_surface_v1_set_exclusive_zone(layer, place.exclusive)
        let version = zwlr_layer_surface_v1_get_version(layer)
        zwlr_layer_surface_v1_set_keyboard_interactivity(layer, version >= 4 ? place.keyboard : min(1, place.keyboard))
        // Without a commit the compositor says nothing of the new size.
        if !isConfigured { wl_surface_commit(pointer) }
    }

    // MARK: Frames

    /// Whether a frame may be drawn now: the last one was shown, and there is a buffer for it.
    var isReady: Bool { isConfigured && !isClosed && callback == nil && (!isStarved || buffers.contains { !$0.isBusy }) }

    /// Draws a frame.
    /// - Parameters:
    ///   - size: the surface's, in the compositor's points.
    ///   - damage: what differs from the frame before, in pixels.
    ///   - draw: draws the parts of a picture that are out of date.
    /// - Returns: false: there is no buffer for it now.
    func present(_ size: Size, damage: PixelRegion, _ draw: (SharedBuffer, [PixelRect]) -> Void) -> Bool {
        let (width, height) = (pixels(size.width), pixels(size.height))
        buffers.removeAll { $0.width != width || $0.height != height }
        for buffer in buffers { buffer.stale.add(damage) }
        let buffer = freeBuffer(width, height)
        isStarved = buffer == nil
        guard let buffer else { return false }
        let whole = PixelRect(left: 0, top: 0, right: width, bottom: height)
        draw(buffer, buffer.stale.rects.map { $0.intersection(whole) })
        buffer.stale = PixelRegion()
        buffer.use()
        scaling.apply(to: pointer, width: size.width, height: size.height)
        wl_surface_attach(pointer, buffer.pointer, 0, 0)
        for rect in frames == 0 ? [whole] : damage.rects.map({ $0.intersection(whole) }) where !rect.isEmpty {
            wl_surface_damage_buffer(pointer, Int32(rect.left), Int32(rect.top), Int32(rect.right - rect.left), Int32(rect.bottom - rect.top))
        }
        callback = wl_surface_frame(pointer)
        wl_callback_add_listener(callback, Self.callbackListener.pointer, Unmanaged.passUnretained(self).toOpaque())
        wl_surface_commit(pointer)
        frames += 1
        return true
    }

    /// Pixels of a length.
    func pixels(_ points: Double) -> Int { max(1, Int((points * scale).rounded())) }

    private func freeBuffer(_ width: Int, _ height: Int) -> SharedBuffer? {
        if let free = buffers.first(where: { !$0.isBusy }) { return free }
        // A second one only if the compositor keeps the first.
        guard buffers.count < 2, let shm = connection.shm, let buffer = SharedBuffer(shm, width: width, height: height) else { return nil }
        buffers.append(buffer)
        return buffer
    }

    /// Says which parts take clicks, and whether nothing shines through. In the compositor's points.
    func setRegions(input: [Rect]?, opaque: Rect?) {
        if let regions, regions == (input, opaque) { return }
        regions = (input, opaque)
        wl_surface_set_input_region(pointer, nil)
        if let input { with(input) { wl_surface_set_input_region(pointer, $0) } }
        with(opaque.map { [$0] } ?? []) { wl_surface_set_opaque_region(pointer, $0) }
    }

    private func with(_ rects: [Rect], _ body: (OpaquePointer) -> Void) {
        guard let compositor = connection.compositor, let region = wl_compositor_create_region(compositor) else { return }
        for rect in rects {
            let (left, top) = (rect.minX.rounded(.down), rect.minY.rounded(.down))
            wl_region_add(region, Int32(left), Int32(top), Int32(rect.maxX.rounded(.up) - left), Int32(rect.maxY.rounded(.up) - top))
        }
        body(region)
        wl_region_destroy(region)
    }

    // MARK: Events

    private func configure(_ width: Int, _ height: Int) {
        (given, isConfigured, isStarved) = (Size(width: Double(width), height: Double(height)), true, false)
    }

    private static let layerListener = Listener(
        zwlr_layer_surface_v1_listener(
            configure: { data, layer, serial, width, height in
                zwlr_layer_surface_v1_ack_configure(layer, serial)
                Listener<zwlr_layer_surface_v1_listener>.owner(data, WaylandSurface.self)?.configure(Int(width), Int(height))
            },
            closed: { data, _ in Listener<zwlr_layer_surface_v1_listener>.owner(data, WaylandSurface.self)?.isClosed = true }))

    private static let windowListener = Listener(
        xdg_surface_listener(configure: { data, surface, serial in
            xdg_surface_ack_configure(surface, serial)
            Listener<xdg_surface_listener>.owner(data, WaylandSurface.self)?.isConfigured = true
        }))

    private static let toplevelListener = Listener(
        xdg_toplevel_listener(
            configure: { data, _, width, height, _ in
                Listener<xdg_toplevel_listener>.owner(data, WaylandSurface.self)?.given = Size(width: Double(width), height: Double(height))
            },
            close: { data, _ in Listener<xdg_toplevel_listener>.owner(data, WaylandSurface.self)?.isClosed = true },
            configure_bounds: { _, _, _, _ in }, wm_capabilities: { _, _, _ in }))

    private static let callbackListener = Listener(
        wl_callback_listener(done: { data, callback, _ in
            wl_callback_destroy(callback)
            Listener<wl_callback_listener>.owner(data, WaylandSurface.self)?.callback = nil
        }))
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
