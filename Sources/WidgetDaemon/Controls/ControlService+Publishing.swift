import WidgetAPI
import WidgetCore
import WidgetReplication
import WidgetStore

// What is shown of controls: this device's, and those of its members.
extension ControlService {
    /// Shows what these effects changed, and arms the timer for what is due next.
    func show(_ effects: [ControlEffect]) {
        var shown: Set<ControlID> = []
        for effect in effects {
            switch effect {
            case .changed(let id), .recorded(let id, _), .removed(let id): shown.insert(id)
            case .perform, .cancel, .load, .forgotten: break
            }
        }
        for id in shown.sorted() { showSoon(id) }
        armTimer()
    }

    /// For what is due next; after a write that failed not before that is tried again.
    func armTimer() {
        let due = [book.nextDeadline, outbox.nextDeadline, hasUnwritten ? retryAt : nil].lazy.compactMap(\.self).min()
        setTimer(due.map { max($0, retryAt ?? $0) })
    }

    func showAll() {
        let members = Set(devices.filter(\.isMember).map(\.id))
        for id in book.states.keys.sorted() { publish(id) }
        for (device, controls) in others where device != store.device {
            for id in controls.keys.sorted() { if members.contains(device) { publish(id) } else { takeOff(id) } }
        }
        armTimer()
    }

    /// Shows a control as it is: at once, and where that was less than a drawing interval ago, at its end.
    func showSoon(_ id: ControlID) {
        switch pacing.turn(of: id) {
        case .waiting: break
        case .now: publish(id)
        case .after(let rest):
            Task {
                try? await clock.sleep(for: rest)
                pacing.waitIsOver(of: id)
                publish(id)
            }
        }
    }

    private func publish(_ id: ControlID) {
        guard let (stored, owner) = find(id) else { return takeOff(id) }
        do throws(WidgetError) {
            let summary = try snapshot(stored, of: owner).encoded()
            board.show(BoardEntry(id: id, kind: stored.state.control.kind, name: stored.state.control.name, summary: summary, archive: .none))
        } catch {
            logger.error("a control can't be shown", metadata: ["control": "\(id)", "error": "\(error)"])
        }
    }

    private func takeOff(_ id: ControlID) {
        pacing.forget(id)
        board.remove(id)
    }

    // MARK: Snapshots

    /// A control of this device, or of a member.
    func find(_ id: ControlID) -> (stored: StoredControl, owner: DeviceID?)? {
        if let own = book.stored(id) { return (own, nil) }
        return members.lazy.compactMap { device in self.others[device]?[id].map { ($0, device) } }.first
    }

    /// The other members.
    var members: [DeviceID] { devices.filter { $0.isMember && $0.id != store.device }.map(\.id) }

    func kind(of control: Control, on owner: DeviceID?) -> ControlKind? {
        guard let owner else { return providers.controlKinds[control.kind]?.kind }
        return otherKinds[owner]?[control.kind]
    }

    /// Why the device that provides a control can't be asked; nil: it can.
    func away(_ owner: DeviceID?) -> String? {
        guard let owner, !remote.isConnected(owner) else { return nil }
        return UnreachableDevice.reason(name(of: owner))
    }

    func snapshot(_ stored: StoredControl, of owner: DeviceID?) -> ProtoControlSnapshot {
        let away = away(owner)
        let told = receipts(stored, of: owner).map(receipt)
        let state = away == nil && owner != nil ? expected(stored.state) : stored.state
        // The action came to nothing, and only the disk hasn't that yet.
        let reverted = told.first { $0.idempotencyKey == state.action?.key && $0.isFinal }
        let kind = kind(of: state.control, on: owner)
        // Of a device that is away nobody knows how a tap ends: what it last was counts.
        let shown = away == nil && reverted == nil ? state.shown : state.value
        let device = owner ?? store.device
        let isHidden = Self.hidesValue(of: kind, isLocked: privacy.hides)
        return .with {
            $0.control = ProtoControl(state.control)
            if let kind { $0.kind = ProtoControlKind(kind) }
            if let shown {
                if isHidden { $0.valueHidden = true } else { $0.value = ProtoControlValue(shown) }
                $0.valueState = shown != state.value ? .pending : state.loadError.isEmpty && away == nil && state.unavailable == nil ? .loaded : .stale
            }
            $0.isPerforming = state.action != nil && reverted == nil && away == nil
            $0.loadError = isHidden ? "" : state.loadError
            $0.unavailable = away ?? state.unavailable ?? ""
            $0.receipts = told.map { isHidden ? $0.withoutValue : $0 }
            $0.actionError = $0.receipts.first(where: \.isUnrecorded)?.reason ?? (isHidden ? "" : reverted?.reason ?? state.actionError)
            $0.deviceID = device.description
            $0.deviceName = name(of: device)
            $0.local = owner == nil
            $0.revision = state.revision
        }
    }

