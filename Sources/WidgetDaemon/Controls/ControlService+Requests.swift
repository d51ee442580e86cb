import DaemonCore
import WidgetAPI
import WidgetCore
import WidgetStore

// Requests of clients and other devices.
extension ControlService {
    /// The client or device that makes a request.
    struct Asker {
        /// The device that asks; nil: a client of this one.
        var device: DeviceID?
        /// Whether that device's session is locked.
        var isLocked: Bool
        /// False: nothing has reported yet whether the session is locked, and it counts as locked.
        var isLockKnown = true
        /// Whether a provider of this device asks by itself.
        var isProvider = false
    }

    /// A client of this device.
    func asker(_ caller: ReloadCaller) -> Asker { Asker(device: nil, isLocked: privacy.hides, isLockKnown: privacy.isKnown, isProvider: caller == .background) }

    // MARK: Kinds

    func listKinds() async -> ProtoControlKindsResponse {
        await kindsReady()
        await previewsReady()
        var response = ProtoControlKindsResponse()
        response.kinds = providers.installedControls.map { kind in
            .with {
                $0.kind = ProtoControlKind(kind)
                if let value = previews[kind.id] { $0.preview = ProtoControlValue(value) }
                $0.deviceID = store.device.description
                $0.deviceName = others.name(of: store.device)
                $0.local = true
            }
        }
        for device in others.members {
            response.kinds += others.kinds(of: device).map { kind in
                .with {
                    $0.kind = ProtoControlKind(kind)
                    $0.deviceID = device.description
                    $0.deviceName = others.name(of: device)
                }
            }
        }
        return response
    }

    // MARK: Configuration

    func add(_ request: ProtoAddControlRequest) async throws(WidgetError) -> ProtoControlSnapshot {
        var request = request
        if request.controlID.isEmpty { request.controlID = ControlID(date: now(), using: &random).description }
        guard let id = ControlID(request.controlID) else { throw .invalid("control_id", "isn't a UUIDv7; leave it out, and the daemon makes one") }
        if providers.host(ofControl: request.kind) == nil { await kindsReady() }
        if let device = try providingDevice(of: request) {
            request.device = ""
            return try await ask(device, .with { $0.add = request })
        }
        guard let kind = providers.controlKinds[request.kind]?.kind, providers.host(ofControl: request.kind) != nil else { throw unknownKind(request.kind) }
        let parameters = try Parameters(request.parameters, field: "parameters")
        return try await put(try Control(id: id, kind: kind.id, name: request.name, parameters: parameters).validated(for: kind))
    }

    func configure(_ request: ProtoConfigureControlRequest) async throws(WidgetError) -> ProtoControlSnapshot {
        let (id, stored, owner) = try resolve(request.control)
        if let owner {
            var request = request
            request.control = id.description
            return try await ask(owner, .with { $0.configure = request })
        }
        var control = stored.state.control
        guard let kind = providers.controlKinds[control.kind]?.kind else { throw unknownKind(control.kind) }
        if request.hasName { control.name = request.name }
        for name in request.reset { control.parameters[name] = nil }
        control.parameters.merge(try Parameters(request.parameters, field: "parameters")) { $1 }
        return try await put(try control.validated(for: kind))
    }

    func put(_ control: Control) async throws(WidgetError) -> ProtoControlSnapshot {
        _ = try await change(.put(control)).get()
        await reconcileTokens()
        return try get(control.id.description)
    }

    func remove(_ text: String) async throws(WidgetError) -> ProtoRemoveControlResponse {
        let (id, _, owner) = try resolve(text)
        if let owner { return try await ask(owner, .with { $0.remove = .with { $0.control = id.description } }) }
        let token = stateMachine[id].flatMap { address(of: $0.control) }
        _ = try await change(.remove(id)).get()
        await reconcileTokens(ended: token)
        return .with { $0.controlID = id.description }
    }

    // MARK: Taps

