// Modifiers for windows, scrolling, selection and feedback. Most have no effect in a widget. They exist so that code that is shared with an app compiles.

extension View {
    nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
    nonisolated public func badge(_ count: Int) -> some View { self }
    nonisolated public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { self }
    nonisolated public func contextMenu<Items: View>(@ViewBuilder menuItems: () -> Items) -> some View { self }
    /// A widget can't run it: use `Button(intent:)`.
    nonisolated public func onLongPressGesture(minimumDuration: Double = 0.5, perform action: @escaping () -> Void) -> some View {
        archived { _, inputs in inputs.resolution.recordUnrunnableClosure("onLongPressGesture can't run in a widget; use Button(intent:)") }
    }
    nonisolated public func safeAreaPadding(_ length: CGFloat) -> some View { padding(length) }
    nonisolated public func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> V
    ) -> some View {
        let inset = content()
        return VStack(alignment: alignment, spacing: spacing) {
            if edge == .top { inset }
            self.frame(maxWidth: .infinity, maxHeight: .infinity)
            if edge == .bottom { inset }
        }
    }
}

extension View where Self: Equatable {
    nonisolated public func equatable() -> some View { self }
}

nonisolated public enum VerticalEdge: Int8, CaseIterable, Sendable {
    case top, bottom
}

public protocol TextSelectability {}

public struct EnabledTextSelectability: TextSelectability {}
public struct DisabledTextSelectability: TextSelectability {}

extension TextSelectability where Self == EnabledTextSelectability {
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

extension TextSelectability where Self == DisabledTextSelectability {
    public static var disabled: DisabledTextSelectability { DisabledTextSelectability() }
}

/// Haptic or audible feedback. A widget gives none.
public struct SensoryFeedback: Hashable, Sendable {
    private let name: String
    public static let success = SensoryFeedback(name: "success")
    public static let warning = SensoryFeedback(name: "warning")
    public static let error = SensoryFeedback(name: "error")
    public static let selection = SensoryFeedback(name: "selection")
    public static let increase = SensoryFeedback(name: "increase")
    public static let decrease = SensoryFeedback(name: "decrease")
    public static let start = SensoryFeedback(name: "start")
    public static let stop = SensoryFeedback(name: "stop")
    public static let impact = SensoryFeedback(name: "impact")
}
