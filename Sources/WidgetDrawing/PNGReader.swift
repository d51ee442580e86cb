import CPangoCairo

/// Reads the bytes of a PNG file into a surface.
struct PNGReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private struct Position {
        let bytes: UnsafeBufferPointer<UInt8>
        var next = 0
    }

    /// A surface that its user destroys; nil: the bytes are no PNG file.
    var surface: OpaquePointer? {
        bytes.withUnsafeBufferPointer { buffer in
            var position = Position(bytes: buffer)
            let surface = cairo_image_surface_create_from_png_stream(
                { closure, data, length in
                    guard let position = closure?.assumingMemoryBound(to: Position.self), let data else { return CAIRO_STATUS_READ_ERROR }
                    let count = Int(length)
                    guard position.pointee.next + count <= position.pointee.bytes.count, let start = position.pointee.bytes.baseAddress else {
                        return CAIRO_STATUS_READ_ERROR
                    }
                    data.update(from: start + position.pointee.next, count: count)
                    position.pointee.next += count
                    return CAIRO_STATUS_SUCCESS
                }, &position)
            guard let surface else { return nil }
            if cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS { return surface }
            cairo_surface_destroy(surface)
            return nil
        }
    }
}
