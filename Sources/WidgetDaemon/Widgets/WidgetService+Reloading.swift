import DaemonCore
import Systemd
import WidgetAPI
import WidgetCore
import WidgetProviders
import WidgetStore

extension WidgetService {
    /// A surface has begun or ended to show widgets. Shown widgets without a timeline ask for one. Widgets that nobody has seen for a day are reloaded less
    /// often.
    func viewersChanged(_ view: VisibilityCounter.View, isThere: Bool) {
        viewers.count(view, isThere: isThere)
        let date = now()
        let ids: Set<WidgetID>
        switch view {
        case .all: ids = Set(widgets.keys)
        case .some(let some): ids = some
        }
        apply(ids.sorted().flatMap { engine.setVisible($0, viewers.isShown($0), at: date) })
    }

    /// On battery power, budgets grow at half the rate.
    func powerChanged(isOnBattery: Bool) {
        apply(engine.setOnBattery(isOnBattery, at: now()))
    }

    /// Asks the widget's provider for a timeline, in a task of its own.
    func launch(_ id: WidgetID, _ cause: ReloadCause) {
        // The decision is written already; the next start of the daemon carries it out.
        if isStopping { return }
        if reloads.wait(id, cause) { return }
        journal.append(pushes.launched(id, at: now()))
        guard let widget = widgets[id], let installed = catalog.kinds[widget.kind], let provider = catalog.host(ofKind: widget.kind) else {
            let missing = WidgetError(.failedPrecondition, "its provider isn't installed; install it, or remove the widget")
            return reloads.beginWithoutProvider(id, cause, Task { await finish(id, .failure(missing)) })
        }
        if let missing = Self.missingSecret(of: widget, installed.kind) {
            return reloads.beginWithoutProvider(id, cause, Task { await finish(id, .failure(missing)) })
        }
        let request = request(for: widget, kind: installed.kind)
        let task = Task(executorPreference: ThreadPoolExecutor.shared) {
            await self.preparePlaceholder(widget, provider, request)
            let result: Result<ProvidedTimeline, WidgetError>
            do throws(WidgetError) {
                result = .success(try await provider.timeline(request))
            } catch {
                result = .failure(error)
            }
            await self.finish(id, result)
        }
        reloads.begin(id, cause, task)
    }

    private func finish(_ id: WidgetID, _ result: Result<ProvidedTimeline, WidgetError>) async {
        let (outcome, commit) = await keep(result, for: id)
        let cause = reloads.end(id) ?? .explicit
        // A daemon that stops has ended the program, so a failure isn't the provider's.
        guard !isStopping, let widget = widgets[id] else { return }
        if remoteProvider(of: widget) != nil {
            // Another device provides the widget by now: this timeline isn't shown.
            return apply(engine.finish(id, outcome, isUnchanged: true, at: now()) + takeRemote(widget), showing: [id])
        }
        switch outcome {
        case .success(let timeline):
            timelines[id] = timeline
            reloads.count(cause, commit?.isUnchanged == true ? .unchanged : .new)
        case .failure(let error):
            reloads.count(cause, .failed)
            if case .failure = result { note(error, of: id) }
            let rest = timelines[id] == nil ? "the widget has no timeline yet" : "the last good timeline stays"
            logger.log(
                .reloadFailed, "a reload failed; \(rest)",
                metadata: [
                    "widget": "\(id)", "kind": "\(widget.kind)", "provider": "\(catalog.kinds[widget.kind]?.kind.provider ?? "-")", "error": "\(error)",
                ])
        }
        let date = commit?.date ?? now()
        if let number = engine.runningReload(of: id) {
            let end: ReloadResult.End =
                if let failure = outcome.failure { .failed(failure) } else { commit?.isUnchanged == true ? .sameTimeline : .newTimeline }
            reloads.put(ReloadResult(.init(widget: id, number: number), end))
        }
        let effects: [ReloadEffect] =
            if case .success(let timeline) = outcome, let commit {
                engine.finish(commit, with: timeline)
            } else {
                engine.finish(id, outcome, isUnchanged: false, at: date)
            }
        pushesFinished(id, failure: outcome.failure, at: date)
        // A reload that was under way when an action ended doesn't include the action's effect; the next one does.
        if case .success = outcome, engine.status(of: id, at: date)?.pending != .interaction { intents.records.didReceiveEntry(of: id) }
        apply(effects, showing: [id], after: commit)
    }

