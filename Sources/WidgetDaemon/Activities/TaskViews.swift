import WidgetAPI
import WidgetCore

/// The views of tasks, which the daemon draws itself: an update is read once, and costs what has changed since the last.
struct TaskViews {
    /// The encoders of activities that were drawn here lately and go on.
    private var encoders: [ActivityID: TaskArchiveEncoder] = [:]
    /// The task that was read last, and of what.
    private var last: (attributes: String, state: String, task: TaskActivity)?

    /// The task that these texts say. The one that was read last is at hand: an update is checked before it is written, and drawn after that.
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
