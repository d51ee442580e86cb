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
