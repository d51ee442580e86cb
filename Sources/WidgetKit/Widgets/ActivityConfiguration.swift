import ActivityKit
import WidgetAPI
import WidgetCore

/// A Live Activity and its views.
public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration {
    private let definition: ActivityDefinition

    /// - Parameters:
    ///   - content: the view on a lock screen, and with `supplementalActivityFamilies` the small one.
    ///   - dynamicIsland: the other presentations.
    public init<Content: View>(
        for attributesType: Attributes.Type, @ViewBuilder content: @escaping @MainActor (ActivityViewContext<Attributes>) -> Content,
        dynamicIsland: @escaping @MainActor (ActivityViewContext<Attributes>) -> DynamicIsland
    ) {
        definition = ActivityDefinition(type: Attributes.activityType) { request, families in
            let activity = request.activity
            let context = ActivityViewContext<Attributes>(
                activityID: activity.id.description, attributes: try decoded(Attributes.self, activity.attributes, field: "attributes"),
                state: try decoded(Attributes.ContentState.self, activity.content.state, field: "state"), isStale: activity.state == .stale,
                activityState: activity.state == .ended ? .ended : activity.state == .stale ? .stale : .active)
            var views: [ActivityPresentation: ViewTree] = [:]
            let renderer = ActivityRenderer(context: request.context)
            let island = dynamicIsland(context)
            for (presentation, view) in island.views {
                var tree = try renderer.tree(view, .medium)
                tree.widgetURL = tree.widgetURL ?? island.url?.absoluteString
                views[presentation] = tree
            }
            views[.lockScreen] = try renderer.tree(content(context), .medium)
            if families.contains(.small) { views[.small] = try renderer.tree(content(context), .small) }
            return views
        }
    }

    public var body: Never { providerFatalError("this configuration has no body") }
    public func _collect(into contents: inout _ProgramContents) { contents.activities.append(definition) }
}

/// Decodes an activity's attributes or state.
/// - Throws: INVALID_ARGUMENT that names the field.
private func decoded<T: Decodable>(_ type: T.Type, _ json: String, field: String) throws(WidgetError) -> T {
    do {
        return try ActivityCoding.decoder.decode(type, from: Data(json.utf8))
    } catch let error as DecodingError {
        // Foundation says no place for a number that is too large for its type, and calls the whole text wrong.
        if case .dataCorrupted(let context) = error, context.codingPath.isEmpty, (try? JSONValue(parsing: Array(json.utf8))) != nil {
            throw .invalid(field, "it has a number that doesn't fit its property's type")
        }
        throw .invalid(field, error.reason)
    } catch {
        throw .invalid(field, "\(error)")
    }
}

extension DecodingError {
    fileprivate var reason: String {
        func path(_ context: Context, _ last: (any CodingKey)? = nil) -> String {
            (context.codingPath + [last].compactMap(\.self)).map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        }
        switch self {
        case .keyNotFound(let key, let context): return "\(path(context, key)) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            return "\(path(context)): \(context.debugDescription)"
        @unknown default: return "\(self)"
        }
    }
}
