import WidgetAPI
import WidgetCore
import WidgetProviders
import WidgetStore

extension WidgetService {
    /// What a placeholder is made for.
    struct PlaceholderKey: Hashable {
        var kind: String
        var family: WidgetFamily
    }

    /// A surface has begun to show widgets, or shows them no more: those without a timeline ask for one, and what nobody has seen for a day is asked for less often.
    func viewersChanged(_ view: Viewers.View, isThere: Bool) {
        viewers.count(view, isThere: isThere)
        let date = now()
        let ids: Set<WidgetID>
        switch view {
        case .all: ids = Set(widgets.keys)
        case .some(let some): ids = some
        }
        apply(ids.sorted().flatMap { engine.setVisible($0, viewers.isShown($0), at: date) })
    }

    /// On battery budgets accrue at half the rate.
    func powerChanged(isOnBattery: Bool) {
        apply(engine.setOnBattery(isOnBattery, at: now()))
    }

    /// Asks the widget's provider for a timeline, in a task of its own.
    func launch(_ id: WidgetID, _ cause: ReloadCause) {
        // What was decided is written already, and done after the next start.
        if isStopping { return }
        guard let widget = widgets[id], let installed = kinds[widget.kind], let provider = providers[installed.kind.provider] else {
            let missing = WidgetError(.failedPrecondition, "its provider isn't installed; install it, or remove the widget")
            launches[id] = Task { await finish(id, .failure(missing)) }
            return
        }
        counters.reloads += 1
        let request = request(for: widget, kind: installed.kind)
        launches[id] = Task {
            await preparePlaceholder(widget, provider, request)
            let result: Result<ProvidedTimeline, WidgetError>
            do throws(WidgetError) {
                result = .success(try await provider.timeline(request))
            } catch {
                result = .failure(error)
            }
            await finish(id, result)
        }
    }

    private func finish(_ id: WidgetID, _ result: Result<ProvidedTimeline, WidgetError>) async {
        let outcome = await keep(result, for: id)
        launches[id] = nil
        // A daemon that stops has ended the program: that says nothing of the provider.
        guard !isStopping, let widget = widgets[id] else { return }
        if giverElsewhere(of: widget) != nil {
            // Meanwhile another device has turned out to give it: what came here isn't shown.
            return apply(engine.finish(id, outcome, isUnchanged: true, at: now()) + takeElsewhere(widget), showing: [id])
        }
        var isUnchanged = false
        switch outcome {
        case .success(let timeline):
            isUnchanged = self.isUnchanged(timeline, of: id)
            timelines[id] = timeline
        case .failure(let error):
            counters.failedReloads += 1
            let rest = timelines[id] == nil ? "the widget has no timeline yet" : "the last good timeline stays"
            logger.warning("a reload failed; \(rest)", metadata: ["widget": "\(id)", "error": "\(error)"])
        }
        let date = now()
        let effects = engine.finish(id, outcome, isUnchanged: isUnchanged, at: date)
        pushesFinished(id, failure: outcome.failure, at: date)
        apply(effects)
        publish(id)
    }

    /// Whether a timeline is the one that the widget has.
    private func isUnchanged(_ timeline: Timeline, of id: WidgetID) -> Bool {
        timelines[id].map { $0.entries == timeline.entries && $0.policy == timeline.policy } ?? false
    }

    /// Stores what a provider gave; what can't be stored counts as not given.
    private func keep(_ result: Result<ProvidedTimeline, WidgetError>, for id: WidgetID) async -> Result<Timeline, WidgetError> {
        var pushed = Journal()
        do throws(WidgetError) {
            let provided = try result.get()
            guard let widget = widgets[id] else { throw WidgetError(.notFound, "the widget was removed while it was reloaded") }
            guard giverElsewhere(of: widget) == nil else { throw WidgetError(.failedPrecondition, "another device gives the widget by now") }
            let date = now()
            let timeline = Timeline(provided, receivedAt: date)
            // The record that says what the launch has served is written with the timeline: a daemon that is killed right after doesn't ask again.
            let record = engine.record(finishing: id, with: timeline, isUnchanged: isUnchanged(timeline, of: id), at: date)
            let version = book.version(of: id)
            // What is said there of pushes comes first: none may seem to wait for a reload that it has had.
            pushed = journal.takePushes()
            return .success(
                try await store.write { [book, pushed] transaction in
                    let timeline = try transaction.setTimeline(id, provided, receivedAt: date)
                    try pushed.write(to: &transaction, from: book)
                    if let record { try book.write(record, of: id, ifStill: version, to: &transaction) }
                    return timeline
                })
        } catch {
            journal.putBack(pushed)
            return .failure(error)
        }
    }

    /// Shows the kind's placeholder until the first timeline is there. One that can't be had is no failure: the widget stays empty that much longer.
    private func preparePlaceholder(_ widget: Widget, _ provider: ProviderHost, _ request: ProviderRequest) async {
        let key = PlaceholderKey(kind: widget.kind, family: widget.family)
        guard timelines[widget.id] == nil, placeholders[key] == nil else { return }
        do throws(WidgetError) {
            placeholders[key] = try await provider.placeholder(request).entries.first
            publish(widget.id)
        } catch {
            logger.debug("no placeholder", metadata: ["kind": "\(widget.kind)", "error": "\(error)"])
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
