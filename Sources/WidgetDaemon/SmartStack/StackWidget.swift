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

/// The service of the widgets, as the Smart Stack needs it.
protocol StackWidgets: Sendable {
    /// Rings when a widget was placed, changed, shown again or removed.
    var changes: AsyncSignal { get }
    /// All widgets with their timelines.
    func stackContents() async -> [StackContents.Placed]
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
