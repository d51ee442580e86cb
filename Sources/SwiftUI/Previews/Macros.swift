/// Shows a view while it is written: `widgetctl preview` runs it, and taps it.
///
/// ```swift
/// #Preview("Espresso") { DrinkView(drink: .espresso) }
/// ```
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>..., @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "SwiftUIMacros", type: "PreviewMacro")

/// A value of the environment, or of a transaction, with its key.
///
/// ```swift
/// extension EnvironmentValues {
///     @Entry var accent: Color = .brown
/// }
/// ```
@attached(accessor) @attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "SwiftUIMacros", type: "EntryMacro")
