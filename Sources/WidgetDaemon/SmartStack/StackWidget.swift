import WidgetCore

/// The data of a widget that the Smart Stack shows.
struct StackWidget: Sendable {
    var widget: Widget
    /// Its name, or that of its kind.
    var displayName: String
    /// The reason why the device that provides it can't be asked; empty: it can.
    var unavailable = ""
    /// The error of its last reload; empty: it succeeded.
    var lastError = ""
    /// Whether private content is hidden, because the session is locked.
    var isHidden: Bool
    /// When its timeline came; nil: it has none.
    var receivedAt: Timestamp?
}

/// A stack that a user has made, as it is shown.
struct NamedStack: Sendable {
    var name: String
    /// In the board's order.
    var widgets: [StackWidget]
}

/// The service of the widgets, as the Smart Stack needs it.
protocol StackWidgets: Sendable {
    /// Rings when a widget was placed, changed, shown again or removed.
    var changes: AsyncSignal { get }
    /// The widgets of a stack with their timelines.
    /// - Parameter stack: empty: all widgets.
    func stackContents(of stack: String) async -> [StackContents.Placed]
    /// The stacks that users have made, by their names.
    func stacks() async -> [(name: String, widgets: [Widget])]
    /// Those of these widgets that are still placed.
    func stackWidgets(_ ids: [WidgetID]) async -> [WidgetID: StackWidget]
    /// A kind as the device that provides it describes it; nil: no device does, and no provider did here before.
    func description(of kind: String) async -> Kind?
    /// The kind of that id or former id.
    /// - Throws: NOT_FOUND for an unknown kind; FAILED_PRECONDITION if its provider isn't installed.
    func kind(_ id: String) async throws(WidgetError) -> Kind
    /// - Throws: NOT_FOUND for a widget that isn't placed.
    func placed(_ id: WidgetID) async throws(WidgetError) -> Widget
    /// An image that a widget's timeline names; nil: no connected device has it.
    func image(_ digest: ContentDigest) async throws(WidgetError) -> (data: [UInt8], mediaType: String)?
}

extension WidgetError {
    static func noStack(_ name: String, among names: [String]) -> WidgetError {
        let advice = names.isEmpty ? "; `widgetctl stack add NAME WIDGET` makes one" : Suggestion.advice(for: name, among: names, verb: "there are")
        return WidgetError(.notFound, "stack: there is no \(name.cut(toBytes: 64).quoted)\(advice)")
    }
}
