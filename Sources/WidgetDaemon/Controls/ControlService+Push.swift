import WidgetAPI
import WidgetCore

// Pushes for controls: each has a token of its own, and reloads exactly one.
extension ControlService {
    /// A push came for a control. It comes again after a crash, but every control loads then anyway.
    func receive(_ id: ControlID?) async -> PushReception {
        guard let id, let state = stateMachine[id] else { return .discarded(reason: "there is no such control") }
        // At the start every control loads.
        guard hasStarted else { return .delivered }
        guard state.unavailable == nil else { return .discarded(reason: state.unavailable ?? "") }
        return await writeUntilDone(.reload(.control(id))) ? .delivered : .left
    }

    /// The token by which servers reload a control of this device.
    /// - Throws: FAILED_PRECONDITION for another device's, and for a kind that takes no pushes.
    func pushToken(_ text: String) async throws(WidgetError) -> ProtoControlPushTokenResponse {
        let (id, stored, owner) = try resolve(text)
        if let owner {
            throw WidgetError(.failedPrecondition, "control: the device '\(others.name(of: owner))' provides it, and its pushes go there; ask that device")
        }
        guard let address = address(of: stored.state.control) else {
            throw WidgetError(.failedPrecondition, "control: its kind '\(stored.state.control.kind)' takes no pushes")
        }
        // It may be removed meanwhile.
        guard let token = try await registry.mint(address, if: { await self.needsToken(address) })?.token else { throw Self.unknown(text) }
        return .with {
            $0.controlID = id.description
            $0.app = address.app
            $0.token = token.hexadecimal
        }
    }

    private func needsToken(_ address: PushAddress) -> Bool { stateMachine.states.values.contains { self.address(of: $0.control) == address } }

    func address(of control: Control) -> PushAddress? {
        guard let kind = providers.controlKinds[control.kind]?.kind, kind.takesPushes else { return nil }
        return .control(app: kind.provider, id: control.id.description)
    }

    /// Makes the tokens that are missing, and ends those of controls that are gone or take no pushes any more.
    /// - Parameter ended: the address of a removed control, whose token may just be being made.
    func reconcileTokens(ended: PushAddress? = nil) async {
        let needed = Set(stateMachine.states.values.compactMap { address(of: $0.control) })
        let there = Set(registry.tokens().map(\.registration.address).filter { if case .control = $0 { true } else { false } })
        do throws(WidgetError) {
            for address in there.union([ended].compactMap(\.self)).subtracting(needed) {
                try await registry.end(address, unless: { await self.needsToken(address) })
            }
            for address in needed.subtracting(there) { try await registry.mint(address, if: { await self.needsToken(address) }) }
            await tokens?.setPushed(pushed)
        } catch {
            logger.error("push tokens of controls couldn't be kept; the next change of a control does it", metadata: ["error": "\(error)"])
        }
    }

    /// By provider: the controls that take pushes, with their tokens.
    private var pushed: [String: [ControlPushInfo]] {
        var pushed: [String: [ControlPushInfo]] = [:]
        for state in stateMachine.states.values.sorted(by: { $0.id < $1.id }) {
            guard let address = address(of: state.control), let token = registry.token(of: address)?.token,
                let kind = providers.controlKinds[state.control.kind]?.kind
            else { continue }
            pushed[address.app, default: []].append(
                ControlPushInfo(id: state.id, kind: kind.id, configuration: kind.effective(state.control.parameters), token: token))
        }
        return pushed
    }
}
