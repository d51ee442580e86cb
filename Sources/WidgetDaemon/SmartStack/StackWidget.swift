import WidgetCore

/// A card of the Smart Stack: the data of the widget that it shows.
struct StackWidget: Sendable {
    var widget: Widget
    /// Its name, or that of its kind.
    var displayName: String
    /// Why the device that provides it can't be asked; empty: it can.
    var unavailable = ""
    /// Why its last reload failed; empty: it didn't.
    var lastError = ""
    /// Something of it is private, and the session is locked.
    var isHidden: Bool
    /// When its timeline came; nil: it has none.
    var receivedAt: Timestamp?
}

/// The widgets, as the Smart Stack needs them.
protocol StackWidgets: Sendable {
    /// Rings when a widget was placed, changed, shown anew or removed.
    var changes: AsyncSignal { get }
    /// All widgets with their timelines.
    func stackContents() async -> [StackContents.Placed]
    /// Those of these widgets that are still placed.
    func stackWidgets(_ ids: [WidgetID]) async -> [WidgetID: StackWidget]
    /// A kind as the device that provides it describes it; nil: nobody does, and nobody did here.
    func description(of kind: String) async -> Kind?
    /// The kind of that id or former id.
    /// - Throws: NOT_FOUND, FAILED_PRECONDITION.
    func kind(_ id: String) async throws(WidgetError) -> Kind
    /// - Throws: NOT_FOUND for a widget that isn't placed.
    func placed(_ id: WidgetID) async throws(WidgetError) -> Widget
    /// An image that a widget's timeline names; nil: nobody who is connected has it.
    func image(_ digest: ContentDigest) async throws(WidgetError) -> (data: [UInt8], mediaType: String)?
}
