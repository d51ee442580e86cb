import WidgetCore

/// The reloads of this device's providers: those that run, those that wait for a change, and the results of the last ones.
struct RunningReloads {
    private var tasks: [WidgetID: Task<Void, Never>] = [:]
    /// Why each of them runs.
    private var causes: [WidgetID: ReloadCause] = [:]
    /// Widgets whose change is being written, with the causes of reloads that must wait for the change.
    private var held: [WidgetID: [ReloadCause]] = [:]
    private var results = ReloadResults()
    /// Number of requests to providers since the daemon started.
    private(set) var count: UInt64 = 0
    private(set) var failedCount: UInt64 = 0
    /// Reloads that have ended, by cause and result.
    private(set) var counts: [Counted: UInt64] = [:]

    /// A sort of ended reloads.
    struct Counted: Hashable, Sendable {
        enum Result: String, Hashable, Sendable, CaseIterable {
            case new, unchanged, failed
        }

        var cause: ReloadCause
        var result: Result
    }

    // MARK: Running

    /// Adds the task of a request to a provider.
    mutating func begin(_ id: WidgetID, _ cause: ReloadCause, _ task: Task<Void, Never>) {
        count += 1
        tasks[id] = task
        causes[id] = cause
    }

    /// Adds a task that fails because there is no provider.
    mutating func beginWithoutProvider(_ id: WidgetID, _ cause: ReloadCause, _ task: Task<Void, Never>) {
        tasks[id] = task
        causes[id] = cause
    }

    /// The provider has answered, or hasn't in time.
    /// - Returns: why it was asked.
    mutating func end(_ id: WidgetID) -> ReloadCause? {
        tasks[id] = nil
        return causes.removeValue(forKey: id)
    }

    /// Counts a reload that has ended.
    mutating func count(_ cause: ReloadCause, _ result: Counted.Result) {
        if result == .failed { failedCount += 1 }
        counts[Counted(cause: cause, result: result), default: 0] += 1
    }

    /// Cancels the running reloads.
    /// - Returns: their tasks, to be waited for.
    func cancelAll() -> [Task<Void, Never>] {
        for task in tasks.values { task.cancel() }
        return Array(tasks.values)
    }

    // MARK: Waiting for a change

    /// A change of the widget is being written.
    mutating func hold(_ id: WidgetID) { held[id] = [] }

    /// Adds a cause if a change of the widget is being written.
    /// - Returns: false: no change is being written, and the reload may begin.
    mutating func wait(_ id: WidgetID, _ cause: ReloadCause) -> Bool { held[id]?.append(cause) != nil }

    /// The change was written, or couldn't be.
    /// - Returns: the causes that have waited for it.
    mutating func release(_ id: WidgetID) -> [ReloadCause] { held.removeValue(forKey: id) ?? [] }

    /// The widgets that wait for a change, with their causes.
    var waiting: [WidgetID: [ReloadCause]] { held }

    // MARK: Results

    mutating func put(_ result: ReloadResult) { results.put(result) }

    /// As ``WidgetCore/ReloadResults/end(of:)``.
    func end(of reload: ReloadResult.Reload) -> ReloadResult.End? { results.end(of: reload) }

    /// Forgets the results of a widget that was removed.
    mutating func forget(_ id: WidgetID) { results.remove(id) }
}
