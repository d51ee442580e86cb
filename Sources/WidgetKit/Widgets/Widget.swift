/// A widget: its configuration, with the provider of its timelines and its view.
///
/// ```swift
/// @main
/// struct CaffeineWidget: Widget {
///     var body: some WidgetConfiguration {
///         StaticConfiguration(kind: "Caffeine", provider: Provider()) { entry in
///             CaffeineView(entry: entry)
///         }
///         .configurationDisplayName("Caffeine")
///         .supportedFamilies([.systemSmall])
///     }
/// }
/// ```
@MainActor @preconcurrency
public protocol Widget {
    associatedtype Body: WidgetConfiguration
    init()
    var body: Body { get }
    /// Adds the widget's definitions. The default adds those of its ``body``.
    func _collect(into contents: inout _ProgramContents)
}

extension Widget {
    public func _collect(into contents: inout _ProgramContents) { body._collect(into: &contents) }

    /// Runs the program as a provider: it serves the daemon until the daemon closes the connection. Started by hand, it says what it is.
    public static func main() {
        var contents = _ProgramContents()
        Self()._collect(into: &contents)
        ProviderProgram.run(contents)
    }
}

/// Several widgets, controls and Live Activities of one program.
@MainActor @preconcurrency
public protocol WidgetBundle {
    associatedtype Body: Widget
    init()
    @WidgetBundleBuilder @MainActor @preconcurrency var body: Body { get }
}

extension WidgetBundle {
    /// Runs the program as a provider: it serves the daemon until the daemon closes the connection. Started by hand, it says what it is.
    public static func main() {
        var contents = _ProgramContents()
        Self().body._collect(into: &contents)
        ProviderProgram.run(contents)
    }
}

/// Collects the widgets of a bundle.
@resultBuilder
public struct WidgetBundleBuilder {
    @MainActor public static func buildExpression(_ widget: some Widget) -> _WidgetList { _WidgetList { widget._collect(into: &$0) } }
    @MainActor public static func buildExpression(_ control: some ControlWidget) -> _WidgetList { _WidgetList { control.body._collect(into: &$0) } }
    @MainActor public static func buildBlock(_ lists: _WidgetList...) -> _WidgetList {
        _WidgetList { contents in for list in lists { list.collect(&contents) } }
    }
    /// For code that calls the builder by its name, with widgets instead of lists.
    @_disfavoredOverload
    @MainActor public static func buildBlock<each W: Widget>(_ widgets: repeat each W) -> some Widget {
        var lists: [_WidgetList] = []
        for widget in repeat each widgets { lists.append(_WidgetList { widget._collect(into: &$0) }) }
        return _WidgetList { [lists] contents in for list in lists { list.collect(&contents) } }
    }
    @MainActor public static func buildOptional(_ list: _WidgetList?) -> _WidgetList { list ?? _WidgetList { _ in } }
    @MainActor public static func buildEither(first list: _WidgetList) -> _WidgetList { list }
    @MainActor public static func buildEither(second list: _WidgetList) -> _WidgetList { list }
    @MainActor public static func buildLimitedAvailability(_ list: _WidgetList) -> _WidgetList { list }
}

/// The widgets of a bundle.
public struct _WidgetList: Widget {
    fileprivate let collect: @MainActor (inout _ProgramContents) -> Void
    fileprivate init(_ collect: @escaping @MainActor (inout _ProgramContents) -> Void) { self.collect = collect }
    public init() { collect = { _ in } }
    public var body: EmptyWidgetConfiguration { EmptyWidgetConfiguration() }
    public func _collect(into contents: inout _ProgramContents) { collect(&contents) }
}
