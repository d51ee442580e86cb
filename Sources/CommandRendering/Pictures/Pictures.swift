package import WidgetAPI
package import WidgetCore
package import WidgetSurfaces

/// Pictures that archives name, by their digests: each is fetched and decoded once, as long as it is shown.
package struct Pictures: Sendable {
    private struct Known: Sendable {
        var image: PixelImage
        var png: [UInt8]
    }

    private var known: [ContentDigest: Known] = [:]
    /// When one that couldn't be had may be asked for again.
    private var refused: [ContentDigest: Timestamp] = [:]

    package init() {}

    /// The pixels; nil: it isn't there.
    func image(_ digest: ContentDigest) -> PixelImage? { known[digest]?.image }

    /// The file; nil: it isn't there.
    func png(_ digest: ContentDigest) -> [UInt8]? { known[digest]?.png }

    /// Fetches what these widgets show and isn't there yet, as long as the daemon answers, and forgets what they don't show. A surface draws a shaded area in
    /// place of a missing one.
    package mutating func load(_ snapshots: [ProtoWidgetSnapshot], from client: WidgetClient, now: Timestamp) {
        let references = snapshots.flatMap { $0.archive.images.compactMap { try? ImageReference($0, field: "image") } }
        let shown = Set(references.map(\.digest))
        known = known.filter { shown.contains($0.key) }
        refused = refused.filter { shown.contains($0.key) && now < $0.value }
        var isAnswering = true
        for reference in references where known[reference.digest] == nil && refused[reference.digest] == nil {
            do throws(WidgetError) {
                guard isAnswering else { throw WidgetError(.unavailable, "the daemon doesn't answer") }
                try add(reference, Array(try client.image(sha256: reference.digest).data))
            } catch {
                isAnswering = error.code != .deadlineExceeded && error.code != .unavailable
                refused[reference.digest] = now + PictureLimits.pause
            }
        }
    }

    /// Takes pictures that came with their archives; one that isn't valid is left out.
    package mutating func add(_ blobs: [ProtoImageBlob]) {
        for blob in blobs {
            guard let reference = try? ImageReference(blob.reference, field: "image"), known[reference.digest] == nil else { continue }
            try? add(reference, Array(blob.data))
        }
    }

    private mutating func add(_ reference: ImageReference, _ png: [UInt8]) throws(WidgetError) {
        try reference.check(png)
        let kept = known.values.reduce(0) { $0 + $1.image.pixels.count }
        guard kept + reference.width * reference.height <= PictureLimits.keptPixels else {
            throw WidgetError(.resourceExhausted, "at most \(PictureLimits.keptPixels) pixels are kept")
        }
        known[reference.digest] = Known(image: try PNGDecoder.decode(png), png: png)
    }
}

/// A drawing as lines for a terminal, with its pictures by the terminal's own protocol.
package struct PictureOutput {
    package var terminal: TerminalTraits
    package var pictures: Pictures

    package init(terminal: TerminalTraits, pictures: Pictures) { (self.terminal, self.pictures) = (terminal, pictures) }

    /// The lines; the last one ends with the pictures, each drawn from there with the cursor put back behind it.
    package func lines(_ drawing: RenderedWidget) -> [String] {
        // A terminal that is lower than the drawing has scrolled, and the pictures' places may be gone.
        guard terminal.pictures != .blocks, terminal.color != .none, drawing.size.rows < terminal.rows else {
            return drawing.ansiLines(terminal.color, terminalBackground: terminal.background)
        }
        var drawing = drawing
        var sequences = ""
        for placement in drawing.pictures {
            guard let picture = text(placement) else { continue }
            let place = placement.place
            for row in place.row..<place.row + place.size.rows {
                for column in place.column..<place.column + place.size.columns { drawing.lines[row][column] = Cell() }
            }
            let up = drawing.size.rows - 1 - place.row
            sequences += "\u{1B}7" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[\(place.column + 1)G" + picture + "\u{1B}8"
        }
        var lines = drawing.ansiLines(terminal.color, terminalBackground: terminal.background)
        if let last = lines.indices.last { lines[last] += sequences }
        return lines
    }

    private func text(_ placement: PicturePlacement) -> String? {
        let size = placement.place.size
        switch terminal.pictures {
        case .blocks: return nil
        case .kitty: return pictures.png(placement.image).map { KittyGraphics.text(png: $0, columns: size.columns, rows: size.rows) }
        case .sixel:
            let cell = terminal.cellPixels
            return pictures.image(placement.image).map {
                SixelEncoder.text($0.scaled(width: size.columns * cell.width, height: size.rows * cell.height))
            }
        }
    }
}
