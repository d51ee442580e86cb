import WidgetCore

private enum WidgetFamilyKey: EnvironmentKey { static var defaultValue: WidgetFamily { .systemSmall } }
private enum RenderingModeKey: EnvironmentKey { static var defaultValue: WidgetRenderingMode { .fullColor } }
private enum ShowsBackgroundKey: EnvironmentKey { static var defaultValue: Bool { true } }
private enum ContentMarginsKey: EnvironmentKey { static var defaultValue: EdgeInsets { EdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16) } }
private enum LevelOfDetailKey: EnvironmentKey { static var defaultValue: LevelOfDetail { .default } }
private enum ActivityFamilyKey: EnvironmentKey { static var defaultValue: ActivityFamily { .medium } }

extension EnvironmentValues {
    /// The family that the widget is drawn for.
    public var widgetFamily: WidgetFamily {
        get { noteRead(.family); return self[WidgetFamilyKey.self] }
        set { self[WidgetFamilyKey.self] = newValue }
    }
    public var widgetRenderingMode: WidgetRenderingMode {
        get { noteRead(.renderingMode); return self[RenderingModeKey.self] }
        set { self[RenderingModeKey.self] = newValue }
    }
    /// Whether the surface shows the widget's background.
    public var showsWidgetContainerBackground: Bool {
        get { noteRead(.showsBackground); return self[ShowsBackgroundKey.self] }
        set { self[ShowsBackgroundKey.self] = newValue }
    }
    public var showsWidgetLabel: Bool { false }
    /// The margins that the surface adds around the content, in points.
    public var widgetContentMargins: EdgeInsets {
        get { self[ContentMarginsKey.self] }
        set { self[ContentMarginsKey.self] = newValue }
    }
    public var levelOfDetail: LevelOfDetail {
        get { noteRead(.levelOfDetail); return self[LevelOfDetailKey.self] }
        set { self[LevelOfDetailKey.self] = newValue }
    }
    /// The family that a Live Activity's content is drawn for.
    public var activityFamily: ActivityFamily {
        get { noteRead(.activityFamily); return self[ActivityFamilyKey.self] }
        set { self[ActivityFamilyKey.self] = newValue }
    }
    public var isActivityFullscreen: Bool { false }
    public var isActivityUpdateReduced: Bool { false }
}

/// How a surface draws a widget.
public struct WidgetRenderingMode: Equatable, Hashable, Sendable, CustomStringConvertible {
    public let description: String
    public static let fullColor = WidgetRenderingMode(description: "fullColor")
    /// In two groups of one colour each.
    public static let accented = WidgetRenderingMode(description: "accented")
    /// Without colours, over what is behind.
    public static let vibrant = WidgetRenderingMode(description: "vibrant")
}

/// How much a widget shows.
public struct LevelOfDetail: Equatable, Hashable, Sendable {
    private let name: String
    public static let `default` = LevelOfDetail(name: "default")
    /// For somebody who looks from afar.
    public static let simplified = LevelOfDetail(name: "simplified")
}

/// The container that a background is for.
public struct ContainerBackgroundPlacement: Hashable, Sendable {
    private let name: String
    /// The widget's removable background.
    public static let widget = ContainerBackgroundPlacement(name: "widget")
    public static let navigation = ContainerBackgroundPlacement(name: "navigation")
}

extension View {
    /// The widget's background, which a surface may remove.
    public func containerBackground<S: ShapeStyle>(_ style: S, for container: ContainerBackgroundPlacement) -> some View {
        containerBackground(for: container) { Rectangle().fill(style) }
    }

    public func containerBackground<V: View>(for container: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> V)
        -> some View
    {
        let background = content()
        return archived { _, inputs in
            guard container == .widget else { return }
            var place = inputs.child(.layer)
            place.environment.redactionReasons = []
            inputs.resolution.containerBackground = place.all(background)
        }
    }

    /// A text or a gauge outside of the widget, where the surface has room for it.
    public func widgetLabel<Label: View>(@ViewBuilder label: () -> Label) -> some View { labelled(label()) }
    public func widgetLabel(_ labelKey: LocalizedStringKey) -> some View { labelled(Text(labelKey)) }
    @_disfavoredOverload
    public func widgetLabel<S: StringProtocol>(_ label: S) -> some View { labelled(Text(label)) }
    /// Text follows the edge of a corner.
    public func widgetCurvesContent(_ curvesContent: Bool = true) -> some View { archived(.curvesContent(curvesContent)) }
    public func activityBackgroundTint(_ color: Color?) -> some View {
        archived { _, inputs in
            guard let color else { return }
            inputs.resolution.containerBackground = inputs.child(.layer).all(color)
        }
    }
    public func activitySystemActionForegroundColor(_ color: Color?) -> some View { self }
    public func keylineTint(_ color: Color?) -> some View { self }
    /// No effect. On Apple's devices it puts a region's content below the sensors.
    public func dynamicIsland(verticalPlacement: DynamicIslandExpandedRegionVerticalPlacement) -> some View { self }
}

public enum DynamicIslandExpandedRegionVerticalPlacement: Sendable {
    case `default`, belowIfTooWide
}

/// The surface's background of accessory families.
public struct AccessoryWidgetBackground: View {
    public init() {}
    public var body: some View { _AccessoryBackground() }
}

extension EnvironmentValues {
    /// Takes the traits of a surface. Those that are nil stay as they are.
    mutating func apply(_ traits: ViewTraits) {
        if let scheme = traits.colorScheme { colorScheme = scheme == .dark ? .dark : .light }
        if let mode = traits.renderingMode { widgetRenderingMode = WidgetRenderingMode(mode) }
        if let shows = traits.showsBackground { showsWidgetContainerBackground = shows }
        if let detail = traits.levelOfDetail { levelOfDetail = detail == .simplified ? .simplified : .default }
        if let reduced = traits.isLuminanceReduced { isLuminanceReduced = reduced }
        if let size = traits.dynamicTypeSize { dynamicTypeSize = DynamicTypeSize(rawValue: size.rawValue - 1) ?? .large }
        if let name = traits.locale { locale = Locale(identifier: name) }
    }
}

extension WidgetRenderingMode {
    init(_ mode: ViewTraits.RenderingMode) {
        self =
            switch mode {
            case .fullColor: .fullColor
            case .accented: .accented
            case .vibrant: .vibrant
            }
    }
}

extension TraitReads {
    /// The part of a surface's traits that was read.
    func values(of traits: ViewTraits) -> ViewTraits {
        ViewTraits(
            colorScheme: contains(.colorScheme) ? traits.colorScheme : nil, renderingMode: contains(.renderingMode) ? traits.renderingMode : nil,
            showsBackground: contains(.showsBackground) ? traits.showsBackground : nil, levelOfDetail: contains(.levelOfDetail) ? traits.levelOfDetail : nil,
            isLuminanceReduced: contains(.luminance) ? traits.isLuminanceReduced : nil,
            dynamicTypeSize: contains(.dynamicType) ? traits.dynamicTypeSize : nil, locale: contains(.locale) ? traits.locale : nil)
    }
}
