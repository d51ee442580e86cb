import WidgetCore
import WidgetLayout

/// The kinds of a surface's traits that a view may read. An archive is made for each combination that matters.
package struct TraitReads: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let family = TraitReads(rawValue: 1)
    package static let colorScheme = TraitReads(rawValue: 1 << 1)
    package static let renderingMode = TraitReads(rawValue: 1 << 2)
    package static let showsBackground = TraitReads(rawValue: 1 << 3)
    package static let levelOfDetail = TraitReads(rawValue: 1 << 4)
    package static let luminance = TraitReads(rawValue: 1 << 5)
    package static let activityFamily = TraitReads(rawValue: 1 << 6)
    package static let locale = TraitReads(rawValue: 1 << 7)
    package static let dynamicType = TraitReads(rawValue: 1 << 8)
    package static let displayScale = TraitReads(rawValue: 1 << 9)
}

/// Collects the traits that views read while they are archived.
package final class TraitRecorder {
    package private(set) var reads: TraitReads = []
    package init() {}
    func note(_ read: TraitReads) { reads.insert(read) }
}

private enum TraitRecorderKey: EnvironmentKey { static var defaultValue: TraitRecorder? { nil } }

extension EnvironmentValues {
    package var traitRecorder: TraitRecorder? {
        get { self[TraitRecorderKey.self] }
        set { self[TraitRecorderKey.self] = newValue }
    }

    package func noteRead(_ read: TraitReads) { traitRecorder?.note(read) }

    /// Records that a view reads `isLuminanceReduced`. Its property is in Motion, which can't record that itself.
    package func noteReading(_ keyPath: PartialKeyPath<EnvironmentValues>) {
        if let traitRecorder, keyPath == \EnvironmentValues.isLuminanceReduced { traitRecorder.note(.luminance) }
    }

    /// The value of a trait, whose reading is noted.
    fileprivate func trait<K: EnvironmentKey>(_ key: K.Type, _ read: TraitReads) -> K.Value {
        noteRead(read)
        return self[key]
    }
}

/// Light or dark.
nonisolated public enum ColorScheme: CaseIterable, Hashable, Sendable {
    case light, dark
}

/// The strength of colours' contrast.
nonisolated public enum ColorSchemeContrast: CaseIterable, Hashable, Sendable {
    case standard, increased
}

/// The size of text that the user set.
nonisolated public enum DynamicTypeSize: Int, Comparable, CaseIterable, Hashable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    /// The size of that older name.
    public init?(_ category: ContentSizeCategory) {
        guard let index = ContentSizeCategory.allCases.firstIndex(of: category) else { return nil }
        self.init(rawValue: index)
    }

    public var isAccessibilitySize: Bool { self >= .accessibility1 }
    public static func < (a: DynamicTypeSize, b: DynamicTypeSize) -> Bool { a.rawValue < b.rawValue }

    var archived: ViewTraits.DynamicTypeSize { ViewTraits.DynamicTypeSize(rawValue: rawValue + 1) ?? .large }
}

/// The room along an axis.
nonisolated public enum UserInterfaceSizeClass: Hashable, Sendable {
    case compact, regular
}

/// Why a view's content isn't shown.
nonisolated public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let placeholder = RedactionReasons(rawValue: 1)
    public static let privacy = RedactionReasons(rawValue: 2)
    public static let invalidated = RedactionReasons(rawValue: 4)
}

private enum ColorSchemeKey: EnvironmentKey { static var defaultValue: ColorScheme { .light } }
private enum BackgroundMaterialKey: EnvironmentKey { static var defaultValue: Material? { nil } }
private enum ContrastKey: EnvironmentKey { static var defaultValue: ColorSchemeContrast { .standard } }
private enum DynamicTypeSizeKey: EnvironmentKey { static var defaultValue: DynamicTypeSize { .large } }
private enum LocaleKey: EnvironmentKey { static var defaultValue: Locale { .current } }
private enum TimeZoneKey: EnvironmentKey { static var defaultValue: TimeZone { .current } }
private enum CalendarKey: EnvironmentKey { static var defaultValue: Calendar { .current } }
private enum DisplayScaleKey: EnvironmentKey { static var defaultValue: CGFloat { 2 } }
private enum LayoutDirectionKey: EnvironmentKey { static var defaultValue: LayoutDirection? { nil } }
private enum RedactionReasonsKey: EnvironmentKey { static var defaultValue: RedactionReasons { [] } }
private enum IsEnabledKey: EnvironmentKey { static var defaultValue: Bool { true } }
private enum FontKey: EnvironmentKey { static var defaultValue: Font? { nil } }
private enum LineLimitKey: EnvironmentKey { static var defaultValue: Int? { nil } }
private enum LineSpacingKey: EnvironmentKey { static var defaultValue: CGFloat { 0 } }
private enum TextAlignmentKey: EnvironmentKey { static var defaultValue: TextAlignment { .leading } }
private enum MinimumScaleFactorKey: EnvironmentKey { static var defaultValue: CGFloat { 1 } }
private enum HorizontalSizeClassKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { .compact } }
private enum VerticalSizeClassKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { .regular } }
private enum AccessibilityKey: EnvironmentKey { static var defaultValue: Bool { false } }
private enum OpenURLKey: EnvironmentKey { static var defaultValue: OpenURLAction { OpenURLAction() } }

extension EnvironmentValues {
    /// The size of text as an archive names it. Asking for it is no reading of the trait.
    var archivedTypeSize: ViewTraits.DynamicTypeSize { self[DynamicTypeSizeKey.self].archived }

