import CWayland
import WidgetCore
import WidgetLayout

/// A surface of the compositor, on one of its layers or as a window.
final class WaylandSurface {
    private let connection: WaylandConnection
    private let scaling: SurfaceScale
    private let role: SurfaceRole
    private let shown = ShownFrames()
    private var buffers: [SharedBuffer] = []
    /// No buffer was free for the last frame, and there was no memory for another one.
    private var isStarved = false
    /// As the compositor knows them.
    private var regions: (input: [Rect]?, opaque: Rect?)?
    /// What ``takeChange()`` has seen.
    private var seen = (given: Size.zero, scale: 0.0)

    /// A surface on a layer.
    /// - Parameter output: nil: the compositor chooses.
    init?(_ connection: WaylandConnection, on output: WaylandOutput?, _ place: LayerRole.Place) {
        guard let compositor = connection.compositor, let pointer = wl_compositor_create_surface(compositor) else { return nil }
        let scaling = SurfaceScale(pointer, connection, on: output)
        guard let role = LayerRole(pointer, connection, on: output, place) else { return nil }
        (self.connection, self.scaling, self.role) = (connection, scaling, role)
    }

    /// A window.
    init?(_ connection: WaylandConnection, title: String, isFullScreen: Bool) {
        guard let compositor = connection.compositor, let pointer = wl_compositor_create_surface(compositor) else { return nil }
        let scaling = SurfaceScale(pointer, connection, on: nil)
        guard let role = WindowRole(pointer, connection, title: title, isFullScreen: isFullScreen) else { return nil }
        (self.connection, self.scaling, self.role) = (connection, scaling, role)
    }

    var pointer: OpaquePointer { role.surface }
    /// The size that the compositor gives, in its points; zero: it leaves the choice.
    var given: Size { role.given }
    /// It may be drawn: the compositor has said its size.
    var isConfigured: Bool { role.isConfigured }
    /// The compositor has removed it.
    var isClosed: Bool { role.isClosed }
    /// The window that it is; nil: it is on a layer.
    var window: WindowRole? { role as? WindowRole }
    /// Frames so far.
    var frames: Int { shown.count }

    /// Pixels per point.
    var scale: Double { scaling.value }

    /// - Returns: whether the compositor has given it another size or scale since the last call.
    func takeChange() -> Bool {
        guard isConfigured, seen != (given, scale) else { return false }
        (seen, isStarved) = ((given, scale), false)
        return true
    }

    /// Moves a layer's surface. The next frame shows it there.
    func set(_ place: LayerRole.Place) { (role as? LayerRole)?.set(place) }

    // MARK: Frames

    /// Whether a frame may be drawn now: the last one was shown, and there is a buffer for it.
    var isReady: Bool {
        isConfigured && !isClosed && !role.isSuspended && !shown.isWaiting && (!isStarved || buffers.contains { !$0.isBusy })
    }

    /// Whether something lies over it, as far as the compositor lets know.
    /// - Parameter time: now, in seconds.
    func isCovered(at time: Double) -> Bool { role.isSuspended || shown.isOverdue(at: time) }

    /// When it counts as covered, if its last frame isn't shown by then; nil: the frame was shown, or it counts already.
    func coverDeadline(after time: Double) -> Double? { shown.deadline.flatMap { $0 > time ? $0 : nil } }

    /// Draws a frame.
    /// - Parameters:
    ///   - size: the surface's, in the compositor's points.
    ///   - damage: what differs from the frame before, in pixels.
    ///   - time: now, in seconds.
    ///   - draw: draws the parts of a picture that are out of date.
    /// - Returns: false: there is no buffer for it now.
    func present(_ size: Size, damage: PixelRegion, at time: Double, _ draw: (SharedBuffer, [PixelRect]) -> Void) -> Bool {
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
        for rect in frames == 0 ? [whole] : damage.rects.map({ reported($0, in: whole) }) where !rect.isEmpty {
            wl_surface_damage_buffer(pointer, Int32(rect.left), Int32(rect.top), Int32(rect.right - rect.left), Int32(rect.bottom - rect.top))
        }
        shown.expect(pointer, at: time)
        wl_surface_commit(pointer)
        return true
    }

    /// A damaged part as the compositor is told of it.
    ///
    /// At a fraction of a scale, KWin 5.27 rounds the corner and the size of a part each by itself. A part beyond the edge isn't shown at all. One that begins
    /// at the other edge isn't rounded beyond.
    private func reported(_ rect: PixelRect, in whole: PixelRect) -> PixelRect {
        var part = rect.intersection(whole)
        guard scale != scale.rounded() else { return part }
        if part.right >= whole.right - 1 { part.left = 0 }
        if part.bottom >= whole.bottom - 1 { part.top = 0 }
        return part
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
}

/// The frames that the compositor has shown. It shows none of a surface that nobody sees.
private final class ShownFrames {
    private var callback: OpaquePointer?
    private var asked = 0.0
    /// Frames so far.
    private(set) var count = 0

    /// Seconds after which a surface counts as covered. Compositors that slow hidden surfaces down show a frame a second.
    private static let patience = 5.0

    deinit { if let callback { wl_callback_destroy(callback) } }

    /// The last frame isn't shown yet.
    var isWaiting: Bool { callback != nil }

    /// When the last frame should have been shown; nil: it was.
    var deadline: Double? { isWaiting ? asked + Self.patience : nil }

    func isOverdue(at time: Double) -> Bool { deadline.map { time >= $0 } ?? false }

    /// The next commit of a surface is a frame.
    func expect(_ surface: OpaquePointer, at time: Double) {
        (callback, asked, count) = (wl_surface_frame(surface), time, count + 1)
        wl_callback_add_listener(callback, Self.listener.pointer, Unmanaged.passUnretained(self).toOpaque())
    }

    private static let listener = Listener(
        wl_callback_listener(done: { data, callback, _ in
            wl_callback_destroy(callback)
            Listener<wl_callback_listener>.owner(data, ShownFrames.self)?.callback = nil
        }))
}
