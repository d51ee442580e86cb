import DaemonCore
import SwiftProtobuf
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetStore

// Requests to other devices about their controls, and their requests about this one's.
extension ControlService {
    /// Answers another device's request about a control of this one.
    func answer(_ payload: [UInt8], from device: DeviceID) async throws(WidgetError) -> [UInt8] {
        let request: ProtoControlRequest
        do {
            request = try ProtoControlRequest(serializedBytes: payload)
        } catch {
            throw WidgetError(.invalidArgument, "the request isn't a ControlRequest", cause: "\(error)")
        }
        switch request.request {
        case .add(let add):
            guard providers.host(ofControl: add.kind) != nil else {
                throw WidgetError(.notFound, "kind: this device gives no control '\(add.kind.cut(toBytes: 64))'")
            }
            return try await self.add(add).withoutSecrets.encoded()
        case .configure(let configure):
            try checkOwn(configure.control)
            return try await self.configure(configure).withoutSecrets.encoded()
        case .remove(let remove):
            try checkOwn(remove.control)
            return try await self.remove(remove.control).encoded()
        case .press(let press):
            try checkOwn(press.control)
            return try await self.press(press, from: Asker(device: device, isLocked: request.isLocked)).encoded()
        case .reload(let reload):
            if case .control(let control) = reload.which { try checkOwn(control) }
            return try await reloadHere(reload).encoded()
        case nil: throw WidgetError(.unimplemented, "this device doesn't know what is asked; bring widgetd up to date on it")
        }
    }

    /// Requests to this device aren't passed on: the control must be its own.
    private func checkOwn(_ text: String) throws(WidgetError) {
        guard let id = ControlID(text), stateMachine[id] != nil else { throw WidgetError(.notFound, "control: this device has no '\(text.cut(toBytes: 64))'") }
    }

    func ask<Answer: Message>(_ owner: DeviceID, _ request: ProtoControlRequest) async throws(WidgetError) -> Answer {
        let answer = try await remote.ask(owner, PeerMethod.control, try request.encoded())
        do {
            return try Answer(serializedBytes: answer)
        } catch {
            throw WidgetError(.internal, "the device '\(others.name(of: owner))' gave an answer that can't be read", cause: "\(error)")
        }
    }

    // MARK: Taps

    /// A tap here on another device's control, which that device performs under the same key. If the device isn't connected, the tap is kept for it, or the
    /// receipt says `unavailable`.
    func press(_ stored: StoredControl, _ press: ControlPress, kind: ControlKind, on owner: DeviceID) async throws(WidgetError) -> ProtoControlReceipt {
        try press.validate(for: kind)
        let id = stored.state.id
        let refusal = kind.authentication.refusal(isLocked: press.isLocked, isLocalCaller: false)
        if let known = stored.records.first(where: { $0.key == press.key }) ?? outbox[id, press.key] {
            guard press.isOn == nil || press.isOn == known.isOn else {
                throw .invalid("idempotency_key", "it belongs to another action; use a key of its own for each")
            }
            // The device has taken the tap. It is asked for the result, which may never come with the row: a row has only the last taps, and isn't written if
            // the device's disk is full.
            if known.receipt == .pending, refusal == nil, remote.isConnected(owner) { return await end(of: known, on: owner) }
            return ProtoControlReceipt(known)
        }
        if let refusal {
            return ProtoControlReceipt(.denied(refusal), control: id, key: press.key)
        }
        // The other value of a toggle is decided where the user sees it.
        let target = try outbox.expected(stored.state).target(of: press, kind: kind)
        let date = now()
        let record = ControlRecord(control: id, key: press.key, isOn: target, caller: others.name(of: store.device), receipt: .pending, date: date)
        let until = press.queueDuration.map { date + $0 }
        // Earlier taps are done first.
        if isAwaited(id) { await deliver(to: owner) }
        guard remote.isConnected(owner), !isAwaited(id) else {
            if let until { return try await keep(record, until: until) }
            guard !remote.isConnected(owner) else {
                throw WidgetError(
                    .unavailable, "an earlier tap still waits for the device '\(others.name(of: owner))' and must come first; try again later")
            }
            return ProtoControlReceipt(.unavailable, control: id, key: press.key)
        }
        expect(record)
        do throws(WidgetError) {
            let receipt = try await send(record, until: until, isLocked: press.isLocked, to: owner)
            // In the other cases the control's row tells the result.
            if ![.pending, .queued].contains(receipt.outcome) { forgetSent(record) }
            return receipt
        } catch {
            forgetSent(record)
            if error.isUnanswered { return try await keepUnanswered(record, until: until ?? now() + DaemonLimits.unansweredTap, error) }
            guard error.code == .unavailable else { throw error }
            guard let until else { return ProtoControlReceipt(.unavailable, control: id, key: press.key) }
            return try await keep(record, until: until)
        }
    }

