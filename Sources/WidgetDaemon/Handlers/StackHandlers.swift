import TTRPC
import WidgetAPI
import WidgetCore

/// The `SmartStack` service: decodes, calls, encodes.
enum StackHandlers {
    static func service(board: Board, widgets: WidgetService) -> ServiceDefinition {
        ServiceDefinition(
            name: "widgetd.v1.SmartStack",
            methods: [
                Method.unary("Show", right: .read, isLong: true, ProtoShowStackRequest.self) { _, request in try await widgets.stackState(request) },
                MethodDefinition(
                    name: "Watch", right: .read,
                    handler: .stream { _, _, stream in
                        StackWatchHandler(stream: stream) { watcher, isThere in Task { await widgets.watchesStack(watcher, isThere: isThere) } }
                    }),
                Method.unary("Pin", right: .manage, ProtoPinRequest.self) { _, request in
                    try await pin(try board.resolve(request.widget), widgets, isPinned: true)
                },
                Method.unary("Unpin", right: .manage, ProtoPinRequest.self) { _, request in
                    try await pin(try board.resolve(request.widget), widgets, isPinned: false)
                },
                Method.unary("Invalidate", right: .act, ProtoInvalidateRelevanceRequest.self) { _, request in
                    let (kind, outcome) = try await widgets.invalidateRelevance(request.kind)
                    var response = ProtoInvalidateRelevanceResponse()
                    response.kind = kind
                    response.outcome = ProtoReloadOutcome(rawValue: outcome.rawValue) ?? .unspecified
                    return response
                },
            ])
    }

    private static func pin(_ id: WidgetID, _ widgets: WidgetService, isPinned: Bool) async throws -> ProtoPinResponse {
        var response = ProtoPinResponse()
        response.widgetID = id.description
        response.changed = try await widgets.setPinned(id, isPinned)
        return response
    }
}
