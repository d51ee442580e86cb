import DaemonCore
import TTRPC
import WidgetAPI
import WidgetCore

/// The `Intents` service: decodes, calls, encodes.
enum IntentsHandlers {
    static func service(
        board: Board, widgets: WidgetService, activities: ActivityService, controls: ControlService, runner: IntentRunner
    ) -> ServiceDefinition {
        ServiceDefinition(
            name: "widgetd.v1.Intents",
            methods: [
                Method.unary("Log", right: .read, ProtoIntentLogRequest.self) { _, request in
                    guard request.limit <= DaemonLimits.intentsPerCall else {
                        throw WidgetError.invalid("limit", "\(request.limit), the limit is \(DaemonLimits.intentsPerCall)")
                    }
                    let widget = request.widget.isEmpty ? nil : try board.resolve(request.widget)
                    let limit = request.limit == 0 ? DaemonLimits.defaultIntents : Int(request.limit)
                    var intents = await activities.naming(await widgets.intentLog(of: widget, limit: limit))
                    if widget == nil { intents += await controls.list().controls.flatMap(\.intents) }
                    var response = ProtoIntentLogResponse()
                    response.intents = Array(
                        intents.sorted { ($0.startedAt.seconds, $0.startedAt.nanos) > ($1.startedAt.seconds, $1.startedAt.nanos) }.prefix(limit))
                    return response
                },
                Method.unary("Cancel", right: .act, ProtoCancelIntentRequest.self) { _, request in
                    try await widgets.intents.remote.cancel(request.key)
                    return ProtoCancelIntentResponse()
                },
                // This needs the right to act: it starts programs.
                Method.unary("List", right: .act, ProtoListIntentsRequest.self) { _, request in
                    let provider = request.provider
                    var response = ProtoListIntentsResponse()
                    let (intents, silent) = try await Task { try await runner.intents(of: provider) }.value
                    response.intents = intents.map(ProtoIntentInfo.init)
                    response.silentProviders = silent
                    return response
                },
                // The parameters are free: this allows more than a tap on a button that a user has placed.
                Method.unary("Run", right: .manage, ProtoRunIntentRequest.self) { context, request in
                    let parameters = try Parameters(request.parameters, field: "parameters")
                    let caller = widgets.providers.caller(context.peer)
                    // The intent runs in a task of its own: a client that gives up must not end it.
                    let isLocked = await widgets.privacy.hides
                    let (provider, outcome) = try await Task {
                        try await runner.run(request.name, of: request.provider, with: parameters, caller: caller, isLocked: isLocked)
                    }.value
                    var response = ProtoRunIntentResponse()
                    response.provider = provider
                    if let value = outcome.value { response.value = value }
                    response.dialog = outcome.dialog
                    return response
                },
            ])
    }
}

extension ProtoControlSnapshot {
    /// Its last taps. Each has the date of its present state.
    fileprivate var intents: [ProtoIntentRecord] {
        receipts.map { receipt in
            .with {
                $0.target = .control
                $0.targetID = control.id
                $0.targetName = control.name.isEmpty ? kind.displayName.isEmpty ? control.kind : kind.displayName : control.name
                $0.key = receipt.idempotencyKey
                if receipt.hasIsOn { $0.value = receipt.isOn }
                switch receipt.outcome {
                case .pending: $0.state = .pending
                case .confirmed: $0.state = .confirmed
                case .queued: $0.state = .queued
                default: $0.state = .reverted
                }
                $0.reason = receipt.reason
                $0.startedAt = receipt.date
                if receipt.hasUntil { $0.expiresAt = receipt.until }
                $0.performedOn = deviceName
                $0.askedOn = receipt.caller.isEmpty ? deviceName : receipt.caller
            }
        }
    }
}