    /// Whether earlier taps on a control wait.
    private func isAwaited(_ id: ControlID) -> Bool { outbox.waiting.contains { $0.control == id } }

    /// The result of a tap that its device has taken, by its key.
    private func end(of tap: ControlRecord, on owner: DeviceID) async -> ProtoControlReceipt {
        do throws(WidgetError) {
            let answer = try await send(tap, until: nil, isLocked: false, to: owner)
            var record = tap
            record.receipt = try ControlReceipt(answer)
            record.date = now()
            if record.receipt.isFinal { try await remember(record) }
            return answer
        } catch {
            logger.info("what became of a tap couldn't be asked", metadata: ["control": "\(tap.control)", "error": "\(error)"])
            return ProtoControlReceipt(tap)
        }
    }

    /// Keeps a tap of which it isn't known whether it reached the device. A second request under the same key doesn't perform it twice.
    /// - Parameter cause: the caller's error if the tap can't be kept. It doesn't claim that nothing was done.
    private func keepUnanswered(_ record: ControlRecord, until: Timestamp, _ cause: WidgetError) async throws(WidgetError) -> ProtoControlReceipt {
        do throws(WidgetError) {
            return try await keep(record, until: until, isUnanswered: true)
        } catch {
            logger.error("a tap that may have been performed couldn't be kept", metadata: ["control": "\(record.control)", "error": "\(error)"])
            throw cause
        }
    }

    /// - Parameter isLocked: this device's session, when it was tapped.
    private func send(_ record: ControlRecord, until: Timestamp?, isLocked: Bool, to owner: DeviceID) async throws(WidgetError) -> ProtoControlReceipt {
        try await ask(
            owner,
            .with {
                $0.isLocked = isLocked
                $0.press = .with {
                    $0.control = record.control.description
                    $0.idempotencyKey = record.key
                    if let isOn = record.isOn { $0.isOn = isOn }
                    if let until { $0.queueUntil = .init(until) }
                }
            })
    }

    private func expect(_ tap: ControlRecord) {
        outbox.send(tap)
        showSoon(tap.control)
        // A device that goes away meanwhile never reports the result.
        Task {
            try? await clock.sleep(for: DaemonCoreLimits.tapPatience)
            forgetSent(tap)
        }
    }

    /// The tap has failed, or the control's row has it from now on.
    private func forgetSent(_ tap: ControlRecord) {
        if outbox.forgetSent(tap) { showSoon(tap.control) }
    }

    // MARK: Taps that wait

    /// Keeps a tap for a device that is away, durably.
    private func keep(_ tap: ControlRecord, until: Timestamp, isUnanswered: Bool = false) async throws(WidgetError) -> ProtoControlReceipt {
        let waiting = outbox.waiting.count
        guard waiting < DaemonLimits.waitingTaps else {
            throw WidgetError(.resourceExhausted, "\(waiting) taps wait for other devices already, the limit; try again when these are back")
        }
        var record = tap
        record.receipt = .queued(until: until)
        record.isUnanswered = isUnanswered
        try await remember(record)
        // It may have come back meanwhile.
        if let owner = find(record.control)?.owner { Task { await deliver(to: owner) } }
        return ProtoControlReceipt(record)
    }

