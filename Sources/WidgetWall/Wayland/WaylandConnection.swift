import CWayland
import Glibc
import WidgetCore

/// The connection to the compositor, and what it offers.
///
/// All types of this folder belong to one thread. Events are taken in ``dispatch()`` alone. They set what the objects say; nobody is called back.
final class WaylandConnection {
    let display: OpaquePointer
    private let registry: OpaquePointer
    private(set) var compositor: OpaquePointer?
    private(set) var shm: OpaquePointer?
    /// Nil: the compositor has no layers, and there are windows alone.
    private(set) var layerShell: OpaquePointer?
    private(set) var windowBase: OpaquePointer?
    /// Nil: the compositor draws no title bars, or doesn't let itself be asked.
    private(set) var decorations: OpaquePointer?
    private(set) var viewporter: OpaquePointer?
    private(set) var fractionalScales: OpaquePointer?
    private(set) var seat: WaylandSeat?
    private(set) var outputs: [WaylandOutput] = []
    /// Those that ``takeOutputChange()`` has seen.
    private var seenOutputs: [ObjectIdentifier] = []
    private var isWaitingToWrite = false

    /// - Throws: UNAVAILABLE where there is no compositor, or one that lacks what every surface needs.
    init() throws(WidgetError) {
        guard let display = wl_display_connect(nil) else {
            let name = getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "wayland-0"
            let advice =
                getenv("DISPLAY") == nil
                ? "Start widgetd-wall in a Wayland session, or set WAYLAND_DISPLAY" : "Under X11, start weston first: see docs/wall.md, Other desktops"
            throw WidgetError(.unavailable, "there is no Wayland compositor at \(name): \(String(cString: strerror(errno))). \(advice)")
        }
        self.display = display
        registry = wl_display_get_registry(display)
        wl_registry_add_listener(registry, Self.listener.pointer, Unmanaged.passUnretained(self).toOpaque())
        // The globals, and then what they say of themselves.
        for _ in 0..<2 { if wl_display_roundtrip(display) < 0 { throw failure } }
        guard compositor != nil, shm != nil, layerShell != nil || windowBase != nil else {
            throw WidgetError(.unavailable, "the compositor has neither layers (wlr-layer-shell) nor windows (xdg-shell) for widgetd-wall")
        }
    }

    deinit {
        seat = nil
        outputs = []
        wl_display_disconnect(display)
    }

    private static let listener = Listener(
        wl_registry_listener(
            global: { data, registry, name, interface, version in
                guard let registry, let interface else { return }
                Listener<wl_registry_listener>.owner(data, WaylandConnection.self)?.add(registry, name, String(cString: interface), version)
            },
            global_remove: { data, _, name in
                Listener<wl_registry_listener>.owner(data, WaylandConnection.self)?.outputs.removeAll { $0.number == name }
            }))

    private func add(_ registry: OpaquePointer, _ name: UInt32, _ interface: String, _ version: UInt32) {
        guard let object = widgetd_wayland_bind(registry, name, interface, version).map({ OpaquePointer($0) }) else { return }
        switch interface {
        case "wl_compositor": compositor = object
        case "wl_shm": shm = object
        case "zwlr_layer_shell_v1": layerShell = object
        case "zxdg_decoration_manager_v1": decorations = object
        case "wp_viewporter": viewporter = object
        case "wp_fractional_scale_manager_v1": fractionalScales = object
        case "wl_seat": if seat == nil { seat = WaylandSeat(object, self) }
        case "wl_output": outputs.append(WaylandOutput(object, number: name))
        case "xdg_wm_base":
            windowBase = object
            xdg_wm_base_add_listener(object, Self.pings.pointer, nil)
        default: break
        }
    }

    private static let pings = Listener(xdg_wm_base_listener(ping: { _, base, serial in xdg_wm_base_pong(base, serial) }))

    /// - Returns: whether displays have come or gone since the last call.
    func takeOutputChange() -> Bool {
        let known = outputs.filter { $0.isKnown }.map { ObjectIdentifier($0) }
        defer { seenOutputs = known }
        return known != seenOutputs
    }

    // MARK: Waiting

    var descriptor: Int32 { wl_display_get_fd(display) }

    /// The events of poll(2) to wait for.
    var interest: Int16 { Int16(isWaitingToWrite ? POLLIN | POLLOUT : POLLIN) }

    /// Sends the requests, and gets ready to wait.
    /// - Returns: false: there are events already, which were taken.
    /// - Throws: UNAVAILABLE where the compositor is gone.
    func prepareToWait() throws(WidgetError) -> Bool {
        if wl_display_prepare_read(display) != 0 {
            try dispatch()
            return false
        }
        isWaitingToWrite = wl_display_flush(display) < 0 && errno == EAGAIN
        // The compositor's last words may say why it doesn't read any more.
        return true
    }

    /// Takes the events that came while waiting.
    /// - Throws: UNAVAILABLE where the compositor is gone.
    func finishWait(_ isReadable: Bool) throws(WidgetError) {
        if isReadable {
            if wl_display_read_events(display) < 0 { throw failure }
        } else {
            wl_display_cancel_read(display)
        }
        try dispatch()
    }

    private func dispatch() throws(WidgetError) { if wl_display_dispatch_pending(display) < 0 { throw failure } }

    private var failure: WidgetError {
        let code = wl_display_get_error(display)
        guard code == EPROTO else { return WidgetError(.unavailable, "the compositor has ended the connection") }
        var text = [CChar](repeating: 0, count: 256)
        widgetd_wayland_error(display, &text, text.count)
        let message = text.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } ?? "" }
        return WidgetError(.internal, "the compositor has ended the connection: \(message)")
    }
}

/// The functions that Wayland's library calls for an object's events. It keeps the address, so they stay where they are.
struct Listener<Functions>: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<Functions>

    init(_ functions: Functions) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: functions)
    }

    /// Functions of a structure that grows with the library's versions. Those that aren't set are for events that aren't asked for.
    init(_ functions: Functions, _ set: (inout Functions) -> Void) {
        var functions = functions
        set(&functions)
        self.init(functions)
    }

    /// The object that was given with the listener.
    static func owner<Owner: AnyObject>(_ data: UnsafeMutableRawPointer?, _: Owner.Type) -> Owner? {
        data.map { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue() }
    }
}
