import DaemonCore
import TTRPC
import WidgetAPI
import WidgetCore

/// The `Push` service: decodes, calls, encodes.
enum PushHandlers {
    static func service(_ push: PushService, board: Board, addresses: PushAddresses) -> ServiceDefinition {
        ServiceDefinition(name: "widgetd.v1.Push", methods: access(push, addresses) + topics(push, addresses) + pushes(push, board))
    }

    private static func access(_ push: PushService, _ addresses: PushAddresses) -> [MethodDefinition] {
        [
            Method.unary("Tokens", right: .manage, ProtoPushTokensRequest.self) { _, request in
                var response = ProtoPushTokensResponse()
                response.tokens = try await push.tokens(of: request.app).map { ProtoPushToken($0, addresses.webPush.endpoints) }
                return response
            },
            Method.unary("RotateToken", right: .manage, ProtoRotatePushTokenRequest.self) { _, request in
                var response = ProtoRotatePushTokenResponse()
                response.tokens = try await push.rotateTokens(of: request.app, subject: request.subject).map { ProtoPushToken($0, addresses.webPush.endpoints) }
                return response
            },
            Method.unary("AddKey", right: .manage, ProtoAddPushKeyRequest.self) { _, request in
                let (key, replaced) = try await push.addKey(PushKey(request.key))
                var response = ProtoAddPushKeyResponse()
                response.key = ProtoPushKey(key)
                response.replaced = replaced
                return response
            },
            Method.unary("RemoveKey", right: .manage, ProtoRemovePushKeyRequest.self) { _, request in
                var response = ProtoRemovePushKeyResponse()
                response.key = ProtoPushKey(try await push.removeKey(team: request.team, id: request.id))
                return response
            },
            Method.unary("Keys", right: .manage, ProtoPushKeysRequest.self) { _, _ in
                var response = ProtoPushKeysResponse()
                response.keys = push.registry.keys().map(ProtoPushKey.init)
                return response
            },
        ]
    }

    private static func topics(_ push: PushService, _ addresses: PushAddresses) -> [MethodDefinition] {
        [
            Method.unary("AddTopic", right: .manage, ProtoAddPushTopicRequest.self) { _, request in
                let (topic, token, replaced) = try await push.addTopic(request.name)
                let origin = addresses.origin
                return ProtoAddPushTopicResponse.with {
                    ($0.topic, $0.token, $0.replaced) = (ProtoPushTopic(topic), token.hexadecimal, replaced)
                    ($0.url, $0.certificate) = (origin.map { "\($0)/\(topic.name)" } ?? "", origin == nil ? "" : addresses.certificate ?? "")
                }
            },
            Method.unary("RemoveTopic", right: .manage, ProtoRemovePushTopicRequest.self) { _, request in
                let topic = try await push.registry.removeTopic(request.name)
                return ProtoRemovePushTopicResponse.with { $0.topic = ProtoPushTopic(topic) }
            },
            Method.unary("Topics", right: .manage, ProtoPushTopicsRequest.self) { _, _ in
                ProtoPushTopicsResponse.with { $0.topics = push.registry.topics().map(ProtoPushTopic.init) }
            },
        ]
    }

    private static func pushes(_ push: PushService, _ board: Board) -> [MethodDefinition] {
        [
            Method.unary("Log", right: .read, ProtoPushLogRequest.self) { _, request in
                guard request.limit <= DaemonLimits.decisionsPerCall else {
                    throw WidgetError.invalid("limit", "\(request.limit), the limit is \(DaemonLimits.decisionsPerCall)")
                }
                var response = ProtoPushLogResponse()
                response.lines = try await push.log(
                    push: request.pushID.isEmpty ? nil : request.pushID, app: request.app.isEmpty ? nil : request.app, after: request.afterSequence,
                    limit: request.limit == 0 ? DaemonLimits.defaultDecisions : Int(request.limit), waits: request.wait
                ).map { ProtoPushLogLine($0.line, sequence: $0.sequence) }
                return response
            },
            Method.unary("Send", right: .act, ProtoSendPushRequest.self) { _, request in
                let target: PushService.Target =
                    switch request.target {
                    case .widget(let text): .widget(try board.resolve(text))
                    case .app(let app): .app(app)
                    case nil: throw WidgetError.invalid("target", "is missing; name a widget or an app")
                    }
                let (id, lines) = try await push.send(
                    to: target, priority: request.priority == 0 ? 10 : Int(request.priority),
                    expiration: request.hasExpiration ? try Timestamp(request.expiration, field: "expiration") : nil,
                    collapseID: request.hasCollapseID ? request.collapseID : nil)
                var response = ProtoSendPushResponse()
                response.pushID = id
                response.lines = lines.map { ProtoPushLogLine($0.line, sequence: $0.sequence) }
                response.developerMode = await push.widgets.isDeveloperMode
                return response
            },
        ]
    }
}
