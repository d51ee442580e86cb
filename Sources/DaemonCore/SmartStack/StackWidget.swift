package import WidgetCore

/// The data of a widget that the Smart Stack shows.
package struct StackWidget: Sendable {
    package var widget: Widget
    /// Its name, or that of its kind.
    package var displayName: String
    /// The reason why the device that provides it can't be asked; empty: it can.
    package var unavailable = ""
    /// The error of its last reload; empty: it succeeded.
    package var lastError = ""
    /// Whether private content is hidden, because the session is locked.
    package var isHidden: Bool
    /// When its timeline came; nil: it has none.
    package var receivedAt: Timestamp?

    package init(widget: Widget, displayName: String, unavailable: String = "", lastError: String = "", isHidden: Bool, receivedAt: Timestamp? = nil) {
        (self.widget, self.displayName, self.unavailable, self.lastError, self.isHidden) = (widget, displayName, unavailable, lastError, isHidden)
        self.receivedAt = receivedAt
    }
}

/// A stack that a user has made, as it is shown.
package struct NamedStack: Sendable {
    package var name: String
    /// In the board's order.
    package var widgets: [StackWidget]

    package init(name: String, widgets: [StackWidget]) { (self.name, self.widgets) = (name, widgets) }
}

/// The service of the widgets, as the Smart Stack needs it.
package protocol StackWidgets: Sendable {
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
    package static func noStack(_ name: String, among names: [String]) -> WidgetError {
        let advice = names.isEmpty ? "; `widgetctl stack add NAME WIDGET` makes one" : Suggestion.advice(for: name, among: names, verb: "there are")
        return WidgetError(.notFound, "stack: there is no \(name.cut(toBytes: 64).quoted)\(advice)")
    }
}
