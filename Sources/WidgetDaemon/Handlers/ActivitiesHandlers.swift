import DaemonCore
import TTRPC
import WidgetAPI
import WidgetCore

/// The `Activities` service: decodes, calls, encodes.
enum ActivitiesHandlers {
    static func service(board: Board, activities: ActivityService, surfaces: SurfaceService, calls: RecentCalls) -> ServiceDefinition {
        ServiceDefinition(
            name: "widgetd.v1.Activities",
            methods: changes(activities, calls) + follow(activities) + tokens(activities) + reads(board, activities, surfaces))
    }

    private static func changes(_ activities: ActivityService, _ calls: RecentCalls) -> [MethodDefinition] {
        [
            Method.change("Start", right: .act, scheduling: .onLoop, in: calls, ProtoStartActivityRequest.self) { _, request in
                try await activities.start(request)
            },
            Method.change("Update", right: .act, scheduling: .onLoop, in: calls, ProtoUpdateActivityRequest.self) { _, request in
                ProtoActivityReceipt(try await activities.update(request.activity, request))
            },
            Method.change("End", right: .act, scheduling: .onLoop, in: calls, ProtoEndActivityRequest.self) { _, request in
                ProtoActivityReceipt(try await activities.end(request.activity, request))
            },
            Method.change("Dismiss", right: .act, in: calls, ProtoDismissActivityRequest.self) { _, request in
                ProtoActivityReceipt(try await activities.dismiss(request.activity))
            },
            Method.change("Perform", right: .act, scheduling: .onLoop, in: calls, ProtoPerformActivityRequest.self) { context, request in
                var request = request
                request.askedBy = .init()
                if request.idempotencyKey.isEmpty { request.idempotencyKey = context.metadata["widgetd-idempotency-key"] ?? "" }
                return try await activities.perform(request)
            },
        ]
    }

    private static func follow(_ activities: ActivityService) -> [MethodDefinition] {
        [MethodDefinition(name: "Follow", right: .act, handler: .stream { _, _, stream in FollowHandler(stream: stream, activities: activities) })]
    }

    private static func tokens(_ activities: ActivityService) -> [MethodDefinition] {
        [
            Method.unary("StartToken", right: .manage, ProtoStartTokenRequest.self) { _, request in
                var response = ProtoStartTokenResponse()
                response.token = try await activities.startToken(app: request.app, type: request.type).hexadecimal
                return response
            }
        ]
    }

    private static func reads(_ board: Board, _ activities: ActivityService, _ surfaces: SurfaceService) -> [MethodDefinition] {
        [
            Method.unary("List", right: .read, ProtoListActivitiesRequest.self) { _, request in
                var response = ProtoListActivitiesResponse()
                response.activities = try await activities.list(dismissed: request.dismissed)
                return response
            },
            Method.unary("Get", right: .read, ProtoGetActivityRequest.self) { _, request in
                try await activities.get(request.activity)
            },
            watch(board, surfaces),
        ]
    }

    /// - Parameter scope: says what a leaf may look at. Nil for callers on this machine.
    static func watch(_ board: Board, _ surfaces: SurfaceService, scope: (@Sendable (CallContext) -> LeafScope)? = nil) -> MethodDefinition {
        MethodDefinition(
            name: "Watch", right: .read,
            handler: .stream { context, _, stream in
                WatchHandler(
                    board: board, stream: stream, isPublic: scope != nil, isShown: scope?(context).activities, unknown: ActivityService.unknown,
                    shows: { traits, isThere throws(WidgetError) in try surfaces.watches(traits, for: context.peer, isThere: isThere) })
            })
    }
}