    /// Whether a timeline shows the same as the widget's present one.
    private func isUnchanged(_ timeline: Timeline, of id: WidgetID, at date: Timestamp) -> Bool {
        timelines[id].map { timeline.bringsTheSame(as: $0, from: date) } ?? false
    }

    /// Stores a provider's timeline. If it can't be stored, the reload has failed.
    /// - Returns: the timeline, and the commit that has stored it; nil: no launch of the widget was running any more.
    private func keep(_ result: Result<ProvidedTimeline, WidgetError>, for id: WidgetID) async -> (Result<Timeline, WidgetError>, ReloadCommit?) {
        do throws(WidgetError) {
            let provided = try result.get()
            guard let widget = widgets[id] else { throw WidgetError(.notFound, "the widget was removed while it was reloaded") }
            guard remoteProvider(of: widget) == nil else { throw WidgetError(.failedPrecondition, "another device gives the widget by now") }
            let date = now()
            let timeline = Timeline(provided, receivedAt: date)
            // The timeline, the reload record and the decisions are written together. A daemon that is killed right after doesn't ask again, and can explain
            // why it asked. Decisions that wait in the journal come first, so that no push seems to wait for a reload that it has had.
            let commit = engine.commit(of: id, with: timeline, isUnchanged: isUnchanged(timeline, of: id, at: date), at: date)
            let version = journal.records.version(of: id)
            // A failure that isn't written yet must not be written after this.
            let failure = failures.removeValue(forKey: id)
            var isStored = false
            defer { if !isStored, failures[id] == nil { failures[id] = failure } }
            let stored = try await journal.write { [journal] transaction in
                let timeline = try transaction.setTimeline(id, provided, receivedAt: date)
                guard var commit else { return (timeline, nil as ReloadCommit?) }
                try transaction.setReloadRecord(id, commit.write(over: journal.records.record(of: id, after: version)))
                for decision in commit.decisions { try transaction.append(decision) }
                return (timeline, commit)
            }
            isStored = true
            return (.success(stored.0), stored.1)
        } catch {
            return (.failure(error), nil)
        }
    }

    /// Tells other devices why a widget's provider gives no newer timeline. Nothing here waits for that write.
    private func note(_ error: WidgetError, of id: WidgetID) {
        let before = failures[id]
        let failure = TimelineFailure(reason: error.message.cut(toBytes: DaemonLimits.failureBytes), since: before?.since ?? now())
        guard failure != before else { return }
        failures[id] = failure
        Task { await tell(failure, of: id, insteadOf: before) }
    }

    private func tell(_ failure: TimelineFailure, of id: WidgetID, insteadOf before: TimelineFailure?) async {
        // A timeline that came meanwhile has removed the failure.
        guard !isStopping, failures[id] == failure else { return }
        do throws(WidgetError) {
            try await journal.write { try $0.setTimelineFailure(id, failure) }
        } catch {
            if failures[id] == failure { failures[id] = before }
            logger.warning("other devices can't be told that a reload failed; the next failure is", metadata: ["widget": "\(id)", "error": "\(error)"])
        }
    }

    /// Shows the kind's placeholder until the first timeline is there.
    private func preparePlaceholder(_ widget: Widget, _ provider: ProviderHost, _ request: ProviderRequest) async {
        guard timelines[widget.id] == nil else { return }
        if await providers.preparePlaceholder(request, from: provider) { publish(widget.id) }
    }

    /// Why a widget's provider can't be asked: this device hasn't got the value of a secret parameter.
    static func missingSecret(of widget: Widget, _ kind: Kind) -> WidgetError? {
        widget.unreadableParameters.first { name in kind.parameters.contains { $0.name == name } }.map { name in
            WidgetError(
                .failedPrecondition,
                "\(name): its value is secret, and hasn't come to the device that gives the widget; it comes from one that has it, or set it anew: "
                    + "widgetctl configure \(widget.id) \(name)=VALUE")
        }
    }

    func request(for widget: Widget, kind: Kind) -> ProviderRequest {
        ProviderRequest(
            kind: kind.id, context: environment.context(widget.family, at: now()), parameters: kind.effective(widget.parameters), widget: widget.id)
    }
}

extension Result where Failure == WidgetError {
    fileprivate var failure: WidgetError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
