import WidgetCore
import WidgetSettings

/// The pages that browsers show: of each paired browser that has a name, its own, and else those of ``standard``. Each is a surface, and the file keeps what
/// users have chosen.
struct WebLayouts: Sendable, Hashable {
    /// The surface of browsers without a name, and of those that have no pages of their own.
    static let standard = "web"

    /// The words on each page, by the surface; one that shows the whole board is missing.
    private var pages: [String: [[String]]] = [:]

    init(_ configuration: WallConfiguration? = nil) {
        for surface in configuration?.surfaces ?? [] { pages[surface.name] = surface.pages }
    }

    /// - Parameter surface: as ``surface(of:)``.
    func pages(of surface: String) -> [[String]]? { pages[surface] ?? pages[Self.standard] }

    /// The pages of a surface that has none of its own.
    enum Usual: Sendable { case wholeBoard, standardPages }

    /// - Returns: nil: the surface has no pages of its own.
    func usual(of surface: String) -> Usual? {
        guard pages[surface] != nil else { return nil }
        return surface != Self.standard && pages[Self.standard] != nil ? .standardPages : .wholeBoard
    }

    /// The surface of a browser: its name, with a `-` for each character that no surface's name has.
    /// - Parameter name: as it was paired; empty: it has none.
    static func surface(of name: String) -> String {
        guard !name.isEmpty else { return standard }
        let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" }
        return "\(standard)-\(String(plain))".cut(toBytes: Limits.identifierBytes)
    }
}
