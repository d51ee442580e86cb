import DaemonCore
import WidgetAPI
import WidgetCore

/// Answers other devices' requests beside replication (``PeerMethod``).
struct PeerRequestHandler {
    let widgets: WidgetService
    let activities: ActivityService
    let controls: ControlService
    let surfaces: SurfaceService
    let registry: SurfaceRegistry
    let inspector: ProviderInspector
    let contents: ContentFetcher
    let comparison: StoreComparison
    let tracer: ChangeTracer
    let acknowledgements: AcknowledgementRelay
    let leaves: LeafRegistry

    /// - Throws: UNIMPLEMENTED for a method of a newer version; INVALID_ARGUMENT for a request that can't be read; the service's own errors.
    func answer(_ method: String, _ payload: [UInt8], from device: DeviceID) async throws(WidgetError) -> [UInt8] {
        switch method {
        case PeerMethod.contents: return try await contents.answer(payload)
        case PeerMethod.remoteContents: return try await contents.answerRemotely(payload)
        case PeerMethod.reload:
            var response = ProtoReloadResponse()
            response.receipts = try await widgets.reloadHere(try Self.widgets(payload)).map(ProtoReloadReceipt.init)
            return try response.encoded()
        case PeerMethod.awaitReloads: return try await awaitReloads(payload)
        case PeerMethod.perform: return try await perform(payload, from: device)
        case PeerMethod.activity: return try await activities.answer(payload, from: device)
        case PeerMethod.optimisticActivity:
            try await activities.showOptimistically(payload, of: device)
            return []
        case PeerMethod.control: return try await controls.answer(payload, from: device)
        case PeerMethod.options: return try await inspector.optionsHere(try OptionsRequest(bytes: payload)).optionsResponseBytes()
        case PeerMethod.surface: return try await surfaces.answer(payload)
        case PeerMethod.setSurface, PeerMethod.forgetSurface: return try await registry.answer(method, payload)
        case PeerMethod.digests: return try comparison.digests().encoded()
        case PeerMethod.bucket: return try comparison.bucket(payload).encoded()
        case PeerMethod.trace: return try await tracer.answer(payload)
        case PeerMethod.acknowledged: return try acknowledgements.answer(payload)
        case PeerMethod.hubReport: return try await leaves.report().encoded()
        default: throw WidgetError(.unimplemented, "this device doesn't know '\(method.cut(toBytes: 64))'; bring widgetd up to date on it")
        }
    }

    private static func widgets(_ payload: [UInt8]) throws(WidgetError) -> [WidgetID] {
        let length = 16
        guard !payload.isEmpty, payload.count % length == 0, payload.count / length <= DaemonLimits.reloadsPerRequest else {
            throw .invalid("widgets", "1 to \(DaemonLimits.reloadsPerRequest) ids of \(length) bytes each")
        }
        return stride(from: 0, to: payload.count, by: length).compactMap { WidgetID(bytes: Array(payload[$0..<$0 + length])) }
    }

    private func awaitReloads(_ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        do {
            let (reloads, patience) = try ProtoAwaitReloadsRequest(serializedBytes: payload).validated()
            var response = ProtoAwaitReloadsResponse()
            response.results = try await widgets.awaitReloads(reloads, for: patience, asksOthers: false).map { .init($0) }
            return try response.encoded()
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.invalidArgument, "the request isn't an AwaitReloadsRequest", cause: "\(error)")
        }
    }

    private func perform(_ payload: [UInt8], from device: DeviceID) async throws(WidgetError) -> [UInt8] {
        do {
            let request = try ProtoPerformRequest(serializedBytes: payload)
            guard let id = WidgetID(request.widget) else { throw WidgetError.invalid("widget", "isn't an id") }
            let result = try await widgets.perform(
                id, action: request.action, key: request.idempotencyKey, value: request.hasValue ? request.value : nil, caller: .foreground, asker: device)
            var response = ProtoPerformResponse()
            response.widgetID = request.widget
            response.action = request.action
            response.repeatedKey = result.isRepeated
            response.openURL = result.openURL
            return try response.encoded()
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.invalidArgument, "the request isn't a PerformRequest", cause: "\(error)")
        }
    }
}
