import DaemonCore
import WidgetAPI
import WidgetCore
import WidgetProviders

/// The activities that providers are asked to draw. Each has at most one drawing under way. Only the newest of the states that come meanwhile is drawn next.
struct ActivityDrawings {
    /// Activities that a provider is drawing, or draws after its pause.
    private var drawing: Set<ActivityID> = []
    /// How often each was to be drawn without another state.
    private var redraws: [ActivityID: Int64] = [:]
    /// How often in a row each couldn't be drawn.
    private var failures: [ActivityID: Int] = [:]
    /// The pauses during which a provider isn't asked about an activity.
    private var pauses: [ActivityID: Task<Void?, Never>] = [:]
    /// The providers that draw activities, by type, as they were when all was drawn last.
    private var providers: [String: ObjectIdentifier] = [:]

    /// Takes over the providers that draw each type.
    /// - Returns: false: nothing has changed.
    mutating func update(_ catalog: KindCatalog) -> Bool {
        let new = catalog.activityTypes.keys.reduce(into: [String: ObjectIdentifier]()) { providers, type in
            providers[type] = catalog.host(ofActivity: type).map(ObjectIdentifier.init)
        }
        defer { providers = new }
        return new != providers
    }

    /// - Returns: false: it is being drawn already.
    mutating func begin(_ id: ActivityID) -> Bool { drawing.insert(id).inserted }

    func isDrawing(_ id: ActivityID) -> Bool { drawing.contains(id) }

    mutating func end(_ id: ActivityID) {
        drawing.remove(id)
        failures[id] = nil
    }

    /// How often it was to be drawn without another state; nil: never since the start.
    func redraws(of id: ActivityID) -> Int64? { redraws[id] }

    /// Has the activity drawn once more, also if its state is the same. Ends the pause after a failure.
    /// - Parameter drawn: the number of such drawings before the daemon's start.
    mutating func again(_ id: ActivityID, drawn: Int64) {
        redraws[id, default: drawn] += 1
        pauses[id]?.cancel()
    }

    mutating func forget(_ id: ActivityID) { redraws[id] = nil }

    mutating func succeeded(_ id: ActivityID) { failures[id] = nil }

    /// It couldn't be drawn.
    /// - Returns: the pause until its provider is asked again: each time twice as long.
    mutating func backOff(_ id: ActivityID) -> Duration {
        let count = failures[id, default: 0]
        failures[id] = count + 1
        return min(DaemonLimits.drawingRetry * (1 << min(count, 16)), DaemonLimits.longestDrawingRetry)
    }

    mutating func pause(_ id: ActivityID, _ task: Task<Void?, Never>?) { pauses[id] = task }

    func endPauses() { for task in pauses.values { task.cancel() } }
}

/// The views of tasks, which the daemon draws itself: an update is read once, and costs what has changed since the last.
struct TaskViews {
    /// The encoders of activities that were drawn here lately and go on.
    private var encoders: [ActivityID: TaskArchiveEncoder] = [:]
    /// The task that was read last, with its texts.
    private var last: (attributes: String, state: String, task: TaskActivity)?

    /// The task that these texts describe. The last one is cached: an update is checked before it is written, and drawn after that.
    /// - Throws: INVALID_ARGUMENT for texts that are no task.
    mutating func task(attributes: String, state: String) throws(WidgetError) -> TaskActivity {
        if let last, last.state.utf8.elementsEqual(state.utf8), last.attributes.utf8.elementsEqual(attributes.utf8) { return last.task }
        let task = try TaskActivity(attributes: attributes, state: state)
        last = (attributes, state, task)
        return task
    }

    /// An encoded `ActivityArchive`, at the cost of what has changed since it was asked for last.
    mutating func archive(of activity: Activity) throws(WidgetError) -> [UInt8] {
        let task = try task(attributes: activity.attributes, state: activity.content.state)
        guard activity.isRunning else {
            encoders[activity.id] = nil
            return try ActivityArchiveCodec.encode(task.views)
        }
        if encoders[activity.id] == nil, encoders.count >= DaemonLimits.activityEncoders { encoders.removeAll() }
        return try encoders[activity.id, default: TaskArchiveEncoder()].encode(task)
    }

    mutating func forget(_ id: ActivityID) { encoders[id] = nil }
}
