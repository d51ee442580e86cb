import WidgetCore

/// Every limit of a layout, each with its reason.
enum LayoutLimits {
    /// Boxes inside each other. An archive is at most 64 levels deep, and each view has a few modifiers. Each level needs memory on the stack.
    static let depth: Int32 = 400
    /// Sizes that one layout may ask for: a hundred times what a full archive needs.
    static let measurements = 500_000
    /// A length in points: more than any surface has.
    static let length = 100_000.0
    /// Rows and columns of a grid: as many as an archive has views.
    static let gridCells = Limits.nodesPerArchive
    /// Texts that are kept measured: those of some hundred widgets.
    static let cachedTexts = 8_192
}
