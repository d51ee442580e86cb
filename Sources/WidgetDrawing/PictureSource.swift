import CPangoCairo
public import WidgetCore

/// Finds the bytes of pictures.
public protocol PictureSource: AnyObject {
    /// A PNG file; nil: it isn't here.
    func png(of digest: ContentDigest) -> [UInt8]?
}

/// Knows no pictures.
public final class NoPictures: PictureSource {
    public init() {}
    public func png(of digest: ContentDigest) -> [UInt8]? { nil }
}

/// Pictures of a source as surfaces of Cairo. A digest is decoded once.
final class DecodedPictures {
    private let source: any PictureSource
    private var surfaces: [ContentDigest: OpaquePointer] = [:]

    /// Those of a large board. Where there is no more room, all go.
    private static let most = 64

    init(_ source: any PictureSource) { self.source = source }

    deinit { for surface in surfaces.values { cairo_surface_destroy(surface) } }

    /// Nil: the source doesn't have it, or it is no PNG.
    func surface(of digest: ContentDigest) -> OpaquePointer? {
        if let known = surfaces[digest] { return known }
        guard let png = source.png(of: digest) else { return nil }
        if surfaces.count >= Self.most {
            for surface in surfaces.values { cairo_surface_destroy(surface) }
            surfaces.removeAll()
        }
        guard let surface = PNGReader(png).surface else { return nil }
        surfaces[digest] = surface
        return surface
    }
}
