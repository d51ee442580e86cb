import WidgetCore

/// A title with a picture before it.
nonisolated public struct Label<Title: View, Icon: View>: PrimitiveView {
    let title: Title
    let icon: Icon

    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }

    init(title: Title, icon: Icon) {
        self.title = title
        self.icon = icon
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        if let style = inputs.environment[LabelStyleKey.self] {
            return style(AnyView(title), AnyView(icon))._append(to: &outputs, inputs.child(.body))
        }
        // A plain title and a symbol have a form of their own, which every reader knows.
        if let title = title as? Text, title.isPlain(in: inputs), let icon = icon as? Image, let symbol = icon.symbolName,
            icon.options == ViewImage(source: .image(0))
        {
            return outputs.append(.label(title: title.plain(in: inputs), systemImage: symbol), inputs)
        }
        outputs.appendContainer(
            .stack(axis: .horizontal, alignment: .firstTextBaseline, spacing: nil), TupleView((icon, title)), inputs)
    }
}

extension Label where Title == Text, Icon == Image {
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) { self.init(title: Text(titleKey), icon: Image(systemName: name)) }
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) { self.init(title: Text(title), icon: Image(systemName: name)) }
    nonisolated public init(_ titleKey: LocalizedStringKey, image name: String) { self.init(title: Text(titleKey), icon: Image(name)) }
    nonisolated public init(_ titleKey: LocalizedStringKey, image resource: ImageResource) { self.init(title: Text(titleKey), icon: Image(resource)) }
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, image resource: ImageResource) { self.init(title: Text(title), icon: Image(resource)) }
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, image name: String) { self.init(title: Text(title), icon: Image(name)) }
    @_disfavoredOverload
    nonisolated public init(_ titleResource: LocalizedStringResource, systemImage name: String) {
        self.init(title: Text(titleResource), icon: Image(systemName: name))
    }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
    nonisolated public init(_ configuration: LabelStyleConfiguration) { self.init(title: configuration.title, icon: configuration.icon) }
}

/// A look of labels.
@MainActor @preconcurrency
public protocol LabelStyle {
    associatedtype Body: View
    typealias Configuration = LabelStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
    /// The raw value of the archive's style, which surfaces draw themselves. Nil: ``makeBody(configuration:)`` draws it.
    nonisolated static var _archivedStyle: Int? { get }
}

extension LabelStyle {
    nonisolated public static var _archivedStyle: Int? { nil }
}

nonisolated public struct LabelStyleConfiguration {
    public struct Title: View {
        let view: AnyView
        public var body: some View { view }
    }
    public struct Icon: View {
        let view: AnyView
        public var body: some View { view }
    }
    public var title: Title
    public var icon: Icon
}

nonisolated public struct DefaultLabelStyle: LabelStyle {
    public init() {}
    public static var _archivedStyle: Int? { ViewLabelStyle.automatic.rawValue }
    public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}
nonisolated public struct IconOnlyLabelStyle: LabelStyle {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.icon }
}
nonisolated public struct TitleOnlyLabelStyle: LabelStyle {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.title }
}
nonisolated public struct TitleAndIconLabelStyle: LabelStyle {
    public init() {}
    public static var _archivedStyle: Int? { ViewLabelStyle.titleAndIcon.rawValue }
    public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}

extension LabelStyle where Self == DefaultLabelStyle { nonisolated public static var automatic: DefaultLabelStyle { DefaultLabelStyle() } }
extension LabelStyle where Self == IconOnlyLabelStyle { nonisolated public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() } }
extension LabelStyle where Self == TitleOnlyLabelStyle { nonisolated public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() } }
extension LabelStyle where Self == TitleAndIconLabelStyle {
    nonisolated public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}

enum LabelStyleKey: EnvironmentKey {
    static var defaultValue: (@MainActor (AnyView, AnyView) -> AnyView)? { nil }
}

extension View {
    public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
        ArchiveModifiedView(
            content: self,
            inputs: { inputs in
                guard S._archivedStyle == nil else { return inputs.environment[LabelStyleKey.self] = nil }
                inputs.environment[LabelStyleKey.self] = { title, icon in
                    AnyView(
                        style.makeBody(configuration: LabelStyleConfiguration(title: .init(view: title), icon: .init(view: icon)))
                            .transformingInputs { $0.environment[LabelStyleKey.self] = nil })
                }
            },
            change: { tree, _ in
                if let style = S._archivedStyle.flatMap(ViewLabelStyle.init(rawValue:)) { tree.modifiers.append(.labelStyle(style)) }
            })
    }

    nonisolated public func labelsVisibility(_ visibility: Visibility) -> some View {
        transformingInputs { $0.environment[LabelsHiddenKey.self] = visibility == .hidden }
    }

    nonisolated public func labelsHidden() -> some View {
        ArchiveModifiedView(
            content: self, inputs: { $0.environment[LabelsHiddenKey.self] = true }, change: { tree, _ in tree.modifiers.append(.labelsHidden) })
    }
}

enum LabelsHiddenKey: EnvironmentKey { static var defaultValue: Bool { false } }
