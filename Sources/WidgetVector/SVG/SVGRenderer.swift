public import WidgetCore
public import WidgetLayout

/// Writes display lists as SVG.
public struct SVGRenderer {
    /// The bytes of a picture's PNG file, which the SVG then has within itself; nil: its place stays empty.
    private let picture: (ContentDigest) -> [UInt8]?
    private let isElsewhere: (DisplayFont) -> Bool
    private let pageFont: String?

    /// - Parameters:
    ///   - isElsewhere: whether the viewer may have another font than the one that measured. Then its letters get the width that the layout has.
    ///   - pageFont: the families that the page's style gives to all texts, which then needn't say them; nil: none.
    public init(
        picture: @escaping (ContentDigest) -> [UInt8]? = { _ in nil }, isElsewhere: @escaping (DisplayFont) -> Bool = { _ in false }, pageFont: String? = nil
    ) {
        self.picture = picture
        self.isElsewhere = isElsewhere
        self.pageFont = pageFont
    }

    /// Some nodes of a list as an element of a page.
    /// - Parameters:
    ///   - id: the element's, and the beginning of all ids in it.
    ///   - room: the part of the list that the element is as large as; nil: the whole list. A transform of the element is one of the list.
    func drawing(of nodes: [Int], in list: DisplayList, id: String, room: Rect? = nil) -> String {
        var writer = SVGWriter(picture: picture, isElsewhere: isElsewhere, pageFont: pageFont, prefix: id)
        for node in nodes { writer.add(node, of: list) }
        func short(_ number: Double) -> String { NumberText.short(number) }
        let place = room ?? Rect(origin: .zero, size: list.size)
        var style = ""
        if room != nil {
            style = #" style="left:\#(short(place.minX))px;top:\#(short(place.minY))px;transform-origin:\#(short(-place.minX))px \#(short(-place.minY))px""#
        }
        let sides = [place.minX, place.minY, place.size.width, place.size.height].map(short)
        return #"<svg id="\#(id)" width="\#(sides[2])" height="\#(sides[3])" viewBox="\#(sides.joined(separator: " "))"\#(style)>"#
            + "\(writer.definitions.isEmpty ? "" : "<defs>\(writer.definitions)</defs>")\(writer.body)</svg>"
    }

    /// A whole SVG document.
    public func document(_ list: DisplayList) -> String {
        var writer = SVGWriter(picture: picture, isElsewhere: isElsewhere)
        for node in list.children(of: nil) { writer.add(node, of: list) }
        let size = "\(NumberText.short(list.size.width))"
        let height = "\(NumberText.short(list.size.height))"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
            width="\(size)" height="\(height)" viewBox="0 0 \(size) \(height)">\
            \(writer.definitions.isEmpty ? "" : "<defs>\(writer.definitions)</defs>")\(writer.body)</svg>

            """
    }
}