    /// Brings the size of text within limits. That is no reading of the trait, either.
    mutating func clampTypeSize(from least: DynamicTypeSize, to greatest: DynamicTypeSize) {
        self[DynamicTypeSizeKey.self] = min(max(self[DynamicTypeSizeKey.self], least), greatest)
    }

    public var colorScheme: ColorScheme {
        get { trait(ColorSchemeKey.self, .colorScheme) }
        set { self[ColorSchemeKey.self] = newValue }
    }
    public var colorSchemeContrast: ColorSchemeContrast {
        get { self[ContrastKey.self] }
        set { self[ContrastKey.self] = newValue }
    }
    public var dynamicTypeSize: DynamicTypeSize {
        get { trait(DynamicTypeSizeKey.self, .dynamicType) }
        set { self[DynamicTypeSizeKey.self] = newValue }
    }
    public var sizeCategory: ContentSizeCategory {
        get { ContentSizeCategory(dynamicTypeSize) ?? .large }
        set { if let size = DynamicTypeSize(newValue) { dynamicTypeSize = size } }
    }
    /// The material behind the view; nil: there is none.
    public var backgroundMaterial: Material? {
        get { self[BackgroundMaterialKey.self] }
        set { self[BackgroundMaterialKey.self] = newValue }
    }
    public var locale: Locale {
        get { trait(LocaleKey.self, .locale) }
        set { self[LocaleKey.self] = newValue }
    }
    /// The locale in which texts are found and formatted.
    package var resolvingLocale: Locale { locale }
    public var timeZone: TimeZone {
        get { self[TimeZoneKey.self] }
        set { self[TimeZoneKey.self] = newValue }
    }
    public var calendar: Calendar {
        get { self[CalendarKey.self] }
        set { self[CalendarKey.self] = newValue }
    }
    /// Pixels per point.
    public var displayScale: CGFloat {
        get { trait(DisplayScaleKey.self, .displayScale) }
        set { self[DisplayScaleKey.self] = newValue }
    }
    /// The width of a pixel, in points.
    public var pixelLength: CGFloat { 1 / displayScale }
    /// Unless it is set, that of the locale.
    public var layoutDirection: LayoutDirection {
        get { self[LayoutDirectionKey.self] ?? (LocaleFormats.isRightToLeft(locale.identifier) ? .rightToLeft : .leftToRight) }
        set { self[LayoutDirectionKey.self] = newValue }
    }
    public var redactionReasons: RedactionReasons {
        get { self[RedactionReasonsKey.self] }
        set { self[RedactionReasonsKey.self] = newValue }
    }
    public var isEnabled: Bool {
        get { self[IsEnabledKey.self] }
        set { self[IsEnabledKey.self] = newValue }
    }
    public var font: Font? {
        get { self[FontKey.self] }
        set { self[FontKey.self] = newValue }
    }
    public var lineLimit: Int? {
        get { self[LineLimitKey.self] }
        set { self[LineLimitKey.self] = newValue }
    }
    public var lineSpacing: CGFloat {
        get { self[LineSpacingKey.self] }
        set { self[LineSpacingKey.self] = newValue }
    }
    public var multilineTextAlignment: TextAlignment {
        get { self[TextAlignmentKey.self] }
        set { self[TextAlignmentKey.self] = newValue }
    }
    public var minimumScaleFactor: CGFloat {
        get { self[MinimumScaleFactorKey.self] }
        set { self[MinimumScaleFactorKey.self] = newValue }
    }
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { self[HorizontalSizeClassKey.self] }
        set { self[HorizontalSizeClassKey.self] = newValue }
    }
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { self[VerticalSizeClassKey.self] }
        set { self[VerticalSizeClassKey.self] = newValue }
    }
    public var legibilityWeight: LegibilityWeight? { nil }
    public var accessibilityEnabled: Bool { self[AccessibilityKey.self] }
    public var accessibilityDifferentiateWithoutColor: Bool { false }
    public var accessibilityReduceTransparency: Bool { false }
    public var accessibilityInvertColors: Bool { false }
    public var accessibilityShowButtonShapes: Bool { false }
    public var accessibilityVoiceOverEnabled: Bool { false }
    /// Opens an address, where a program shows the view itself. In a widget, use ``Link`` or `widgetURL`.
    public var openURL: OpenURLAction {
        get { self[OpenURLKey.self] }
        set { self[OpenURLKey.self] = newValue }
    }
}

nonisolated public enum LegibilityWeight: Hashable, Sendable {
    case regular, bold
}

/// The older name of ``DynamicTypeSize``.
nonisolated public enum ContentSizeCategory: Comparable, Hashable, CaseIterable, Sendable {
    case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
    case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge, accessibilityExtraExtraExtraLarge

    public init?(_ size: DynamicTypeSize) { self = Self.allCases[size.rawValue] }
    public var isAccessibilityCategory: Bool { size >= .accessibility1 }
    private var size: DynamicTypeSize { DynamicTypeSize(self) ?? .large }
    public static func < (a: ContentSizeCategory, b: ContentSizeCategory) -> Bool { a.size < b.size }
}

/// Opens an address.
nonisolated public struct OpenURLAction: Sendable {
    public struct Result: Sendable {
        public static let handled = Result()
        public static let discarded = Result()
        public static let systemAction = Result()
    }

    private let handler: (@MainActor @Sendable (URL) -> Result)?

    init() { handler = nil }
    public init(handler: @escaping @MainActor @Sendable (URL) -> Result) { self.handler = handler }
    @MainActor public func callAsFunction(_ url: URL) { _ = handler?(url) }
}
