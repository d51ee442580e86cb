import WidgetCore

extension DisplayPicture {
    /// A part of a picture, and where it is drawn.
    public struct Piece: Sendable, Hashable {
        /// In points of the list.
        public var target: Rect
        /// The part of the picture, in pixels.
        public var source: Rect
        /// Points per pixel.
        public var scale: Point
        /// The part is drawn again where it ends.
        public var repeats: Bool
    }

    /// The parts in which the picture fills a frame: one, or nine where its edges keep their size.
    /// - Parameters:
    ///   - width: the picture's, in pixels.
    ///   - height: as `width`.
    public func pieces(in frame: Rect, width: Double, height: Double) -> [Piece] {
        let own = 1 / max(0.01, scale)
        let whole = Rect(x: 0, y: 0, width: width, height: height)
        func stretched() -> [Piece] {
            [Piece(target: frame, source: whole, scale: Point(x: frame.size.width / width, y: frame.size.height / height), repeats: false)]
        }
        guard let resizing else { return stretched() }
        let insets = resizing.capInsets
        let hasCaps = insets.top + insets.bottom + insets.leading + insets.trailing > 0
        if !hasCaps {
            return resizing.isTiled ? [Piece(target: frame, source: whole, scale: Point(x: own, y: own), repeats: true)] : stretched()
        }
        let columns = Self.strips(frame.minX, frame.size.width, insets.leading, insets.trailing, pixels: width, own: own)
        let rows = Self.strips(frame.minY, frame.size.height, insets.top, insets.bottom, pixels: height, own: own)
        return rows.flatMap { row in
            columns.map { column in
                let isMiddle = row.isMiddle || column.isMiddle
                return Piece(
                    target: Rect(x: column.start, y: row.start, width: column.length, height: row.length),
                    source: Rect(x: column.pixel, y: row.pixel, width: column.pixels, height: row.pixels),
                    scale: Point(x: resizing.isTiled && isMiddle ? own : column.scale, y: resizing.isTiled && isMiddle ? own : row.scale),
                    repeats: resizing.isTiled && isMiddle)
            }
        }
    }

    private struct Strip {
        let start: Double
        let length: Double
        let pixel: Double
        let pixels: Double
        let scale: Double
        let isMiddle: Bool
    }

    private static func strips(_ start: Double, _ length: Double, _ first: Double, _ last: Double, pixels: Double, own: Double) -> [Strip] {
        // Caps that are larger than the picture are all of it.
        let first = min(first, pixels * own)
        let last = min(last, pixels * own - first)
        let middle = max(0, length - first - last)
        let middlePixels = max(1, pixels - (first + last) / own)
        return [
            Strip(start: start, length: min(first, length), pixel: 0, pixels: first / own, scale: own, isMiddle: false),
            Strip(start: start + first, length: middle, pixel: first / own, pixels: middlePixels, scale: middle / middlePixels, isMiddle: true),
            Strip(start: start + first + middle, length: min(last, length), pixel: pixels - last / own, pixels: last / own, scale: own, isMiddle: false),
        ].filter { $0.length > 0 && $0.scale > 0 }
    }
}
