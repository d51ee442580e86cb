/// Up to three round contents with a label above, in the rectangular accessory family.
@MainActor @preconcurrency
public struct AccessoryWidgetGroup<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content

    public init(@ViewBuilder label: () -> Label, @ViewBuilder content: () -> Content) {
        self.label = label()
        self.content = content()
    }

    public var body: some View {
        VStack(spacing: 2) {
            label.font(.caption2).lineLimit(1)
            HStack { content }
        }
    }
}

extension AccessoryWidgetGroup where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) { self.init(label: { Text(titleKey) }, content: content) }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) { self.init(label: { Text(title) }, content: content) }
}

extension AccessoryWidgetGroup where Label == SwiftUI.Label<Text, Image> {
    public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(label: { SwiftUI.Label(titleKey, systemImage: systemImage) }, content: content)
    }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(label: { SwiftUI.Label(title, systemImage: systemImage) }, content: content)
    }
}

/// The form of the contents of an ``AccessoryWidgetGroup``.
public struct AccessoryWidgetGroupStyle: Hashable, Sendable {
    private let name: String
    public static let automatic = AccessoryWidgetGroupStyle(name: "automatic")
    public static let circular = AccessoryWidgetGroupStyle(name: "circular")
    public static let roundedSquare = AccessoryWidgetGroupStyle(name: "roundedSquare")
}

extension View {
    /// Contents keep the forms that they have themselves.
    public func accessoryWidgetGroupStyle(_ style: AccessoryWidgetGroupStyle) -> some View { self }
}
