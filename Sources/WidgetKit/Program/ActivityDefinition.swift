import WidgetCore

/// A Live Activity as the daemon sees it: a type, and views.
struct ActivityDefinition {
    /// The attributes type.
    let type: String
    var families: [ActivityFamily] = []
    private let draw: @MainActor (ActivityDrawingRequest, [ActivityFamily]) throws -> [ActivityPresentation: ViewTree]

    init(type: String, draw: @escaping @MainActor (ActivityDrawingRequest, [ActivityFamily]) throws -> [ActivityPresentation: ViewTree]) {
        self.type = type
        self.draw = draw
    }

    /// Every view of an activity with these attributes in this state.
    @MainActor func preview<Attributes: ActivityAttributes>(_ attributes: Attributes, _ state: Attributes.ContentState, _ context: ProviderContext) throws
        -> [ActivityPresentation: ViewTree]
    {
        let activity = WidgetCore.Activity(
            id: ActivityID(high: 0, low: 0), app: "preview", tag: "", type: type, attributes: try ActivityCoding.text(of: attributes),
            content: WidgetCore.ActivityContent(state: try ActivityCoding.text(of: state)), style: .standard, state: .active, startDate: context.date)
        return try draw(ActivityDrawingRequest(activity: activity, context: context), families)
    }

    /// Every view of an activity as it stands.
    /// - Throws: INVALID_ARGUMENT for attributes or a state that aren't the type's, and for a view over a limit.
    @MainActor func views(_ request: ActivityDrawingRequest) throws -> [ActivityPresentation: ViewTree] { try draw(request, families) }
}

/// Draws the views of an activity.
@MainActor struct ActivityRenderer {
    let context: ProviderContext

    func tree(_ content: some View, _ family: ActivityFamily) throws(WidgetError) -> ViewTree {
        let renderer = EntryRenderer(context: context)
        var environment = renderer.environment(date: Date(context.date))
        environment.activityFamily = family
        let size = CGSize(width: context.displaySize.width, height: context.displaySize.height)
        return try renderer.tree(environment, size: size) { content }
    }
}
