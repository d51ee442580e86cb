import CommandRendering

/// The formats of pictures, by the ending of a file's name.
enum PictureFormat: String, CaseIterable {
    case svg, png

    /// Nil: the name ends otherwise.
    init?(path: String) {
        let name = path.lowercased()
        guard let format = Self.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else { return nil }
        self = format
    }

    /// The file's bytes; nil where there is no memory for them.
    func bytes(of picture: PlotPicture) -> [UInt8]? {
        switch self {
        case .svg: Array(SVGCanvas(picture).text.utf8)
        case .png: Self.png(RasterCanvas(picture))
        }
    }

    static func png(_ canvas: RasterCanvas) -> [UInt8]? { PNGFile.bytes(width: canvas.width, height: canvas.height, .rgb, pixels: canvas.pixels) }
}