    func press(_ request: ProtoPressControlRequest, from asker: Asker) async throws(WidgetError) -> ProtoControlReceipt {
        let (id, stored, owner) = try resolve(request.control)
        guard let kind = kind(of: stored.state.control, on: owner) else { throw unknownKind(stored.state.control.kind) }
        try kind.authentication.requireKnownLock(for: asker, isLocalCaller: owner == nil)
        let receipt = try await pressed(request, on: (id, stored, owner), kind: kind, from: asker)
        return Self.hidesValue(of: kind, isLocked: asker.isLocked) ? receipt.withoutValue : receipt
    }

    private func pressed(
        _ request: ProtoPressControlRequest, on target: (id: ControlID, stored: StoredControl, owner: DeviceID?), kind: ControlKind, from asker: Asker
    ) async throws(WidgetError) -> ProtoControlReceipt {
        let (id, stored, owner) = target
        var press = ControlPress(
            key: request.idempotencyKey, isOn: request.hasIsOn ? request.isOn : nil,
            caller: asker.device.map { others.name(of: $0).cut(toBytes: ControlLimits.callerBytes) } ?? "", isLocalCaller: asker.device == nil,
            isLocked: asker.isLocked)
        if request.hasQueueUntil { press.queueDuration = try Timestamp(request.queueUntil, field: "queue_until") - now() }
        if let owner { return try await self.press(stored, press, kind: kind, on: owner) }
        // A known result is returned also when the store can't be written.
        if let known = try stateMachine.known(press, of: id) { return self.receipt(known) }
        guard !isStopping else { throw WidgetError(.unavailable, "the daemon stops") }
        let tap = ControlTap(control: id, key: press.key)
        if asker.isProvider, stateMachine.record(of: id, key: press.key) == nil { work.noteProviderTap(tap) }
        // Nothing looks up the tap again if it isn't performed.
        defer { if stateMachine.record(of: id, key: press.key)?.receipt.isFinal != false { work.forgetProviderTap(tap) } }
        guard let receipt = try await change(.press(id, press, kind)).get() else { throw WidgetError(.internal, "a tap wasn't answered") }
        guard let record = stateMachine.record(of: id, key: press.key) else { return ProtoControlReceipt(receipt, control: id, key: press.key) }
        return self.receipt(record)
    }

    // MARK: Reads

    /// In the order in which they were added.
    func list() -> ProtoListControlsResponse {
        var response = ProtoListControlsResponse()
        response.controls = everywhere.sorted { $0.stored.state.id < $1.stored.state.id }.map { snapshot($0.stored, of: $0.owner) }
        return response
    }

    /// A control as it is now. The board isn't read: it may be an update behind.
    func get(_ text: String) throws(WidgetError) -> ProtoControlSnapshot {
        let (_, stored, owner) = try resolve(text)
        return snapshot(stored, of: owner)
    }

    // MARK: Finding

    /// The control that a user means: by its id, a unique prefix of it, its name, a kind of which there is one, or its display name. If no name matches
    /// exactly, the comparison ignores case.
    /// - Throws: NOT_FOUND, or INVALID_ARGUMENT where several are meant.
    func resolve(_ text: String) throws(WidgetError) -> (id: ControlID, stored: StoredControl, owner: DeviceID?) {
        guard !text.isEmpty else { throw .invalid("control", "is empty; give an id, a name, or a kind of which there is one") }
        if let id = ControlID(text) {
            guard let (stored, owner) = find(id) else { throw Self.unknown(text) }
            return (id, stored, owner)
        }
        let all = everywhere
        var matches = all.filter { $0.stored.state.control.name == text || $0.stored.state.control.kind == text }
        if matches.isEmpty { matches = all.filter { kind(of: $0.stored.state.control, on: $0.owner)?.displayName == text } }
        if matches.isEmpty {
            let wanted = text.lowercased()
            matches = all.filter { stored, owner in
                let control = stored.state.control
                return [control.name, control.kind, kind(of: control, on: owner)?.displayName].contains { $0?.lowercased() == wanted }
            }
        }
        if matches.isEmpty, text.utf8.count >= DaemonCoreLimits.identifierPrefix {
            let prefix = text.lowercased()
            matches = all.filter { $0.stored.state.id.description.hasPrefix(prefix) }
        }
        guard let (stored, owner) = matches.first else { throw Self.unknown(text) }
        guard matches.count == 1 else {
            let ids = matches.map(\.stored.state.id).sorted().prefix(3).map(\.description).joined(separator: ", ")
            throw .invalid(
                "control", "'\(text.cut(toBytes: 64))' means \(matches.count) controls (\(ids)\(matches.count > 3 ? ", …" : "")); name one by its id")
        }
        return (stored.state.id, stored, owner)
    }

