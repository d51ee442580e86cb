public import WidgetCore

/// A picture that was drawn: which, and where all of it is to be seen.
public struct PicturePlacement: Sendable, Hashable {
    public var image: ContentDigest
    public var place: CellRect

    public init(image: ContentDigest, place: CellRect) {
        self.image = image
        self.place = place
    }
}
