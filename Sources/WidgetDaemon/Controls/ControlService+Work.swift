import DaemonCore
import WidgetCore
import WidgetProviders

// Calls of providers after a commit: actions and loads.
extension ControlService {
    func begin(_ effects: [ControlEffect]) {
        for effect in effects {
            switch effect {
            case .perform(let id, let key, let isOn) where !isStopping:
                work.perform(ControlTap(control: id, key: key), Task { await perform(id, key: key, isOn: isOn) })
            case .load(let id, let number) where !isStopping:
                work.load(id, number: number, Task(executorPreference: ThreadPoolExecutor.shared) { await self.load(id, number: number) })
            case .cancel(let id, let key): work.cancel(ControlTap(control: id, key: key))
            case .removed(let id): work.cancelLoad(of: id)
            // While the daemon stops, nothing begins. The next start says of such a tap that it may have been performed.
            case .recorded(let id, let key) where stateMachine.record(of: id, key: key)?.receipt.isFinal == true:
                work.forgetProviderTap(ControlTap(control: id, key: key))
            case .perform, .load, .changed, .recorded, .forgotten: break
            }
        }
    }

    private func perform(_ id: ControlID, key: String, isOn: Bool?) async {
        var failure: String?
        do throws(WidgetError) {
            let (control, kind, host) = try performer(of: id)
            let request = ControlPerformRequest(kind: kind.id, parameters: kind.effective(control.parameters), control: id, idempotencyKey: key, isOn: isOn)
            let isForUser = !work.forgetProviderTap(ControlTap(control: id, key: key))
            try await host.serve(isForUser: isForUser) { () throws(WidgetError) in try await host.perform(request) }
        } catch {
            failure = error.message
        }
        await writeUntilDone(.performed(id, key: key, error: failure))
        work.performed(ControlTap(control: id, key: key))
    }

    private func load(_ id: ControlID, number: Int64) async {
        defer { work.loaded(id, number: number) }
        let result: Result<ControlValue, WidgetError>
        do throws(WidgetError) {
            let (control, kind, host) = try performer(of: id)
            result = .success(try await host.value(ControlValueRequest(kind: kind.id, parameters: kind.effective(control.parameters), control: id), of: kind))
        } catch {
            result = .failure(error)
        }
        guard !Task.isCancelled else { return }
        await writeUntilDone(.loaded(id, number: number, result))
    }

    private func performer(of id: ControlID) throws(WidgetError) -> (Control, ControlKind, ProviderHost) {
        guard let control = stateMachine[id]?.control else { throw WidgetError(.notFound, "the control was removed") }
        guard let kind = providers.controlKinds[control.kind]?.kind, let host = providers.host(ofControl: control.kind) else {
            throw WidgetError(.failedPrecondition, missing(control.kind) ?? "its provider isn't installed")
        }
        return (control, kind, host)
    }

    // MARK: Providers

    /// The reason why no provider on this device performs controls of a kind; nil: one does.
    func missing(_ kind: String) -> String? {
        guard providers.host(ofControl: kind) == nil else { return nil }
        guard let known = providers.controlKinds[kind]?.kind else { return "no installed provider gives the control '\(kind)'" }
        return "its provider '\(known.provider)' isn't installed"
    }

    /// Waits until the kinds of all providers are known here, including providers that are just being asked.
    func kindsReady() async {
        await installed.described()
        await kindsDidChange()
    }

    /// Providers have come, gone or changed.
    func kindsDidChange() async {
        let new = installed.catalog
        guard hasStarted, new.revision > providers.revision, !isStopping else { return }
        let before = providers
        providers = new
        let changed = Set(before.controlKinds.keys).union(new.controlKinds.keys).filter { id in
            before.controlKinds[id]?.kind != new.controlKinds[id]?.kind || before.host(ofControl: id) !== new.host(ofControl: id)
        }
        guard !changed.isEmpty else { return }
        previews.forget(changed)
        await writeUntilDone(.providersChanged(changed))
        for kind in changed.sorted() where providers.host(ofControl: kind) != nil { await writeUntilDone(.reload(.kind(kind))) }
        await reconcileTokens()
        for id in stateMachine.states.values.filter({ changed.contains($0.control.kind) }).map(\.id).sorted() { showSoon(id) }
    }

    /// Asks for the previews of the kinds on this device, and waits for them, at most `DaemonCoreLimits.descriptionPatience`.
    func previewsReady() async {
        for kind in providers.installedControls where previews.isMissing(kind.id) {
            guard let host = providers.host(ofControl: kind.id) else { continue }
            let task = Task {
                let request = ControlValueRequest(kind: kind.id, parameters: kind.effective([:]), control: nil)
                let value = await ThreadPoolExecutor.run { try? await host.value(request, of: kind) }
                previews.answered(kind.id, value, isCurrent: providers.controlKinds[kind.id]?.kind == kind)
            }
            previews.ask(kind.id, task)
        }
        let tasks = previews.tasks
        guard !tasks.isEmpty else { return }
        await withCheckedContinuation { continuation in
            let first = FirstResult(continuation)
            Task {
                for task in tasks { await task.value }
                first.finish()
            }
            Task { [clock] in
                try? await clock.sleep(for: DaemonCoreLimits.descriptionPatience)
                first.finish()
            }
        }
    }
}

extension ControlService: ProviderObserver {
    /// A provider may have marked parameters as secret.
    func kindsWereWritten(_ kinds: [Kind]) async { await hideSecrets() }

    /// Keeps the values of secret parameters out of the rows that other devices get.
    func hideSecrets() async {
        do throws(WidgetError) {
            try await store.write { try $0.hideControlSecrets() }
        } catch {
            logger.warning("values of controls' secret parameters are still in rows that other devices get", metadata: ["error": "\(error)"])
        }
    }

    nonisolated func providersChanged(_ catalog: KindCatalog, described: Set<String>) -> Set<WidgetID> {
        // This is a task of its own: a control's load may wait for a provider, and the other services must not.
        Task { await kindsDidChange() }
        return []
    }
}