    static func unknown(_ text: String) -> WidgetError {
        WidgetError(.notFound, "control: there is no '\(text.cut(toBytes: 64))'; `widgetctl control list` lists them")
    }

    func unknownKind(_ kind: String) -> WidgetError {
        if providers.controlKinds[kind]?.kind != nil, let reason = missing(kind) { return WidgetError(.failedPrecondition, "kind: \(reason)") }
        let known = providers.installedControls.map(\.id) + others.members.flatMap { others.kinds(of: $0).map(\.id) }
        let advice = Suggestion.advice(for: kind, among: known, verb: "there are", source: "widgetctl control kinds")
        return WidgetError(.notFound, "kind: nobody gives the control '\(kind.cut(toBytes: 64))'\(advice)")
    }

    /// This device's and its members', with the owner where that is another one.
    private var everywhere: [(stored: StoredControl, owner: DeviceID?)] {
        stateMachine.states.keys.compactMap { id in self.stateMachine.stored(id).map { ($0, nil) } }
            + others.members.flatMap { device in others.controls(of: device).map { ($0, device) } }
    }

    /// The device that is to provide the new control; nil: this one.
    private func providingDevice(of request: ProtoAddControlRequest) throws(WidgetError) -> DeviceID? {
        guard request.device.isEmpty else {
            let text = request.device
            let matches = others.devices.filter { $0.isMember && ($0.name == text || $0.id.description.hasPrefix(text)) }
            guard let device = matches.first else {
                throw WidgetError(.notFound, "device: there is no '\(text.cut(toBytes: 64))'; `widgetctl device list` lists them")
            }
            guard matches.count == 1 else { throw .invalid("device", "'\(text.cut(toBytes: 64))' means \(matches.count) devices; name one by its id") }
            guard device.id == store.device || others.kind(request.kind, of: device.id) != nil else {
                throw WidgetError(
                    .notFound,
                    "kind: the device '\(device.name)' gives no control '\(request.kind.cut(toBytes: 64))'; `widgetctl control kinds` lists what there is")
            }
            return device.id == store.device ? nil : device.id
        }
        guard providers.host(ofControl: request.kind) == nil else { return nil }
        let providingDevices = others.devices.filter { $0.isMember && $0.id != store.device && others.kind(request.kind, of: $0.id) != nil }
        return providingDevices.min { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }?.id
    }
}

extension ControlAuthentication {
    /// Refuses a caller who would be allowed only in an unlocked session, as long as it isn't known whether the session is locked.
    /// - Throws: UNAVAILABLE for such a caller.
    fileprivate func requireKnownLock(for asker: ControlService.Asker, isLocalCaller: Bool) throws(WidgetError) {
        let (locked, unlocked) = (refusal(isLocked: true, isLocalCaller: isLocalCaller), refusal(isLocked: false, isLocalCaller: isLocalCaller))
        guard !asker.isLockKnown, locked != nil, unlocked == nil else { return }
        throw WidgetError(.unavailable, "it isn't known yet whether the session is locked, as right after a start of widgetd; try again in a moment")
    }
}