    /// A value that is hidden leaves no trace: what a tap set, and why it came to nothing, tell it too.
    static func hidesValue(of kind: ControlKind?, isLocked: Bool) -> Bool { isLocked && kind?.isPrivacySensitive != false }

    /// The last taps: as the device that provides it tells them, and those that it hasn't heard of.
    private func receipts(_ stored: StoredControl, of owner: DeviceID?) -> [ControlRecord] {
        guard owner != nil else { return stored.records }
        let id = stored.state.id
        let known = Set(stored.records.map(\.key))
        return ControlRecord.newest(stored.records + (outbox.records(of: id) + [sent[id]].compactMap(\.self)).filter { !known.contains($0.key) })
    }

    func name(of device: DeviceID) -> String { devices.first { $0.id == device }?.name ?? device.short }

    // MARK: Other devices

    /// Takes over what other devices changed.
    func take(_ changed: ReplicaChanges) async {
        var changed = changed
        let sets = [OwnedSet.controls.rawValue, OwnedSet.controlKinds.rawValue]
        changed.rows = changed.rows.filter { $0.table == SharedSchema.device || $0.table == SharedSchema.revocation }
        changed.owned = changed.owned.filter { sets.contains($0.key.set) }
        guard !changed.rows.isEmpty || !changed.owned.isEmpty else { return }
        let changes: StoredChanges
        do throws(WidgetError) {
            changes = try store.read(changed)
        } catch {
            return logger.error("controls of other devices could not be taken over; the next start does it", metadata: ["error": "\(error)"])
        }
        for row in changes.damaged {
            logger.error("a row of another device can't be understood; it is left as it is and not used", metadata: ["row": "\(row)"])
        }
        for (device, kinds) in changes.controlKinds where device != store.device {
            otherKinds[device] = Dictionary(kinds.map { ($0.kind.id, $0.kind) }) { first, _ in first }
            for id in (others[device] ?? [:]).keys.sorted() { showSoon(id) }
        }
        for (device, controls) in changes.controls where device != store.device {
            take(controls, of: device, isWhole: changes.wholeControls.contains(device))
        }
        if let devices = changes.devices {
            self.devices = devices
            showAll()
        }
        await forgetAnswered(changes.controls.values.flatMap(\.values).compactMap(\.self))
        // There may be room for a tap that waits.
        for device in changes.controls.keys where device != store.device && hasTaps(for: device) { Task { await deliver(to: device) } }
    }

    private func take(_ changed: [ControlID: StoredControl?], of device: DeviceID, isWhole: Bool) {
        var ids = Set(changed.keys)
        if isWhole { ids.formUnion(others.updateValue([:], forKey: device)?.keys.map(\.self) ?? []) }
        for (id, control) in changed { others[device, default: [:]][id] = control }
        guard devices.contains(where: { $0.id == device && $0.isMember }) else { return }
        for id in ids.sorted() { showSoon(id) }
    }

    /// A link was made or has ended.
    func linkMayHaveChanged(to device: DeviceID) async {
        for id in (others[device] ?? [:]).keys.sorted() { showSoon(id) }
        await deliver(to: device)
    }
}

extension ProtoControlReceipt {
    /// As it is told while the value is hidden.
    var withoutValue: Self {
        var receipt = self
        receipt.clearIsOn()
        if outcome == .reverted { receipt.reason = Privacy.reason("reverted") }
        return receipt
    }
}
