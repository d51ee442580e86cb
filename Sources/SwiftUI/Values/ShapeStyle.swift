package import WidgetCore

/// The filling of a shape or a text: a colour, a gradient, a material or a level of the foreground.
nonisolated public protocol ShapeStyle: Sendable {
    associatedtype Resolved: ShapeStyle = Never
    /// The style in an environment. A custom style returns one of SwiftUI's styles.
    func resolve(in environment: EnvironmentValues) -> Resolved
    /// As an archive says it.
    func _archived(in environment: EnvironmentValues) -> _ArchivedStyle
}

/// A style as an archive says it.
nonisolated public struct _ArchivedStyle: Sendable {
    package let style: ViewStyle
}

extension ShapeStyle {
    public func _archived(in environment: EnvironmentValues) -> _ArchivedStyle { resolve(in: environment)._archived(in: environment) }
}

extension ShapeStyle where Resolved == Never {
    public func resolve(in environment: EnvironmentValues) -> Never { providerFatalError("\(Self.self) has no resolve(in:): SwiftUI draws it itself") }
}

extension Never: ShapeStyle {
    public typealias Resolved = Never
}

extension ShapeStyle {
    package func style(in environment: EnvironmentValues) -> ViewStyle { _archived(in: environment).style }
}

/// A style of SwiftUI's own.
nonisolated protocol PrimitiveStyle: ShapeStyle where Resolved == Never {
    func archivedStyle(in environment: EnvironmentValues) -> ViewStyle
}

extension PrimitiveStyle {
    public func _archived(in environment: EnvironmentValues) -> _ArchivedStyle { _ArchivedStyle(style: archivedStyle(in: environment)) }
}

extension Color: ShapeStyle {
    public func _archived(in environment: EnvironmentValues) -> _ArchivedStyle { _ArchivedStyle(style: .color(archived(in: environment))) }
}

extension ResolvedColor: ShapeStyle {
    public typealias Resolved = Never
    public func _archived(in environment: EnvironmentValues) -> _ArchivedStyle { _ArchivedStyle(style: .color(Color(self).archived(in: environment))) }
}

extension ShapeStyle where Self == Color {
    public static var red: Color { .red }
    public static var orange: Color { .orange }
    public static var yellow: Color { .yellow }
    public static var green: Color { .green }
    public static var mint: Color { .mint }
    public static var teal: Color { .teal }
    public static var cyan: Color { .cyan }
    public static var blue: Color { .blue }
    public static var indigo: Color { .indigo }
    public static var purple: Color { .purple }
    public static var pink: Color { .pink }
    public static var brown: Color { .brown }
    public static var white: Color { .white }
    public static var gray: Color { .gray }
    public static var black: Color { .black }
    public static var clear: Color { .clear }
}

/// A level of the foreground.
nonisolated public struct HierarchicalShapeStyle: PrimitiveStyle {
    let level: Int
    public static let primary = HierarchicalShapeStyle(level: 1)
    public static let secondary = HierarchicalShapeStyle(level: 2)
    public static let tertiary = HierarchicalShapeStyle(level: 3)
    public static let quaternary = HierarchicalShapeStyle(level: 4)
    public static let quinary = HierarchicalShapeStyle(level: 5)
    func archivedStyle(in environment: EnvironmentValues) -> ViewStyle { .hierarchical(level) }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { .primary }
    public static var secondary: HierarchicalShapeStyle { .secondary }
    public static var tertiary: HierarchicalShapeStyle { .tertiary }
    public static var quaternary: HierarchicalShapeStyle { .quaternary }
    public static var quinary: HierarchicalShapeStyle { .quinary }
}

extension ShapeStyle {
    /// Returns the style itself: here only views have a blend mode (``View/blendMode(_:)``).
    nonisolated public func blendMode(_ mode: BlendMode) -> some ShapeStyle { self }
}

