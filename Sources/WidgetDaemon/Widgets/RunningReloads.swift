import WidgetCore

/// The reloads of this device's providers: those that run, those that wait for a change, and the results of the last ones.
struct RunningReloads {
    private var tasks: [WidgetID: Task<Void, Never>] = [:]
    /// Widgets whose change is being written, with the causes of reloads that must wait for the change.
    private var held: [WidgetID: [ReloadCause]] = [:]
    private var results = ReloadResults()
    /// Number of requests to providers since the daemon started.
    private(set) var count: UInt64 = 0
    private(set) var failedCount: UInt64 = 0

    // MARK: Running

    /// Adds the task of a request to a provider.
    mutating func begin(_ id: WidgetID, _ task: Task<Void, Never>) {
        count += 1
        tasks[id] = task
    }

    /// Adds a task that fails because there is no provider.
    mutating func beginWithoutProvider(_ id: WidgetID, _ task: Task<Void, Never>) { tasks[id] = task }

    /// The provider has answered, or hasn't in time.
    mutating func end(_ id: WidgetID) { tasks[id] = nil }

    mutating func countFailure() { failedCount += 1 }

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
