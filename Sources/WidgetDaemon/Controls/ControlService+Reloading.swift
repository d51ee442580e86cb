import WidgetAPI
import WidgetCore

// Reloads: providers are asked again for the values of controls.
extension ControlService {
    /// Reloads one control, the controls of a kind, or all. If a user asks, those of other devices are reloaded too.
    /// - Throws: NOT_FOUND for an unknown control or kind, INVALID_ARGUMENT for a request that names nothing or several controls, UNAVAILABLE if none is
    ///   reloaded because their devices can't be asked.
    func reload(_ request: ProtoReloadControlsRequest, from asker: Asker) async throws(WidgetError) -> ProtoReloadControlsResponse {
        switch request.which {
        case .control(let text):
            let (id, _, owner) = try resolve(text)
            if let owner { return try await ask(owner, .with { $0.reload = .with { $0.control = id.description } }) }
            return try await reloadHere(.control(id))
        case .kind(let kind):
            if providers.controlKinds[kind]?.kind == nil { await kindsReady() }
            guard providers.controlKinds[kind]?.kind != nil || others.members.contains(where: { others.kind(kind, of: $0) != nil }) else {
                throw unknownKind(kind)
            }
            return try await reload(.kind(kind), request, on: asker.isProvider ? [] : owners { $0.kind == kind })
        case .all(true): return try await reload(.all, request, on: asker.isProvider ? [] : owners { _ in true })
        case .all(false), nil: throw .invalid("which", "is missing; name a control or a kind, or say all")
        }
    }

    /// Reloads for another device. They aren't passed on.
    func reloadHere(_ request: ProtoReloadControlsRequest) async throws(WidgetError) -> ProtoReloadControlsResponse {
        switch request.which {
        case .control(let text): try await reloadHere(.control(try resolve(text).id))
        case .kind(let kind): try await reloadHere(.kind(kind))
        case .all, nil: try await reloadHere(.all)
        }
    }

    private func reloadHere(_ which: ControlReload) async throws(WidgetError) -> ProtoReloadControlsResponse {
        let count = stateMachine.states.values.count { state in
            switch which {
            case .control(let id): state.id == id
            case .kind(let kind): state.control.kind == kind
            case .all: true
            }
        }
        _ = try await change(.reload(which)).get()
        return .with { $0.controls = UInt32(clamping: count) }
    }

    /// The other members that have such controls.
    private func owners(_ isMeant: (Control) -> Bool) -> [DeviceID] {
        others.members.filter { others.controls(of: $0).contains { isMeant($0.state.control) } }
    }

    /// Reloads here, and then on the other devices concurrently.
    private func reload(
        _ which: ControlReload, _ request: ProtoReloadControlsRequest, on owners: [DeviceID]
    ) async throws(WidgetError) -> ProtoReloadControlsResponse {
        var response = try await reloadHere(which)
        let answers = await withTaskGroup(of: (DeviceID, UInt32?).self) { group in
            for owner in owners {
                group.addTask {
                    let answer: ProtoReloadControlsResponse? = try? await self.ask(owner, .with { $0.reload = request })
                    return (owner, answer?.controls)
                }
            }
            var answers: [DeviceID: UInt32] = [:]
            for await (owner, count) in group { answers[owner] = count }
            return answers
        }
        response.controls += answers.values.reduce(0, +)
        response.away = owners.filter { answers[$0] == nil }.map { others.name(of: $0) }.sorted()
        guard response.controls > 0 || response.away.isEmpty else {
            let names = response.away.map { "'\($0)'" }.joined(separator: ", ")
            throw WidgetError(
                .unavailable,
                response.away.count == 1 ? "the device \(names) has them and can't be asked now" : "the devices \(names) have them and can't be asked now")
        }
        return response
    }
}