/// A translucent background. Surfaces here draw it without a blur.
nonisolated public struct Material: PrimitiveStyle {
    let material: ViewStyle.Material
    public static let ultraThin = Material(material: .ultraThin)
    public static let thin = Material(material: .thin)
    public static let regular = Material(material: .regular)
    public static let thick = Material(material: .thick)
    public static let ultraThick = Material(material: .ultraThick)
    public static let bar = Material(material: .bar)
    func archivedStyle(in environment: EnvironmentValues) -> ViewStyle { .material(material) }
}

extension ShapeStyle where Self == Material {
    public static var ultraThinMaterial: Material { .ultraThin }
    public static var thinMaterial: Material { .thin }
    public static var regularMaterial: Material { .regular }
    public static var thickMaterial: Material { .thick }
    public static var ultraThickMaterial: Material { .ultraThick }
    public static var bar: Material { .bar }
}

/// A style that the surface has for a purpose.
nonisolated public struct RoleShapeStyle: PrimitiveStyle {
    let role: ViewStyle.Role
    func archivedStyle(in environment: EnvironmentValues) -> ViewStyle { .role(role) }
}

public typealias ForegroundStyle = RoleShapeStyle
public typealias BackgroundStyle = RoleShapeStyle
public typealias TintShapeStyle = RoleShapeStyle
public typealias SeparatorShapeStyle = RoleShapeStyle
public typealias PlaceholderTextShapeStyle = RoleShapeStyle
public typealias LinkShapeStyle = RoleShapeStyle
public typealias FillShapeStyle = RoleShapeStyle
public typealias WindowBackgroundShapeStyle = RoleShapeStyle
public typealias SelectionShapeStyle = RoleShapeStyle

extension ShapeStyle where Self == RoleShapeStyle {
    public static var foreground: RoleShapeStyle { RoleShapeStyle(role: .foreground) }
    public static var background: RoleShapeStyle { RoleShapeStyle(role: .background) }
    public static var tint: RoleShapeStyle { RoleShapeStyle(role: .tint) }
    public static var separator: RoleShapeStyle { RoleShapeStyle(role: .separator) }
    public static var placeholder: RoleShapeStyle { RoleShapeStyle(role: .placeholder) }
    public static var link: RoleShapeStyle { RoleShapeStyle(role: .link) }
    public static var fill: RoleShapeStyle { RoleShapeStyle(role: .fill) }
    public static var windowBackground: RoleShapeStyle { RoleShapeStyle(role: .windowBackground) }
    public static var selection: RoleShapeStyle { RoleShapeStyle(role: .selection) }
}

/// A style of any type.
nonisolated public struct AnyShapeStyle: ShapeStyle {
    public typealias Resolved = Never
    private let style: any ShapeStyle
    public init(_ style: some ShapeStyle) { self.style = style }
    public func _archived(in environment: EnvironmentValues) -> _ArchivedStyle { style._archived(in: environment) }
}

/// A style that is seen only in part.
nonisolated public struct _OpacityShapeStyle<Style: ShapeStyle>: PrimitiveStyle {
    let style: Style
    let opacity: Double

    func archivedStyle(in environment: EnvironmentValues) -> ViewStyle {
        let factor = min(1, max(0, opacity))
        switch style.style(in: environment) {
        case .faded(let style, let inner): return .faded(style, inner * factor)
        case .color(.named(let name)): return .color(.faded(name, opacity: factor))
        case let style: return .faded(style, factor)
        }
    }
}

extension ShapeStyle {
    /// The style with its opacity multiplied by `opacity`, from 0 to 1.
    public func opacity(_ opacity: Double) -> some ShapeStyle { _OpacityShapeStyle(style: self, opacity: opacity) }
}

extension ShapeStyle {
    /// Paler forms of the style. The factors are those of the system's labels.
    public var secondary: some ShapeStyle { _OpacityShapeStyle(style: self, opacity: 0.6) }
    public var tertiary: some ShapeStyle { _OpacityShapeStyle(style: self, opacity: 0.3) }
    public var quaternary: some ShapeStyle { _OpacityShapeStyle(style: self, opacity: 0.18) }
    public var quinary: some ShapeStyle { _OpacityShapeStyle(style: self, opacity: 0.1) }
}
