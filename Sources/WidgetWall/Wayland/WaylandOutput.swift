import CWayland
import WidgetLayout

/// A display.
final class WaylandOutput {
    let pointer: OpaquePointer
    /// The global's number.
    let number: UInt32
    /// Such as `HDMI-A-1`; empty: the compositor doesn't say.
    private(set) var name = ""
    /// Pixels per point, rounded up.
    private(set) var scale = 1
    /// It has said all of this.
    private(set) var isKnown = false
    private var mode = (width: 0, height: 0)
    private var isTurned = false

    init(_ pointer: OpaquePointer, number: UInt32) {
        self.pointer = pointer
        self.number = number
        wl_output_add_listener(pointer, Self.listener.pointer, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        if wl_output_get_version(pointer) >= WL_OUTPUT_RELEASE_SINCE_VERSION { wl_output_release(pointer) } else { wl_output_destroy(pointer) }
    }

    /// In the compositor's points, as far as its whole scale says it.
    var size: Size {
        let (width, height) = (Double(mode.width) / Double(scale), Double(mode.height) / Double(scale))
        return isTurned ? Size(width: height, height: width) : Size(width: width, height: height)
    }

    private static let listener = Listener(wl_output_listener()) { functions in
        functions.geometry = { data, _, _, _, _, _, _, _, _, transform in
            Listener<wl_output_listener>.owner(data, WaylandOutput.self)?.isTurned = transform % 2 == 1
        }
        functions.mode = { data, _, flags, width, height, _ in
            guard flags & WL_OUTPUT_MODE_CURRENT.rawValue != 0 else { return }
            Listener<wl_output_listener>.owner(data, WaylandOutput.self)?.mode = (Int(width), Int(height))
        }
        functions.done = { data, _ in Listener<wl_output_listener>.owner(data, WaylandOutput.self)?.isKnown = true }
        functions.scale = { data, _, scale in Listener<wl_output_listener>.owner(data, WaylandOutput.self)?.scale = max(1, Int(scale)) }
        functions.name = { data, _, name in
            guard let name else { return }
            Listener<wl_output_listener>.owner(data, WaylandOutput.self)?.name = String(cString: name)
        }
        functions.description = { _, _, _ in }
    }
}

/// How many pixels a surface has to a point: a fraction where the compositor says one, and otherwise its display's whole number.
final class SurfaceScale {
    private let connection: WaylandConnection
    private let viewport: OpaquePointer?
    private let fractional: OpaquePointer?
    private weak var output: WaylandOutput?
    private var fraction: Double?

    /// - Parameter output: where the surface will be; nil: unknown.
    init(_ surface: OpaquePointer, _ connection: WaylandConnection, on output: WaylandOutput?) {
        self.connection = connection
        self.output = output
        if let viewporter = connection.viewporter, let manager = connection.fractionalScales {
            viewport = wp_viewporter_get_viewport(viewporter, surface)
            fractional = wp_fractional_scale_manager_v1_get_fractional_scale(manager, surface)
        } else {
            (viewport, fractional) = (nil, nil)
        }
        let owner = Unmanaged.passUnretained(self).toOpaque()
        if let fractional { wp_fractional_scale_v1_add_listener(fractional, Self.fractionalListener.pointer, owner) }
        wl_surface_add_listener(surface, Self.listener.pointer, owner)
    }

    deinit {
        if let fractional { wp_fractional_scale_v1_destroy(fractional) }
        if let viewport { wp_viewport_destroy(viewport) }
    }

    var value: Double { fraction ?? Double(output?.scale ?? 1) }

    /// Says how large the next picture is shown.
    /// - Parameters:
    ///   - width: in the compositor's points.
    ///   - height: as `width`.
    func apply(to surface: OpaquePointer, width: Double, height: Double) {
        if let viewport {
            wp_viewport_set_destination(viewport, Int32(width.rounded()), Int32(height.rounded()))
        } else {
            wl_surface_set_buffer_scale(surface, Int32(value))
        }
    }

    private static let fractionalListener = Listener(
        wp_fractional_scale_v1_listener(preferred_scale: { data, _, scale in
            // In 120ths.
            Listener<wp_fractional_scale_v1_listener>.owner(data, SurfaceScale.self)?.fraction = max(0.5, Double(scale) / 120)
        }))

    private static let listener = Listener(wl_surface_listener()) { functions in
        functions.enter = { data, _, output in
            guard let scale = Listener<wl_surface_listener>.owner(data, SurfaceScale.self) else { return }
            scale.output = scale.connection.outputs.first { $0.pointer == output }
        }
        functions.leave = { _, _, _ in }
    }
}
