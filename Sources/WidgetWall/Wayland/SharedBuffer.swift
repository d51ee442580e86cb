import CWayland
import Glibc
import WidgetDrawing

/// Pixels in memory that the compositor reads, and what is out of date in them.
final class SharedBuffer {
    let pointer: OpaquePointer
    let surface: Surface
    let width: Int
    let height: Int
    private let memory: UnsafeMutableRawPointer
    private let bytes: Int
    /// The compositor reads it.
    private(set) var isBusy = false
    /// The part that differs from the newest frame, in pixels.
    var stale = PixelRegion()

    /// - Returns: nil: there is no memory for it.
    init?(_ shm: OpaquePointer, width: Int, height: Int) {
        let bytes = width * height * 4
        let descriptor = widgetd_wayland_memory(bytes)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED else { return nil }
        let pool = wl_shm_create_pool(shm, descriptor, Int32(bytes))
        pointer = wl_shm_pool_create_buffer(pool, 0, Int32(width), Int32(height), Int32(width * 4), WL_SHM_FORMAT_ARGB8888.rawValue)
        wl_shm_pool_destroy(pool)
        (self.width, self.height, self.memory, self.bytes) = (width, height, memory, bytes)
        surface = Surface(pixels: memory, width: width, height: height, stride: width * 4)
        stale.add(PixelRect(left: 0, top: 0, right: width, bottom: height))
        wl_buffer_add_listener(pointer, Self.listener.pointer, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        wl_buffer_destroy(pointer)
        munmap(memory, bytes)
    }

    func use() { isBusy = true }

    private static let listener = Listener(
        wl_buffer_listener(release: { data, _ in Listener<wl_buffer_listener>.owner(data, SharedBuffer.self)?.isBusy = false }))
}
