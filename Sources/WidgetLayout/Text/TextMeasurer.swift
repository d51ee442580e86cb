/// Tells how wide characters are. The layout breaks lines itself, so that two measurers that agree on widths agree on everything.
public protocol TextMeasurer: AnyObject {
    /// The advance of each `Character` of a text, in points, kerning and ligatures included.
    ///
    /// Several characters that are drawn as one share its advance: each has a part of it.
    func advances(of text: String, in font: DisplayFont) -> [Double]
}
