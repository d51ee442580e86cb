import TTRPC
import WidgetAPI
import WidgetCore

/// The `SmartStack` service: decodes, calls, encodes.
enum StackHandlers {
    static func service(board: Board, stack: SmartStackService) -> ServiceDefinition {
        ServiceDefinition(
            name: "widgetd.v1.SmartStack",
            methods: [
                Method.unary("Show", right: .read, ProtoShowStackRequest.self) { _, request in try await stack.state(request) },
                MethodDefinition(
                    name: "Watch", right: .read,
                    handler: .stream { _, _, stream in
                        StackWatchHandler(stream: stream) { watcher, isThere in Task { await stack.watch(watcher, isThere: isThere) } }
                    }),
                Method.unary("Pin", right: .manage, ProtoPinRequest.self) { _, request in
                    try await pin(try board.resolve(request.widget), stack, isPinned: true)
                },
                Method.unary("Unpin", right: .manage, ProtoPinRequest.self) { _, request in
                    try await pin(try board.resolve(request.widget), stack, isPinned: false)
                },
                Method.unary("Invalidate", right: .act, ProtoInvalidateRelevanceRequest.self) { _, request in
                    let (kind, outcome) = try await stack.invalidateRelevance(request.kind)
                    var response = ProtoInvalidateRelevanceResponse()
                    response.kind = kind
                    response.outcome = ProtoReloadOutcome(rawValue: outcome.rawValue) ?? .unspecified
                    return response
                },
            ])
    }

    private static func pin(_ id: WidgetID, _ stack: SmartStackService, isPinned: Bool) async throws -> ProtoPinResponse {
        var response = ProtoPinResponse()
        response.widgetID = id.description
        response.changed = try await stack.setPinned(id, isPinned)
        return response
    }
}
