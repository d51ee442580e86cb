import TTRPC
import WidgetAPI
import WidgetCore

/// The `Daemon` service: decodes, calls, encodes.
enum DaemonHandlers {
    static var check: MethodDefinition { Method.read("Check", ProtoCheckRequest.self) { _, _ in [] } }

    static var cancel: MethodDefinition {
        Method.unary("Cancel", right: .read, ProtoCancelRequest.self) { context, request in
            context.cancel(streamID: request.streamID)
            return ProtoCancelResponse()
        }
    }

    static var describe: MethodDefinition {
        Method.read("Describe", ProtoDescribeDaemonRequest.self) { context, _ throws(WidgetError) in
            guard let configuration = context.configuration else { throw WidgetError(.unavailable, "the connection is closed") }
            return try ProtoDescribeDaemonResponse(configuration, caller: context.peer).encoded()
        }
    }

    static func service(
        widgets: WidgetService, inspector: ProviderInspector, configuration: ConfigurationService,
        checkStore: @escaping @Sendable () throws -> ProtoCheckStoreResponse,
        status: @escaping @Sendable () async throws -> ProtoStatusResponse,
        metrics: @escaping @Sendable () async -> [MetricFamily]
    ) -> ServiceDefinition {
        ServiceDefinition(
            name: "widgetd.v1.Daemon",
            methods: [
                check, cancel, describe,
                Method.unary("Status", right: .read, ProtoStatusRequest.self) { _, _ in try await status() },
                Method.unary("Configuration", right: .read, ProtoConfigurationRequest.self) { _, _ in await configuration.describe() },
                Method.unary("Metrics", right: .read, ProtoMetricsRequest.self) { _, _ in ProtoMetricsResponse(await metrics(), readAt: .now) },
                Method.unary("Providers", right: .read, ProtoProvidersRequest.self) { _, _ in await widgets.providers.list() },
                Method.unary("Rescan", right: .manage, ProtoRescanRequest.self) { _, _ in
                    await widgets.rescan()
                    let listed = await widgets.providers.list()
                    var response = ProtoRescanResponse()
                    response.providers = UInt32(clamping: listed.providers.count)
                    response.problems = listed.problems
                    response.shadowed = listed.shadowed
                    return response
                },
                Method.unary("CheckProvider", right: .manage, ProtoCheckProviderRequest.self) { _, request in
                    try await inspector.check(
                        provider: request.provider, kind: request.kind, family: try WidgetFamily(request.family, field: "family"),
                        includeArchives: request.includeArchives, lints: request.lint)
                },
                Method.unary("CheckStore", right: .manage, ProtoCheckStoreRequest.self) { _, _ in try checkStore() },
            ])
    }
}
