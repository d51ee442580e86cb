import TTRPC
import WidgetAPI
import WidgetCore

/// The `Intents` service: decodes, calls, encodes.
enum IntentsHandlers {
    static func service(board: Board, widgets: WidgetService, activities: ActivityService) -> ServiceDefinition {
        ServiceDefinition(
            name: "widgetd.v1.Intents",
            methods: [
                Method.unary("Log", right: .read, ProtoIntentLogRequest.self) { _, request in
                    guard request.limit <= DaemonLimits.intentsPerCall else {
                        throw WidgetError.invalid("limit", "\(request.limit), the limit is \(DaemonLimits.intentsPerCall)")
                    }
                    let widget = request.widget.isEmpty ? nil : try board.resolve(request.widget)
                    let limit = request.limit == 0 ? DaemonLimits.defaultIntents : Int(request.limit)
                    var response = ProtoIntentLogResponse()
                    response.intents = await activities.naming(await widgets.intentLog(of: widget, limit: limit))
                    return response
                },
                Method.unary("Cancel", right: .act, ProtoCancelIntentRequest.self) { _, request in
                    try await widgets.cancelIntent(request.key)
                    return ProtoCancelIntentResponse()
                },
            ])
    }
}
