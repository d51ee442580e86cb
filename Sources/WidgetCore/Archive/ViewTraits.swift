/// The traits of a surface on which a view may depend: the values of those that matter, and nil for the others.
///
/// A surface says all of its traits. An archive says those that its views read (``ViewArchive/traits``).
public struct ViewTraits: Sendable, Hashable {
    /// How a surface draws. Raw values are those of the wire.
    public enum RenderingMode: Int, Sendable, Hashable, CaseIterable {
        case fullColor = 1
        /// In two groups of one colour each.
        case accented = 2
        /// Without colours, over what is behind.
        case vibrant = 3
    }

    /// How much a surface shows. Raw values are those of the wire.
    public enum LevelOfDetail: Int, Sendable, Hashable, CaseIterable {
        case `default` = 1
        /// For somebody who looks from afar.
        case simplified = 2
    }

    /// The size of text that a user has set. Raw values are those of the wire.
    public enum DynamicTypeSize: Int, Sendable, Hashable, CaseIterable {
        case xSmall = 1
        case small = 2
        case medium = 3
        case large = 4
        case xLarge = 5
        case xxLarge = 6
        case xxxLarge = 7
        case accessibility1 = 8
        case accessibility2 = 9
        case accessibility3 = 10
        case accessibility4 = 11
        case accessibility5 = 12

        /// The nearest size within limits; nil: no limit.
        package func clamped(from minimum: DynamicTypeSize?, to maximum: DynamicTypeSize?) -> DynamicTypeSize {
            let least = max(rawValue, minimum?.rawValue ?? 1)
            return DynamicTypeSize(rawValue: min(least, maximum?.rawValue ?? least)) ?? self
        }
    }

    public var colorScheme: ColorScheme?
    public var renderingMode: RenderingMode?
    /// False: the widget's background is removed.
    public var showsBackground: Bool?
    public var levelOfDetail: LevelOfDetail?
    /// Always-On: the display is dimmed.
    public var isLuminanceReduced: Bool?
    public var dynamicTypeSize: DynamicTypeSize?
    /// BCP 47 name; nil for a surface: the daemon's own.
    public var locale: String?

    public init(
        colorScheme: ColorScheme? = nil, renderingMode: RenderingMode? = nil, showsBackground: Bool? = nil, levelOfDetail: LevelOfDetail? = nil,
        isLuminanceReduced: Bool? = nil, dynamicTypeSize: DynamicTypeSize? = nil, locale: String? = nil
    ) {
        self.colorScheme = colorScheme
        self.renderingMode = renderingMode
        self.showsBackground = showsBackground
        self.levelOfDetail = levelOfDetail
        self.isLuminanceReduced = isLuminanceReduced
        self.dynamicTypeSize = dynamicTypeSize
        self.locale = locale
    }

    /// Those of a surface that says none: a terminal.
    public static let standard = ViewTraits(
        colorScheme: .dark, renderingMode: .fullColor, showsBackground: true, levelOfDetail: .default, isLuminanceReduced: false, dynamicTypeSize: .large)

    /// Whether a text has the form of a BCP 47 name: letters, digits, hyphens and underscores, at most ``Limits/localeBytes``.
    public static func isLocale(_ text: String) -> Bool {
        (1...Limits.localeBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                $0 < 0x80 && (Character(Unicode.Scalar($0)).isLetter || Character(Unicode.Scalar($0)).isNumber || "-_".utf8.contains($0))
            }
    }

    /// These, and those of `other` where these say nothing.
    public func completed(by other: ViewTraits) -> ViewTraits {
        ViewTraits(
            colorScheme: colorScheme ?? other.colorScheme, renderingMode: renderingMode ?? other.renderingMode,
            showsBackground: showsBackground ?? other.showsBackground, levelOfDetail: levelOfDetail ?? other.levelOfDetail,
            isLuminanceReduced: isLuminanceReduced ?? other.isLuminanceReduced, dynamicTypeSize: dynamicTypeSize ?? other.dynamicTypeSize,
            locale: locale ?? other.locale)
    }

    /// These with another scheme and locale.
    public func with(_ colorScheme: ColorScheme, _ locale: String? = nil) -> ViewTraits {
        var traits = self
        (traits.colorScheme, traits.locale) = (colorScheme, locale)
        return traits
    }

    /// Whether an archive for these traits is the one for a surface.
    public func fits(_ surface: ViewTraits) -> Bool { mismatch(with: surface) == 0 }

    /// The index of the view that a surface shows, by the traits that each view was made for. It is the first of those that differ in the least important
    /// traits.
    public static func best(of views: [[ViewTraits]], for surface: ViewTraits) -> Int? {
        views.indices.min { mismatch(views[$0], with: surface) < mismatch(views[$1], with: surface) }
    }

    /// How far a view is from the one for a surface.
    fileprivate static func mismatch(_ traits: [ViewTraits], with surface: ViewTraits) -> Int { traits.lazy.map { $0.mismatch(with: surface) }.min() ?? 0 }

    /// How far an archive for these traits is from the one for a surface: the trait that changes a view most weighs most, and more than all below it.
    fileprivate func mismatch(with surface: ViewTraits) -> Int {
        func differs<Trait: Equatable>(_ own: Trait?, _ other: Trait?) -> Bool {
            guard let own, let other else { return false }
            return own != other
        }
        let differences = [
            differs(renderingMode, surface.renderingMode), differs(showsBackground, surface.showsBackground),
            differs(isLuminanceReduced, surface.isLuminanceReduced), differs(levelOfDetail, surface.levelOfDetail), differs(locale, surface.locale),
            differs(colorScheme, surface.colorScheme), differs(dynamicTypeSize, surface.dynamicTypeSize),
        ]
        return differences.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
}

extension ViewArchive {
    /// Whether one of its archives was made for surfaces with these traits.
    public func isMade(for surface: ViewTraits) -> Bool {
        ([traits] + variants.map(\.traits)).contains { ViewTraits.mismatch($0, with: surface) == 0 }
    }

    /// The archive that a surface with these traits shows: the one that was made for it, or else the one that differs in what matters least.
    public func adapted(to surface: ViewTraits) -> ViewArchive {
        var best = ViewTraits.best(of: [traits] + variants.map(\.traits), for: surface).map { $0 == 0 ? self : variants[$0 - 1] } ?? self
        best.variants = []
        return best
    }
}

/// The background of surfaces. Raw values are those of the wire.
public enum ColorScheme: Int, Sendable, Hashable, CaseIterable {
    case light = 1
    /// As most terminals are. It is the default where nothing is said.
    case dark = 2

    /// `light` or `dark`.
    public var name: String { "\(self)" }

    /// The scheme of that name; nil for any other.
    public init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }
}
