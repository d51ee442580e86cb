import WidgetLayout
import WidgetVector

/// What a page shows of one display list. Here alone a list becomes HTML.
struct WidgetFragment: Sendable, Hashable {
    /// Elements as large as the list, in points; their ids begin with the item's.
    var html: String
    /// The animations of those elements, as JSON: each with an element's id, keyframes, a duration and an easing.
    var animations = "[]"

    /// - Parameters:
    ///   - id: the item's, unique on the page.
    ///   - picture: a picture's PNG file.
    init(_ list: DisplayList, id: String, pictures: PictureShelf) {
        html = SVGRenderer(picture: pictures.bytes, idPrefix: "\(id)-").document(list)
    }
}