    private func remember(_ record: ControlRecord) async throws(WidgetError) {
        try await store.write { try $0.put(record) }
        outbox.put(record)
        showSoon(record.control)
        armTimer()
    }

    /// Sends a device the taps that wait for it, the oldest first.
    func deliver(to device: DeviceID) async {
        let task = deliveries.want(device) { Task { while deliveries.next(to: device) { await deliverOnce(to: device) } } }
        await task.value
    }

    func hasTaps(for device: DeviceID) -> Bool { outbox.waiting.contains { others[device, $0.control] != nil } }

    private func deliverOnce(to device: DeviceID) async {
        // Controls with a tap that couldn't be delivered. Their later taps stay too.
        var held: Set<ControlID> = []
        for record in outbox.waiting where !held.contains(record.control) && !isStopping {
            guard let row = others[device, record.control], remote.isConnected(device), case .queued(let until) = record.receipt, until > now() else {
                continue
            }
            guard row.state.waiting.map({ $0.key == record.key }) ?? true else {
                held.insert(record.control)
                continue
            }
            do throws(WidgetError) {
                try await remember(try await delivered(record, until: until, to: device))
            } catch {
                held.insert(record.control)
                // The tap is sent again, under the same key, with the next link or when the control's row shows that there is room.
                logger.info("a tap that waited could not be delivered yet", metadata: ["device": "\(device.short)", "error": "\(error)"])
            }
        }
    }

    private func delivered(_ record: ControlRecord, until: Timestamp, to device: DeviceID) async throws(WidgetError) -> ControlRecord {
        let before = record
        var record = record
        record.isUnanswered = true
        if record != before { try await remember(record) }
        do throws(WidgetError) {
            // The session's lock was checked when the user tapped.
            record.receipt = try ControlReceipt(try await send(record, until: until, isLocked: false, to: device))
            // The tap waits on that device behind another one, and the control's row tells the result.
            if case .queued = record.receipt { record.receipt = .pending }
        } catch {
            guard !error.isUnanswered else { throw error }
            switch error.code {
            case .unavailable:
                if record != before { try await remember(before) }
                throw error
            case .resourceExhausted:
                // The device had no room for the tap, so it wasn't performed.
                record.isUnanswered = false
                try await remember(record)
                throw error
            default: break
            }
            record.receipt = .reverted(error.message.cut(toBytes: ControlLimits.reasonBytes))
        }
        record.date = now()
        record.isUnanswered = false
        return record
    }

    /// Ends the waiting taps that have come due.
    /// - Returns: false: that couldn't be written.
    func advanceOutbox() async -> Bool {
        let due = outbox.due(at: now())
        guard !due.isEmpty else { return true }
        do throws(WidgetError) {
            try await store.write { transaction in
                for (tap, record) in due {
                    if let record { try transaction.put(record) } else { try transaction.removeControlKey(tap.key, of: tap.control) }
                }
            }
            for (tap, record) in due {
                if let record { outbox.put(record) } else { outbox.remove(tap) }
                showSoon(tap.control)
            }
            return true
        } catch {
            logger.error("taps that came due couldn't be written; it is tried again", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Forgets the taps that the rows of their controls have from now on.
    func forgetAnswered(_ rows: [StoredControl]) async {
        for record in rows.flatMap(\.records) { forgetSent(record) }
        let taps = rows.flatMap { row in row.records.map { ControlTap(control: row.state.id, key: $0.key) } }.filter { outbox[$0.control, $0.key] != nil }
        guard !taps.isEmpty else { return }
        do throws(WidgetError) {
            try await store.write { transaction in for tap in taps { try transaction.removeControlKey(tap.key, of: tap.control) } }
            for tap in taps { outbox.remove(tap) }
        } catch {
            logger.error("taps that were answered couldn't be forgotten; it is done a day later", metadata: ["error": "\(error)"])
        }
    }
}

extension ProtoControlSnapshot {
    /// The control for another device.
    fileprivate var withoutSecrets: ProtoControlSnapshot {
        var snapshot = self
        for name in control.secretParameters { snapshot.control.parameters[name] = nil }
        return snapshot
    }
}
