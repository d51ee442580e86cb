import DaemonCore
import Systemd
import WidgetAPI
import WidgetCore
import WidgetReplication
import WidgetStore

// Shows controls: this device's, and those of its members.
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

    func showAll() {
        for id in stateMachine.states.keys.sorted() { publish(id) }
        for device in others.owners where device != store.device {
            let isMember = others.isMember(device)
            for id in others.ids(of: device) { if isMember { publish(id) } else { takeOff(id) } }
        }
        armTimer()
    }

    /// Shows a control as it is: at once, or at the end of the drawing interval in which it was shown last.
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
            board.show(try BoardEntry(id, snapshot(stored, of: owner)))
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
        if let own = stateMachine.stored(id) { return (own, nil) }
        return others.find(id).map { ($0.stored, $0.owner) }
    }

    func kind(of control: Control, on owner: DeviceID?) -> ControlKind? {
        guard let owner else { return providers.controlKinds[control.kind]?.kind }
        return others.kind(control.kind, of: owner)
    }

    /// A control with the names of its secret parameters.
    func proto(_ control: Control, _ kind: ControlKind?) -> ProtoControl {
        let definitions = kind?.parameters ?? []
        var proto = ProtoControl(control)
        proto.secretParameters = control.parameters.keys.filter { name in
            definitions.first { $0.name == name }?.isSecret ?? ParameterDefinition.isSecret(name)
        }.sorted()
        return proto
    }

    /// The reason why the device that provides a control can't be asked; nil: it can.
    func away(_ owner: DeviceID?) -> String? {
        guard let owner, !remote.isConnected(owner) else { return nil }
        return UnreachableDevice.reason(others.name(of: owner))
    }

    func snapshot(_ stored: StoredControl, of owner: DeviceID?) -> ProtoControlSnapshot {
        let away = away(owner)
        let told = receipts(stored, of: owner).map(receipt)
        let state = away == nil && owner != nil ? outbox.expected(stored.state) : stored.state
        // The action has failed, but its result isn't written yet.
        let reverted = told.first { $0.idempotencyKey == state.action?.key && $0.isFinal }
        let kind = kind(of: state.control, on: owner)
        // The result of a tap on a device that is away is unknown: the last value counts.
        let shown = away == nil && reverted == nil ? state.shown : state.value
        let device = owner ?? store.device
        let isHidden = Self.hidesValue(of: kind, isLocked: privacy.hides)
        return .with {
            $0.control = proto(state.control, kind)
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
            $0.deviceName = others.name(of: device)
            $0.local = owner == nil
            $0.revision = state.revision
        }
    }

    /// Whether a control's value is hidden. Then the value that a tap set and the reason of its failure are hidden too: they would tell the control's value.
    static func hidesValue(of kind: ControlKind?, isLocked: Bool) -> Bool { isLocked && kind?.isPrivacySensitive != false }

    /// The last taps: those in the control's row, and this device's taps that aren't in it yet.
    private func receipts(_ stored: StoredControl, of owner: DeviceID?) -> [ControlRecord] {
        guard owner != nil else { return stored.records }
        let id = stored.state.id
        let known = Set(stored.records.map(\.key))
        return ControlRecord.newest(stored.records + outbox.told(of: id).filter { !known.contains($0.key) })
    }

    // MARK: Other devices

    /// Takes over what other devices changed.
    func apply(_ changed: ReplicaChanges) async {
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
            logger.log(.rowDamaged, "a row of another device can't be understood; it is left as it is and not used", metadata: ["row": "\(row)"])
        }
        for (device, kinds) in changes.controlKinds where device != store.device {
            others.update(kinds, of: device)
            for id in others.ids(of: device) { showSoon(id) }
        }
        for (device, controls) in changes.controls where device != store.device {
            let ids = others.apply(controls, of: device, isWhole: changes.wholeControls.contains(device))
            if others.isMember(device) { for id in ids.sorted() { showSoon(id) } }
        }
        if let devices = changes.devices {
            others.devices = devices
            showAll()
        }
        await forgetAnswered(changes.controls.values.flatMap(\.values).compactMap(\.self))
        // There may be room for a tap that waits.
        for device in changes.controls.keys where device != store.device && hasTaps(for: device) { Task { await deliver(to: device) } }
    }

    /// A link was made or has ended.
    func linkDidChange(to device: DeviceID) async {
        for id in others.ids(of: device) { showSoon(id) }
        await deliver(to: device)
    }
}

extension ProtoControlReceipt {
    /// The receipt as clients see it while the value is hidden.
    var withoutValue: Self {
        var receipt = self
        receipt.clearIsOn()
        if outcome == .reverted { receipt.reason = Privacy.reason("reverted") }
        return receipt
    }
}
