import DaemonCore
import TTRPC
import WidgetAPI
import WidgetCore

/// The `Controls` service: decodes, calls, encodes.
enum ControlsHandlers {
    static func service(board: Board, controls: ControlService, providers: ProviderRegistry, calls: RecentCalls) -> ServiceDefinition {
        ServiceDefinition(
            name: "widgetd.v1.Controls", methods: changes(controls, calls) + taps(controls, providers, calls) + reads(board, controls))
    }

    private static func changes(_ controls: ControlService, _ calls: RecentCalls) -> [MethodDefinition] {
        [
            Method.change("Add", right: .manage, in: calls, ProtoAddControlRequest.self) { _, request in try await controls.add(request) },
            Method.change("Configure", right: .manage, in: calls, ProtoConfigureControlRequest.self) { _, request in try await controls.configure(request) },
            Method.change("Remove", right: .manage, in: calls, ProtoRemoveControlRequest.self) { _, request in try await controls.remove(request.control) },
            Method.unary("PushToken", right: .manage, ProtoControlPushTokenRequest.self) { _, request in try await controls.pushToken(request.control) },
        ]
    }

    private static func taps(_ controls: ControlService, _ providers: ProviderRegistry, _ calls: RecentCalls) -> [MethodDefinition] {
        [
            Method.change("Press", right: .act, scheduling: .onLoop, in: calls, ProtoPressControlRequest.self) { context, request in
                try await controls.press(request, from: await controls.asker(providers.caller(context.peer)))
            },
            Method.unary("Reload", right: .act, ProtoReloadControlsRequest.self) { context, request in
                try await controls.reload(request, from: await controls.asker(providers.caller(context.peer)))
            },
        ]
    }

    private static func reads(_ board: Board, _ controls: ControlService) -> [MethodDefinition] {
        [
            Method.unary("Kinds", right: .read, ProtoControlKindsRequest.self) { _, _ in await controls.listKinds() },
            Method.unary("List", right: .read, ProtoListControlsRequest.self) { _, _ in await controls.list() },
            Method.unary("Get", right: .read, ProtoGetControlRequest.self) { _, request in try await controls.get(request.control) },
            watch(board),
        ]
    }

    /// - Parameter scope: says what a leaf may look at. Nil for callers on this machine.
    static func watch(_ board: Board, scope: (@Sendable (CallContext) -> LeafScope)? = nil) -> MethodDefinition {
        MethodDefinition(
            name: "Watch", right: .read,
            handler: .stream { context, _, stream in
                WatchHandler(
                    board: board, stream: stream, isPublic: scope != nil, isShown: scope?(context).controls, unknown: ControlService.unknown)
            })
    }
}
