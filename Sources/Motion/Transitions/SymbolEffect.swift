/// An animation for symbol images.
public protocol SymbolEffect: Hashable, Sendable {
    /// What the effect is.
    var configuration: SymbolEffectConfiguration { get }
}

/// A ``SymbolEffect`` with which a symbol appears or disappears.
public protocol TransitionSymbolEffect {}

/// A ``SymbolEffect`` with which one symbol becomes another.
public protocol ContentTransitionSymbolEffect {}

/// What a ``SymbolEffect`` is.
public struct SymbolEffectConfiguration: Hashable, Sendable {
    /// The effects there are.
    public enum Kind: String, CaseIterable, Sendable {
        /// The one that fits where it is used.
        case automatic
        case appear, disappear
        case replace, magicReplace
    }

    /// How the symbol's size changes.
    public enum Style: String, CaseIterable, Sendable {
        /// It grows or shrinks when it appears or disappears.
        case up, down
        /// The old symbol shrinks, grows, or is gone at once, and the new one grows.
        case downUp, upUp, offUp
    }

    /// The effect.
    public let kind: Kind
    /// How the size changes; `nil` leaves it to who draws it.
    public let style: Style?
    /// Whether the symbol's layers are animated one after the other (`true`) or as a whole; `nil` leaves it to who draws it.
    public let isByLayer: Bool?

    public init(kind: Kind, style: Style? = nil, isByLayer: Bool? = nil) {
        self.kind = kind
        self.style = style
        self.isByLayer = isByLayer
    }

    static let automatic = SymbolEffectConfiguration(kind: .automatic)

    func with(style: Style) -> SymbolEffectConfiguration { SymbolEffectConfiguration(kind: kind, style: style, isByLayer: isByLayer) }
    func with(isByLayer: Bool) -> SymbolEffectConfiguration { SymbolEffectConfiguration(kind: kind, style: style, isByLayer: isByLayer) }
}
