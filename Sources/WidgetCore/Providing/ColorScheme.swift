/// What surfaces draw on. Raw values are those of the wire.
public enum ColorScheme: Int, Sendable, Hashable, CaseIterable {
    case light = 1
    /// As terminals mostly are: what is taken where nothing is said.
    case dark = 2

    /// `light` or `dark`.
    public var name: String { "\(self)" }

    /// The scheme of that name; nil for any other.
    public init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }
}
